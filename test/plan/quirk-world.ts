// One workbook on a platform with quirks: declared, planned, applied over real HTTP, edited in the UI, and judged by quirk-oracle.ts.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { RULES } from "../../src/lint/index.ts";
import { type Change, isObject, type Json, type JsonObject, type Plan } from "../../src/model/index.ts";
import { driftOf } from "../../src/plan/index.ts";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { type Harness, openHarness } from "../apply/harness.ts";
import {
  comparable,
  differingLeaves,
  isAlong,
  managed,
  mapTexts,
  normal,
  type State,
  stateOf,
  stepsOf,
  valueAt,
  withFields,
} from "./quirk-oracle.ts";
import { type Edit, type Life, perform } from "./quirk-states.ts";

export interface Row {
  quirks: string;
  merge: "shallow" | "deep";
  seed?: SandboxOptions["seed"];
  /** What the platform makes of a dashboard that is written, by docs/sandbox.md. Not given: it stays as it is. */
  makes?: (dashboard: JsonObject) => JsonObject;
  /** The same for texts anywhere. */
  texts?: (text: string) => string;
  /** How many lists it takes until a new workbook is in them. */
  listedFrom?: number;
}

/** The rules about dashboards speak of taste: here everything that the platform takes is declared. */
const OFF = RULES.filter((rule) => !rule.firm).map(({ id }) => `${id}: off`);
const SETTINGS = `lint: { rules: { ${OFF.join(", ")} } }\n`;

export interface World {
  run(life: Life): Promise<void>;
}

export async function openWorld({ quirks, merge, seed, listedFrom = 1, ...row }: Row): Promise<World> {
  const makes = ({ name, meta, dashboard }: State): State => {
    const made = row.makes?.(dashboard) ?? dashboard;
    return (
      row.texts ? mapTexts({ name, meta, dashboard: made }, row.texts) : { name, meta, dashboard: made }
    ) as State;
  };
  const harness = await openHarness({
    settings: SETTINGS,
    sandbox: { quirks, merge, ...(seed ? { seed } : {}) },
    files: { "dashboards/all.json": "{}" },
  });
  const { sandbox } = harness;
  const live = (): State | undefined => stateOf(sandbox, "a");
  const plan = async (entry: JsonObject): Promise<Plan> => {
    writeFileSync(join(harness.cwd, "dashboards/all.json"), JSON.stringify({ workbooks: { a: entry } }));
    return harness.plan().catch((error) => {
      throw new Error(JSON.stringify(error.checked?.diagnostics ?? null), { cause: error });
    });
  };
  const edit = (edits: readonly Edit[]): void =>
    sandbox.edit("a", (workbook) => {
      const draft = (workbook.dashboardDraft ?? {}) as unknown as JsonObject;
      for (const one of edits) perform(one, draft);
      workbook.dashboardDraft = draft as never;
    });

  /** Applies what is planned: what changed is what was planned, and the outcome says whether that is what was asked for. */
  const carryOut = async (planned: Plan, entry: JsonObject): Promise<void> => {
    const before = live();
    const change = planned.changes.find(({ key }) => key === "a");
    const results = await applied(harness, planned);
    if (!before)
      for (let n = 0; n < listedFrom; n += 1) for await (const _ of harness.platform.listWorkbooks(1));
    const after = live() as State;
    if (before && change) expectHonest(change, before, entry);
    const asked = before ? withFields(before, change?.fields ?? []) : declaredState(entry, after);
    expect(comparable(after, before)).toEqual(comparable(makes(asked), before));
    if (!change) return expect(normal(after)).toBe(normal(before));
    const declared = declaredState(entry, after);
    const isKept = extendsMade(declared, makes(declared));
    // Told once: what the platform made of a place that is asked for as before is known by now.
    const codes = isKept ? [undefined] : before ? [undefined, "did-not-converge"] : ["did-not-converge"];
    expect(codes).toContain(results[0]?.error?.code);
    if (isKept) expectPublished(harness, entry);
    const again = await plan(entry);
    if (isKept) expect(again.changes).toEqual([]);
    // Whatever it made of it, it was nobody's edit; only a widget with an id that nobody asked for may be.
    const isForeign = idsOf(after.dashboard).some((id) => !idsOf(declared.dashboard).includes(id));
    if (!isForeign) expect(driftOf(again).changes).toEqual([]);
    for (const left of again.changes) expectHonest(left, after, entry);
  };

  return {
    async run({ first, second, ui, late }) {
      sandbox.reset();
      await carryOut(await plan(first), first);

      const rest = live() as State;
      edit(ui);
      const edited = live() as State;
      const asked = new Set(idsOf(first.dashboard as JsonObject | undefined));
      if (idsOf(rest.dashboard).every((id) => asked.has(id)))
        expectDrift(await plan(first), [managed(rest, first), managed(edited, first)]);

      const planned = await plan(second);
      edit(late);
      const moved = live() as State;
      if (normal(moved) === normal(edited)) return carryOut(planned, second);
      const results = await applied(harness, planned);
      expect(results.map(({ status }) => status)).toEqual(planned.changes.map(() => "stale"));
      expect(normal(live())).toBe(normal(moved));
      await carryOut(await plan(second), second);
    },
  };
}

function idsOf(dashboard: JsonObject | undefined): Json[] {
  const widgets = Array.isArray(dashboard?.widgets) ? dashboard.widgets : [];
  return widgets.flatMap((widget) => (isObject(widget) && widget.id !== undefined ? [widget.id] : []));
}

async function applied(harness: Harness, plan: Plan) {
  const { results } = await harness.apply(plan);
  return results.filter(({ kind, key }) => kind === "workbook" && key === "a");
}

/** Each field is a place where live and the files differ, and shows both; nothing is a difference that is none. */
function expectHonest({ action, fields }: Change, live: State, entry: JsonObject): void {
  if (action === "update") expect(fields.length).toBeGreaterThan(0);
  for (const { path, change, before, after } of fields) {
    if (change === "reordered") continue;
    const steps = stepsOf(path);
    expect([path, normal(before)]).toEqual([path, normal(valueAt(live as unknown as JsonObject, steps))]);
    expect([path, normal(after)]).toEqual([path, normal(valueAt(entry, steps))]);
    expect([path, normal(before)]).not.toEqual([path, normal(after)]);
  }
}

/** Drift lists what is different from what was left, in what the files manage, and nothing else. */
function expectDrift(plan: Plan, [rest, edited]: readonly [JsonObject, JsonObject]): void {
  const fields = driftOf(plan).changes.flatMap((change) => change.fields);
  const listed = fields.filter(({ change }) => change !== "reordered").map(({ path }) => stepsOf(path));
  const differing = differingLeaves(rest, edited);
  for (const leaf of differing)
    expect([leaf, listed.some((path) => isAlong(path, leaf))]).toEqual([leaf, true]);
  for (const path of listed)
    expect([path, differing.some((leaf) => isAlong(path, leaf))]).toEqual([path, true]);
}

/** What a create leaves. What the file does not say is the platform's or the tool's to choose. */
function declaredState(entry: JsonObject, live: State): State {
  return {
    name: typeof entry.name === "string" ? entry.name : live.name,
    meta: (entry.meta ?? {}) as JsonObject,
    dashboard: (entry.dashboard ?? {}) as JsonObject,
  };
}

/** Whether the platform only added to what was asked for: nothing else is a default. */
function extendsMade(asked: State, made: State): boolean {
  return extendsJson(asked as unknown as Json, made as unknown as Json);
}

function extendsJson(asked: Json, made: Json | undefined): boolean {
  if (asked === null) return true;
  if (Array.isArray(asked))
    return (
      Array.isArray(made) &&
      asked.length === made.length &&
      asked.every((item, at) => (item === null ? made[at] === null : extendsJson(item, made[at])))
    );
  if (isObject(asked)) {
    return (
      isObject(made) &&
      Object.entries(asked).every(([key, item]) =>
        extendsJson(item, Object.hasOwn(made, key) ? (made[key] as Json) : undefined),
      )
    );
  }
  return asked === made;
}

function expectPublished({ sandbox }: Harness, { publish, dashboard }: JsonObject): void {
  const workbook = sandbox.workbook("a");
  if (publish === true && dashboard !== undefined)
    expect(normal(workbook?.dashboardPublished as never)).toBe(normal(workbook?.dashboardDraft as never));
}
