// Every folder here is a case: what is live, a project, and the plan between them. Seed the sandbox → lint → the plan equals the
// golden → the real apply → a re-plan is empty → the same again while the platform fails in every way it can. README.md says
// what a case may hold. BOARDWRIGHT_UPDATE=1 writes the goldens anew: read the difference before you commit it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject, Plan } from "../../src/model/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { withoutNulls } from "../support/without-nulls.ts";
import { type Case, type CaseOptions, type OpenCase, prepareCase } from "./case.ts";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
const CASES = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** How the platform misbehaves in the second round of each case. */
const FAULTS: Record<string, string> = {
  "429 and 503": "429:0.15,503:0.15,retry-after=0",
  "dropped connections": "drop-before:0.15,drop-after:0.15",
  "conflicts and lost answers": "conflict:0.2,drop-after:0.1,500:0.1",
};

describe.concurrent.each(CASES)("%s", (name) => {
  let ready: Case;
  beforeAll(async () => {
    ready = await prepareCase(join(ROOT, name));
  });

  it("plans what the golden says, applies it, and has nothing left to do", async ({
    expect,
    onTestFinished,
  }) => {
    const { sandbox, run, close } = await ready.open();
    onTestFinished(close);
    const writes = () => sandbox.requests.filter(({ method }) => method !== "GET");
    const linted = await run("lint");
    expect(linted.code, linted.stdout + linted.stderr).toBe(0);

    const { flags = [], stays = [] } = ready.options;
    const pretty = await run("plan", ...flags);
    expect(pretty.code, pretty.stderr).toBe(0);
    golden(join(ROOT, name, "plan.golden.txt"), pretty.stdout.replaceAll(sandbox.url.slice(7), "platform.test"));
    const json = await run("plan", "--json", ...flags);
    golden(join(ROOT, name, "plan.golden.json"), json.stdout.replaceAll(sandbox.url, "https://platform.test"));
    const { changes } = JSON.parse(json.stdout) as Plan;

    const hazards = new Set(changes.flatMap((change) => change.hazards.map(({ code }) => code)));
    expect([...hazards].sort()).toEqual(ready.options.allow ?? []);
    if (hazards.size > 0) {
      const refused = await run("apply", "--yes", ...flags);
      expect(refused.code).toBe(3);
    }
    const drift = join(ROOT, name, "drift.golden.txt");
    if (existsSync(drift)) {
      const edited = await run("drift");
      expect(edited.code, edited.stderr).toBe(2);
      const text = edited.stdout.replace(/(?<=last updated )[\d: -]+/g, "2026-11-20 08:10 ");
      golden(drift, text.replaceAll(sandbox.url.slice(7), "platform.test"));
    }
    expect(writes()).toEqual([]);

    const applied = await run("apply", "--yes", ...flags, ...ready.allow);
    expect(applied.code, applied.stdout + applied.stderr).toBe(0);
    await expectConverged(run, ready);
    expectLive(sandbox, JSON.parse(json.stdout) as Plan, ready.options);
    sandbox.requests.length = 0;
    expect((await run("apply", "--yes", ...flags)).code).toBe(0);
    expect(writes()).toEqual([]);
    for (const slug of stays) expect(sandbox.workbook(slug), slug).toBeDefined();
  });

  it.each(Object.entries(FAULTS))("converges under %s", async (_fault, faults) => {
    const { sandbox, run, close } = await ready.open(faults);
    try {
      const flags = ready.options.flags ?? [];
      const plan = JSON.parse((await run("plan", "--json", ...flags)).stdout) as Plan;
      const applied = await run("apply", "--yes", "--json", ...flags, ...ready.allow);
      expect(applied.code, applied.stdout + applied.stderr).toBe(0);
      await expectConverged(run, ready);
      expectLive(sandbox, plan, ready.options);
    } finally {
      await close();
    }
  });
});

async function expectConverged(run: OpenCase["run"], { options }: Case): Promise<void> {
  const again = await run("plan", "--json", "--detailed-exitcode", ...(options.flags ?? []));
  const plan = JSON.parse(again.stdout) as Plan;
  expect(plan.changes.map(({ action }) => action)).toEqual(options.remains ?? []);
  expect(again.code).toBe(0);
}

/** Live holds what the plan asked for, and nothing beside it: an empty re-plan alone could be a stamp that hides something. */
function expectLive(sandbox: Sandbox, { changes, target }: Plan, { heal }: CaseOptions): void {
  for (const { kind, key, action, request, publish } of changes) {
    if (kind !== "workbook") continue;
    const live = sandbox.workbook(key, target.deploymentId);
    if (action === "delete") expect(live, key).toBeUndefined();
    // What names a report that was yet to be made was completed on the way: the empty re-plan speaks for it.
    if (!request || JSON.stringify(request).includes('"$report"')) continue;
    const { dashboardDraft, ...meta } = request.meta as JsonObject;
    if (request.name !== undefined) expect(live?.name).toBe(request.name);
    if (typeof request.folderId === "number") expect(live?.folderId).toBe(request.folderId);
    const { boardwright: stamp, ...own } = withoutNulls(meta) as JsonObject;
    // What was filled in stands in the stamp, too.
    expect(withoutNulls(live?.meta as JsonObject)).toMatchObject(heal ? own : { ...own, boardwright: stamp as Json });
    if (dashboardDraft && heal)
      expect(live?.dashboardDraft).toMatchObject(withoutNulls(dashboardDraft) as JsonObject);
    else if (dashboardDraft) expect(withoutNulls(live?.dashboardDraft as Json)).toEqual(withoutNulls(dashboardDraft));
    if (publish) expect(live?.dashboardPublished).toEqual(live?.dashboardDraft);
  }
}

function golden(path: string, text: string): void {
  if (process.env.BOARDWRIGHT_UPDATE) writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, "utf8"));
}
