// What goes wrong while a preview comes up: where nothing was written, the staging environment is as it was before.
import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import type { Answered, Hook } from "../support/proxy.ts";
import { files, openPlace, type Place, SEED } from "./support.ts";

const NET = { count: "orders.net" };
const PR = { branch: "feature/net", name: "pr-1" };
const OLD = ["both", "counts", "direct", "still"];

/** The UserError that bringing it up ends in. */
async function failure(
  place: Place,
  options: Partial<Parameters<Place["begin"]>[0]> = {},
): Promise<UserError> {
  const error = await place.begin({ ...PR, ...options }).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

const isSwitch = (method: string, path: string): boolean =>
  method === "PUT" && path.endsWith("/staging-environment");
const isOff =
  "Nothing was applied, and the staging environment of branch feature/net is off again, as it was before.";

const SOON: Answered = { status: 503, body: { error: "Soon" } };
const AGAIN: Answered = { status: 409, body: { error: "Again", code: "upsert_branch_changed" } };

describe("nothing was written", () => {
  it("because the environment never appears", async () => {
    let looks = 0;
    const place = await openPlace({
      async proxy({ path }, forward) {
        const answer = await forward();
        if (!path.endsWith("/environments") || !("body" in answer)) return answer;
        looks += 1;
        const { data } = answer.body as { data: { environments: { branch: string }[] } };
        return {
          ...answer,
          body: { data: { environments: data.environments.filter(({ branch }) => branch === "main") } },
        };
      },
    });
    place.rewrite(files(NET));
    const { message, details, exitCode } = await failure(place);
    expect(message).toBe("the staging environment of branch feature/net is on, but not up yet");
    expect([exitCode, details.at(-1)]).toEqual([1, isOff]);
    // Five minutes, at a look every three seconds.
    expect(looks).toBeGreaterThan(90);
    expect([await place.isOn("feature/net"), await place.slugs()]).toEqual([false, OLD]);
  });

  it("because the model does not compile, and one that was on stays on", async () => {
    const modelErrors = Object.fromEntries(
      ["feature/net", "always"].map((branch) => [
        branch,
        [{ message: "unexpected token", fileName: "orders.yml" }],
      ]),
    );
    const place = await openPlace({ seed: { ...SEED, modelErrors } });
    place.rewrite(files(NET));
    const { message, details } = await failure(place);
    expect([message, details.at(-1)]).toEqual(["the model of branch feature/net does not compile", isOff]);
    expect(await place.isOn("feature/net")).toBe(false);
    expect((await failure(place, { branch: "always" })).details).not.toContain(isOff);
    expect(await place.isOn("always")).toBe(true);
  });

  it("and it stays on where a preview of the branch was up already, though somebody had turned it off", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    await place.up("feature/net", "pr-2");
    await place.call("PUT", "/build/api/v1/deployments/1/branches/staging-environment", {
      branchName: "feature/net",
      enabled: false,
    });
    place.rewrite(files({ direct: "orders.gone" }));
    expect(await place.begin(PR)).toMatchObject({ exitCode: 1, broken: ["direct"], staging: "on" });
    expect(await place.isOn("feature/net")).toBe(true);
  });

  it("because the platform refuses the switch, in its own words; then there is nothing to put back", async () => {
    const place = await openPlace({
      async proxy({ method, path }, forward) {
        return isSwitch(method, path) ? { status: 400, body: { error: "Only on Mondays" } } : forward();
      },
    });
    place.rewrite(files(NET));
    const { details } = await failure(place);
    expect(details.join("\n")).toContain("Only on Mondays");
    expect(details.join("\n")).not.toContain("staging environment of branch");
    expect(place.writes()).toEqual([
      "PUT both--pr-1",
      "PUT both--pr-1",
      expect.stringMatching(/^DELETE workbooks\/\d+$/),
    ]);
    expect(await place.slugs()).toEqual(OLD);
  });

  it("because the answer to the switch was lost, which may have happened all the same", async () => {
    let switches = 0;
    const place = await openPlace({
      async proxy({ method, path, body }, forward) {
        const answer = await forward();
        if (!isSwitch(method, path)) return answer;
        switches += 1;
        return body?.enabled === true ? "drop" : answer;
      },
    });
    place.rewrite(files(NET));
    expect((await failure(place)).details.at(-1)).toBe(isOff);
    expect([switches > 1, await place.isOn("feature/net")]).toEqual([true, false]);
  });

  it("and the environment cannot be put back either: says how", async () => {
    const place = await openPlace({
      seed: { ...SEED, modelErrors: { "feature/net": [{ message: "unexpected token" }] } },
      async proxy({ method, path, body }, forward) {
        const isOffSwitch = isSwitch(method, path) && body?.enabled === false;
        return isOffSwitch ? { status: 403, body: { error: "No" } } : forward();
      },
    });
    place.rewrite(files(NET));
    const { message, details } = await failure(place);
    expect(message).toBe("the model of branch feature/net does not compile");
    expect(details.at(-1)).toContain("`boardwright data-model disable-branch 1 feature/net`");
  });

  it("and the findings are told all the same where it cannot be put back", async () => {
    const place = await openPlace({
      async proxy({ method, path, body }, forward) {
        const isOffSwitch = isSwitch(method, path) && body?.enabled === false;
        return isOffSwitch ? { status: 403, body: { error: "No" } } : forward();
      },
    });
    place.rewrite(files({ direct: "orders.gone" }));
    expect(await place.begin(PR)).toMatchObject({
      exitCode: 1,
      broken: ["direct"],
      diagnostics: [{ rule: "unknown-member" }],
      staging: "on",
      failed: [{ key: "branch feature/net", message: expect.stringContaining("turn off") }],
    });
  });

  it.each(["staging", "model"] as const)("because Ctrl-C came at the step %s", async (at) => {
    const place = await openPlace();
    place.rewrite(files(NET));
    const stop = new AbortController();
    const onStep = (step: string) => step === at && stop.abort();
    const { message, exitCode } = await failure(place, { signal: stop.signal, onStep });
    expect([message, exitCode]).toEqual(["interrupted before anything was applied", 130]);
    expect([await place.isOn("feature/net"), await place.slugs()]).toEqual([false, OLD]);
  });

  it("because the platform refused every write", async () => {
    const refuse: Hook = async ({ method, path }, forward) =>
      method === "PUT" && path.includes("/workbooks/") ? { status: 403, body: { error: "No" } } : forward();
    const place = await openPlace({ proxy: refuse });
    place.rewrite(files(NET));
    const { message } = await failure(place);
    expect(message).toContain("no copy of the preview could be made: the platform refused to write");
    expect(place.writes()).toEqual([]);
    expect(await place.isOn("feature/net")).toBe(false);
  });
});

describe("something was written", () => {
  it("and the rest failed: the environment stays on, and the same again completes it", async () => {
    let isBroken = true;
    const place = await openPlace({
      async proxy({ method, path }, forward) {
        const isBoth = isBroken && method === "PUT" && path.endsWith("/both--pr-1");
        return isBoth ? { status: 422, body: { error: "Not this one" } } : forward();
      },
    });
    place.rewrite(files(NET));
    const first = await place.begin(PR);
    expect(first).toMatchObject({ exitCode: 1, staging: "on", workbooks: [{ of: "counts" }] });
    expect(await place.isOn("feature/net")).toBe(true);
    isBroken = false;
    const second = await place.begin(PR);
    expect(second).toMatchObject({
      exitCode: 0,
      workbooks: [{ of: "both" }, { of: "counts" }],
      results: [{ key: "both--pr-1" }],
    });
    expect((await place.down({ name: "pr-1" })).previews).toMatchObject([{ staging: "off" }]);
  });

  it("and what it replaces stays while that cannot be made", async () => {
    let isBroken = false;
    const place = await openPlace({
      async proxy({ method, path }, forward) {
        const isDirect = isBroken && method === "PUT" && path.endsWith("/direct--pr-1");
        return isDirect ? { status: 422, body: { error: "Not this one" } } : forward();
      },
    });
    place.rewrite(files(NET));
    await place.begin(PR);
    isBroken = true;
    place.rewrite(files({ direct: "orders.net" }));
    expect(await place.begin(PR)).toMatchObject({ exitCode: 1, removed: [] });
    expect(await place.slugs()).toContain("both--pr-1");
    isBroken = false;
    expect(await place.begin(PR)).toMatchObject({
      exitCode: 0,
      removed: ["both--pr-1", "counts--pr-1", "count--pr-1"],
    });
  });

  it("until Ctrl-C: what was begun is finished, and the same again completes it", async () => {
    const place = await openPlace();
    place.rewrite(files(NET));
    const stop = new AbortController();
    const onProgress = ({ done }: { done: number }) => done === 1 && stop.abort();
    const first = await place.begin({ ...PR, signal: stop.signal, onProgress });
    expect(first).toMatchObject({ exitCode: 130, interrupted: true, staging: "on" });
    expect(await place.begin(PR)).toMatchObject({
      exitCode: 0,
      workbooks: [{ of: "both" }, { of: "counts" }],
    });
  });

  it("though the platform is on a bad day: 429, 503, conflicts and lost answers", async () => {
    const seen = new Map<string, number>();
    const place = await openPlace({
      async proxy({ method, path }, forward) {
        const times = (seen.get(`${method} ${path}`) ?? 0) + 1;
        seen.set(`${method} ${path}`, times);
        // The one POST, for a token, is never repeated by the client.
        if (method === "POST") return forward();
        if (times === 1) return SOON;
        if (method === "PUT" && path.includes("/by-slug/") && times === 2) return AGAIN;
        const answer = await forward();
        return method === "PUT" && times === 3 ? "drop" : answer;
      },
    });
    place.rewrite(files(NET));
    expect(await place.begin(PR)).toMatchObject({
      exitCode: 0,
      workbooks: [{ of: "both" }, { of: "counts" }],
    });
    expect(await place.begin(PR)).toMatchObject({ exitCode: 0, results: [] });
  });
});
