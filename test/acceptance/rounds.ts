// What every round of a case ends with: nothing is left to do, and live holds what the plan asked for.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { isObject, type Json, type JsonObject, type Plan, readJson } from "../../src/model/index.ts";
import { bigInteger, type Sandbox } from "../../src/sandbox/index.ts";
import { withoutNulls } from "../support/without-nulls.ts";
import type { Ran } from "../support/command.ts";
import type { Case, CaseOptions, OpenCase } from "./case.ts";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
/** The names of the cases: every folder here is one. */
export const CASES = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

export const folderOf = (name: string): string => join(ROOT, name);

/** The first apply of a case: in one run, in its shards, or several times at the same moment. */
export async function applyCase(run: OpenCase["run"], { options, allow }: Case): Promise<Ran[]> {
  const { flags = [], shards = 1, atOnce = 1 } = options;
  const ran: Ran[] = [];
  for (let shard = shards; shard >= 1; shard--) {
    const part = shards === 1 ? [] : ["--shard", `${shard}/${shards}`];
    const apply = () => run("apply", "--yes", "--verbose", ...flags, ...allow, ...part);
    ran.push(...(await Promise.all(Array.from({ length: atOnce }, apply))));
  }
  return ran;
}

export async function expectConverged(run: OpenCase["run"], { options }: Case): Promise<void> {
  const again = await run("plan", "--json", "--detailed-exitcode", ...(options.flags ?? []));
  const plan = readPlan(again.stdout);
  expect(plan.changes.map(({ action }) => action)).toEqual(options.remains ?? []);
  expect(again.code).toBe(options.fails === true ? 1 : 0);
}

/** A plan as JSON text, its large numbers marked as the sandbox marks them. */
export function readPlan(text: string): Plan {
  const marked = (value: unknown): unknown => {
    if (typeof value === "bigint") return bigInteger(value);
    if (Array.isArray(value)) return value.map(marked);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, marked(item)]));
  };
  return marked(readJson(text)) as Plan;
}

/** Live holds what the plan asked for, and nothing beside it: an empty re-plan alone could be a stamp that hides something. */
export function expectLive(sandbox: Sandbox, { changes, target }: Plan, { heal, quirks = "" }: CaseOptions): void {
  const fillsIn = heal || quirks.includes("fills-defaults");
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
    expect(withoutNulls(live?.meta as JsonObject)).toMatchObject(fillsIn ? own : { ...own, boardwright: stamp as Json });
    if (dashboardDraft && fillsIn)
      expect(live?.dashboardDraft).toMatchObject(withoutNulls(dashboardDraft) as JsonObject);
    else if (dashboardDraft) expect(withoutNulls(live?.dashboardDraft as Json)).toEqual(withoutNulls(dashboardDraft));
    if (publish) expect(live?.dashboardPublished).toEqual(live?.dashboardDraft);
  }
}
