// The example workflows and the one of init as they are, with keys that may do what docs/security.md says and no more: the steps of a pull
// request, then those of its merge, through the real Action, in front of a platform that knows each key.
import { describe, expect, it } from "vitest";
import { board, openPlace, type Place } from "../action/place.ts";
import { byHand, type Event, pullRequest, type Step as Ran } from "../action/runner.ts";
import { json, serve } from "../support/loopback.ts";
import { expectRefused } from "./refused.ts";
import { COPIED } from "./workflows.ts";

const SECRETS: Record<string, string> = {
  PLATFORM_READ_KEY: "key-that-only-reads-0001",
  PLATFORM_API_KEY: "key-of-production-000002",
  BOARDWRIGHT_REVIEW_KEY: "key-that-seals-comments-3",
};

/** The platform with these keys; each use of one is noted as `METHOD key`. */
async function openKeyed({ sandbox }: Place): Promise<{ url: string; used: string[] }> {
  const used: string[] = [];
  const { url } = await serve(async ({ method, url, headers, body }, response) => {
    const key = (headers.authorization ?? "").replace(/^\S+ /, "");
    used.push(`${method} ${key}`);
    const isAllowed =
      key === SECRETS.PLATFORM_API_KEY || (key === SECRETS.PLATFORM_READ_KEY && method === "GET");
    if (!isAllowed) return json(response, 403, { error: "forbidden" });
    const answer = await fetch(sandbox.url + url, {
      method,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      ...(body !== "" && { body }),
    });
    json(response, answer.status, await answer.json());
  });
  return { url, used };
}

/** Runs the steps of ours of a job of a workflow, with the values that a runner puts in. */
async function runJob(place: Place, [path, job]: [string, string], event: Event, shard = 0): Promise<Ran[]> {
  const workflow = COPIED.find((each) => each.path === path);
  const steps = workflow?.jobs[job]?.steps.filter(({ uses }) => uses?.startsWith("acme/boardwright@")) ?? [];
  const values: [RegExp, (name: string) => string][] = [
    [/\$\{\{ secrets\.(\w+) \}\}/g, (name) => SECRETS[name] ?? ""],
    [/\$\{\{ vars\.BOARDWRIGHT_TARGET \}\}/g, () => "production"],
    [/\$\{\{ matrix\.shard \}\}\/\$\{\{ strategy\.job-total \}\}/g, () => `${shard}/8`],
    [
      /\$\{\{ github\.event_name == '(\w+)' && 'off' \|\| 'required' \}\}/g,
      (name) => (event.name === name ? "off" : "required"),
    ],
  ];
  const ran: Ran[] = [];
  for (const { with: given = {} } of steps) {
    const inputs: Record<string, string | undefined> = { "api-key": undefined };
    for (const [name, value] of Object.entries(given))
      inputs[name] = values.reduce(
        (text, [from, to]) => text.replace(from, (_, key) => to(key)),
        String(value),
      );
    ran.push(
      await place.run(String(given.command), event, {
        inputs: { ...inputs, "api-url": place.given["api-url"] },
      }),
    );
  }
  expect(ran.length).toBeGreaterThan(0);
  return ran;
}

async function openKeyedPlace(workbooks?: Parameters<typeof openPlace>[0]) {
  const place = await openPlace(workbooks);
  const { url, used } = await openKeyed(place);
  place.given["api-url"] = url;
  return { place, used };
}

const PLANS: [string, string][] = [
  ["examples/workflows/pull-request.yml", "check"],
  ["init", "check"],
];
const APPLIES: [string, string][] = [
  ["examples/workflows/merge.yml", "apply"],
  ["init", "apply"],
];

describe.each([0, 1])("the workflow with the jobs %#", (index) => {
  const [plan, apply] = [PLANS[index], APPLIES[index]] as [[string, string], [string, string]];

  it("plans with the key that reads, and applies on the merge what that showed, with the key of production", async () => {
    const { place, used } = await openKeyedPlace();
    for (const step of await runJob(place, plan, pullRequest(5))) expect(step.log).not.toContain("::error");
    expect(new Set(used)).toEqual(new Set([`GET ${SECRETS.PLATFORM_READ_KEY}`]));
    used.length = 0;
    const [, applied] = await runJob(place, apply, place.merge(5));
    expect(applied?.outputs).toMatchObject({ "exit-code": "0", create: "1" });
    expect(used.join("\n")).not.toContain(SECRETS.PLATFORM_READ_KEY);
    for (const key of Object.values(SECRETS)) expect(applied?.everything).not.toContain(key);
  });

  it("applies nothing that no comment showed", async () => {
    const { place } = await openKeyedPlace();
    await runJob(place, plan, pullRequest(5));
    place.rewrite({ revenue: board("Never reviewed") });
    const [, moved] = await runJob(place, apply, place.merge(5));
    expectRefused(place, moved as Ran);
    const [, unplanned] = await runJob(place, apply, place.merge(6));
    expectRefused(place, unplanned as Ran);
  });
});

describe("the sharded workflow", () => {
  const SHARDED = "examples/workflows/sharded-apply.yml";

  it("brings a reviewed project there part by part, and leaves nothing for the rest", async () => {
    const slugs = Array.from({ length: 12 }, (_, index) => `w${index}`);
    const { place } = await openKeyedPlace({
      workbooks: Object.fromEntries(slugs.map((slug) => [slug, board(slug)])),
    });
    await runJob(place, ["examples/workflows/pull-request.yml", "check"], pullRequest(5));
    const merge = place.merge(5);
    for (let shard = 1; shard <= 8; shard++)
      for (const step of await runJob(place, [SHARDED, "apply"], merge, shard))
        expect(step.outputs["exit-code"], step.log).toBe("0");
    expect(Object.keys(await place.live()).sort()).toEqual(slugs.sort());
    const [rest] = await runJob(place, [SHARDED, "rest"], merge);
    expect(rest?.outputs).toMatchObject({ "exit-code": "0", changes: "false" });
  });

  it("started by hand, applies what the files say", async () => {
    const { place } = await openKeyedPlace();
    const [rest] = await runJob(place, [SHARDED, "rest"], byHand);
    expect(rest?.outputs).toMatchObject({ "exit-code": "0", create: "1" });
  });
});
