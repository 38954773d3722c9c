// A preview in the Action from its first push to its end: other events, late runs, its deployment, and the sweep of what nobody ended.
import { describe, expect, it } from "vitest";
import { stateOf } from "./github-deployments.ts";
import { board, chart, openPlace, type Place } from "./place.ts";
import { type Event, pullRequest, readMarkdown, SHA, schedule } from "./runner.ts";

const cubes = [{ name: "orders", type: "view", measures: [{ name: "orders.net", type: "number" }] }];
const SEED = {
  branches: [{ name: "main" }, { name: "feature" }, { name: "other" }],
  cubes,
  models: { feature: cubes, other: cubes },
};
const BRANCH = { inputs: { branch: "feature" } };
const NEWER = "fedcba9876543210fedcba9876543210fedcba98";
const open = () => openPlace({ sandbox: { seed: SEED } });
const UP = { "revenue--pr-5": "[pr-5] Revenue" };

function labelled(action: string, label: string): Event {
  const event = pullRequest(5, { action });
  return { ...event, payload: { ...event.payload, label: { name: label } } };
}
function withLabels(event: Event, ...names: string[]): Event {
  const { pull_request } = event.payload as { pull_request: object };
  const labels = names.map((name) => ({ name }));
  return { ...event, payload: { ...event.payload, pull_request: { ...pull_request, labels } } };
}
const stamped = (place: Place) =>
  (place.sandbox.workbook("revenue--pr-5")?.meta?.boardwright as { preview?: { until?: string } } | undefined)
    ?.preview;
const endEarly = (place: Place, slug: string) =>
  place.sandbox.edit(slug, ({ meta }) => {
    const { preview } = (meta as { boardwright: { preview: { until: string } } }).boardwright;
    preview.until = "2026-01-01T00:00:00Z";
  });
const warnings = ({ commands }: { commands: { name: string }[] }) =>
  commands.filter(({ name }) => name === "warning" || name === "error");

describe("the end of a preview in the Action", () => {
  it("is what `ttl` says, stands in the comment, and is renewed by a push", async () => {
    const place = await open();
    const up = () => place.run("preview-up", pullRequest(5), { inputs: { branch: "feature", ttl: "72h" } });
    const from = Date.now();
    expect((await up()).outputs["exit-code"]).toBe("0");
    const until = stamped(place)?.until ?? "";
    expect(Date.parse(until) - from).toBeGreaterThan(71 * 3_600_000);
    expect(place.comments(5).at(-1)?.body).toContain(`until ${until.slice(0, 10)}`);
    endEarly(place, "revenue--pr-5");
    expect((await up()).outputs).toMatchObject({ "exit-code": "0", create: "0", update: "0" });
    expect(Date.parse(stamped(place)?.until ?? "")).toBeGreaterThanOrEqual(Date.parse(until));
  });

  it("comes by a schedule, for those that are past theirs or whose branch is gone, and no others", async () => {
    const place = await open();
    const up = (name: string, branch: string) =>
      place.run("preview-up", pullRequest(5), { inputs: { branch, name, ttl: "1d" } });
    for (const [name, branch] of [
      ["past", "feature"],
      ["gone", "other"],
      ["young", "feature"],
    ] as const)
      expect((await up(name, branch)).outputs["exit-code"]).toBe("0");
    endEarly(place, "revenue--past");
    const headers = { authorization: `Bearer ${place.sandbox.apiKey}` };
    const other = `${place.sandbox.url}/build/api/v1/deployments/1/branches?branchName=other`;
    expect((await fetch(other, { method: "DELETE", headers })).ok).toBe(true);
    const step = await place.run("preview-down", schedule);
    expect(step.outputs).toMatchObject({ "exit-code": "0", delete: "2" });
    expect(Object.keys(await place.live())).toEqual(["revenue--young"]);
    expect(step.summary).toContain("2 previews are taken down");
    expect(place.github.deployments.map((one) => [one.environment, stateOf(one)])).toEqual([
      ["preview/acme/production/past", "inactive"],
      ["preview/acme/production/gone", "inactive"],
      ["preview/acme/production/young", "success"],
    ]);
    const again = await place.run("preview-down", schedule);
    expect(again.outputs).toMatchObject({ "exit-code": "0", delete: "0" });
    expect(again.summary).toContain("no preview is stale");
  });

  it("by a schedule is said where the comment links to it, and nowhere else", async () => {
    const place = await open();
    expect((await place.run("preview-up", pullRequest(5), BRANCH)).outputs["exit-code"]).toBe("0");
    await place.run("preview-up", pullRequest(6), { inputs: { branch: "other", comment: "false" } });
    await place.run("plan", pullRequest(5));
    const section = () => place.sections(5).get("preview production");
    expect(section()).toContain("/d/");
    const plan = place.sections(5).get("plan production");
    for (const slug of ["revenue--pr-5", "revenue--pr-6"]) endEarly(place, slug);
    const step = await place.run("preview-down", schedule);
    expect(step.outputs).toMatchObject({ "exit-code": "0", delete: "2" });
    expect(section()).not.toContain("/d/");
    expect(section()).toContain("preview <code>pr-5</code> is taken down");
    expect(place.sections(5).get("plan production")).toBe(plan);
    expect(place.comments(5)).toHaveLength(1);
    expect(place.comments(6)).toEqual([]);
    await place.run("preview-up", pullRequest(5), BRANCH);
    expect(section()).toContain("/d/");
  });

  it("is the label taken away, and not another label", async () => {
    const place = await open();
    await place.run("preview-up", labelled("labeled", "preview"), BRANCH);
    const down = await place.run("preview-down", labelled("unlabeled", "preview"));
    expect(down.outputs).toMatchObject({ "exit-code": "0", delete: "1" });
    expect(await place.live()).toEqual({});
    const body = place.comments(5).at(-1)?.body ?? "";
    expect(body).toContain("is taken down · 1 workbook removed");
    expect(body).toContain("Gone&#58; <code>revenue--pr-5</code>");
    expect(body).not.toContain('href="https://platform.test');
  });

  it.each([
    ["reopened", pullRequest(5, { action: "closed" }), { closed_at: null }, "open again"],
    ["labelled again", labelled("unlabeled", "preview"), { labels: [{ name: "preview" }] }, "has the label"],
  ])("is not what comes late, after it was %s", async (_, event, now, why) => {
    const place = await open();
    await place.run("preview-up", pullRequest(5, { action: "reopened" }), BRANCH);
    const [before] = place.comments(5).map(({ body }) => body);
    place.github.now.set(5, now);
    const late = await place.run("preview-down", event);
    expect(late.outputs).toMatchObject({ "exit-code": "0", delete: "0", changes: "false" });
    for (const told of [late.log, late.summary]) expect(told).toContain(why);
    expect(await place.live()).toEqual(UP);
    expect(place.comments(5).map(({ body }) => body)).toEqual([before]);
    place.github.now.clear();
    place.github.closed.add(5);
    expect((await place.run("preview-down", event)).outputs).toMatchObject({ delete: "1" });
  });

  it("is asked of the platform where GitHub says nothing", async () => {
    const place = await open();
    await place.run("preview-up", pullRequest(5), BRANCH);
    place.github.refuse = () => 500;
    const down = await place.run("preview-down", pullRequest(5, { action: "closed" }));
    expect(down.outputs).toMatchObject({ "exit-code": "0", delete: "1" });
  });
});

describe("a run of a preview", () => {
  it("of an older commit than the pull request has puts up nothing, and says whose run does", async () => {
    const place = await open();
    place.github.now.set(5, { head: { sha: NEWER } });
    const late = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(late.outputs).toMatchObject({ "exit-code": "0", changes: "false", create: "0" });
    for (const told of [late.log, readMarkdown(late.summary)])
      expect(told).toContain("a newer commit, fedcba9: nothing was put up of 0123456");
    expect([await place.live(), place.writes(), place.comments(5)]).toEqual([{}, [], []]);
    place.github.now.set(5, { head: { sha: SHA } });
    expect((await place.run("preview-up", pullRequest(5), BRANCH)).outputs.create).toBe("1");
  });

  it.each<[string, () => Event, string, Record<string, string>?]>([
    ["was given", () => labelled("labeled", "show"), "show"],
    ["was there at a push", () => withLabels(pullRequest(5), "preview"), "preview"],
    ["was there as another was given", () => withLabels(labelled("labeled", "other"), "preview"), "preview"],
    [
      "is of another name, there at a push",
      () => withLabels(pullRequest(5), "show me"),
      "show me",
      { label: "show me" },
    ],
  ])("whose label %s, and taken away before it began, puts up nothing", async (_, make, label, more = {}) => {
    const place = await open();
    place.github.now.set(5, { labels: [{ name: "other" }] });
    const named = { inputs: { ...BRANCH.inputs, ...more } };
    const late = await place.run("preview-up", make(), named);
    expect(late.outputs).toMatchObject({ "exit-code": "0", changes: "false", create: "0" });
    for (const told of [late.log, readMarkdown(late.summary)])
      expect(told).toContain(`The label "${label}" was taken away: no preview was put up.`);
    expect([await place.live(), place.writes(), place.comments(5)]).toEqual([{}, [], []]);
    place.github.now.set(5, { labels: [{ name: label }] });
    expect((await place.run("preview-up", make(), named)).outputs.create).toBe("1");
  });

  it("after its branch was renamed moves the preview, and says so", async () => {
    const place = await open();
    await place.run("preview-up", pullRequest(5), { inputs: { branch: "other" } });
    const refused = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(refused.summary).toContain("already up, for branch other");
    const headers = { authorization: `Bearer ${place.sandbox.apiKey}` };
    const other = `${place.sandbox.url}/build/api/v1/deployments/1/branches?branchName=other`;
    expect((await fetch(other, { method: "DELETE", headers })).ok).toBe(true);
    const moved = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(moved.outputs["exit-code"]).toBe("0");
    for (const told of [moved.summary, place.comments(5).at(-1)?.body])
      expect(told).toContain("It was of branch <code>other</code>, which no longer exists");
    expect(moved.log).toContain("It was of branch other, which no longer exists");
    expect(stamped(place)).toMatchObject({ branch: "feature" });
  });

  it("that is blocked says why first, and what still stands from an earlier one", async () => {
    const asking = (member: string) => board("Revenue", chart("a", { query: { measures: [member] } }));
    const place = await open();
    await place.run("preview-up", pullRequest(5), BRANCH);
    place.rewrite({ revenue: asking("orders.gross") });
    const step = await place.run("preview-up", pullRequest(5), BRANCH);
    expect(step.outputs).toMatchObject({ "exit-code": "1", changes: "false" });
    const [first = "", ...rest] = (place.comments(5).at(-1)?.body ?? "")
      .split("\n")
      .filter((line) => line.startsWith("#") || /^[A-Z]/.test(line));
    expect(first).toContain(
      "no preview · 1 workbook would break on the model of branch <code>feature</code>",
    );
    expect(first).not.toContain("no workbook differs");
    expect(rest[0]).toContain("Nothing was applied, because of <code>revenue</code>");
    expect(rest[1]).toMatch(
      /still as an earlier run put it up&#58; <a href="https:\/\/platform\.test\/d\/\d+\/revenue--pr-5">/,
    );
    expect(step.log.indexOf("No preview: ")).toBeGreaterThan(step.log.indexOf("unknown-"));
    expect(place.github.deployments.map(stateOf)).toEqual(["success"]);
  });
});

describe("the deployment of a preview", () => {
  it("opens the first dashboard, is one for each commit, and is inactive once the preview is down", async () => {
    const place = await open();
    const up = await place.run("preview-up", pullRequest(5), BRANCH);
    await place.run("preview-up", pullRequest(5), BRANCH);
    expect(place.github.deployments).toMatchObject([
      {
        environment: "preview/acme/production/pr-5",
        sha: SHA,
        payload: { production_environment: false, auto_merge: false, required_contexts: [] },
      },
    ]);
    const [one] = place.github.deployments;
    expect(one?.statuses.at(-1)).toMatchObject({
      state: "success",
      environment_url: JSON.parse(up.outputs["preview-links"] ?? "")["revenue--pr-5"],
      log_url: expect.stringContaining("/actions/runs/77"),
    });
    const event = pullRequest(5);
    const head = { ...(event.payload as { pull_request: { head: object } }).pull_request.head, sha: NEWER };
    const pull_request = { ...(event.payload as { pull_request: object }).pull_request, head };
    await place.run("preview-up", { ...event, payload: { ...event.payload, pull_request } }, BRANCH);
    expect(place.github.deployments.map(stateOf)).toEqual(["inactive", "success"]);
    await place.run("preview-down", pullRequest(5, { action: "closed" }));
    expect(place.github.deployments.map(stateOf)).toEqual(["inactive", "inactive"]);
    const count = place.github.deployments.map(({ statuses }) => statuses.length);
    await place.run("preview-down", pullRequest(5, { action: "closed" }));
    expect(place.github.deployments.map(({ statuses }) => statuses.length)).toEqual(count);
  });

  it.each([
    [
      "is refused",
      (place: Place) =>
        (place.github.refuse = (_, path) => (path.includes("/deployments") ? 403 : undefined)),
    ],
    ["does not exist on the server", (place: Place) => (place.github.isGitea = true)],
  ])("that %s is one line of the log, and nothing else", async (_, prepare) => {
    const place = await open();
    prepare(place);
    for (const [command, event, input] of [
      ["preview-up", pullRequest(5), BRANCH],
      ["preview-down", pullRequest(5, { action: "closed" }), {}],
    ] as const) {
      const step = await place.run(command, event, input);
      expect([step.code, step.outputs["exit-code"]]).toEqual([0, "0"]);
      expect(step.log.split("No deployment is shown").length).toBe(2);
      expect(step.log).toContain("deployments: write");
      expect(warnings(step)).toEqual([]);
      for (const told of [step.summary, place.comments(5).at(-1)?.body])
        expect(told).not.toMatch(/deployments?: write|No deployment/);
    }
    expect(place.github.deployments).toEqual([]);
  });

  it("is none without a link that a browser opens, and none without a pull request", async () => {
    const place = await open();
    await place.run("preview-up", pullRequest(5), { inputs: { ...BRANCH.inputs, target: "staging" } });
    expect(place.github.requests.filter((one) => one.includes("/deployments"))).toEqual([]);
  });
});
