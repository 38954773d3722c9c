// One workbook on a platform with quirks: declared, planned, applied over real HTTP, edited in the UI, and judged by quirk-oracle.ts.
import { expect } from "vitest";
import { RULES } from "../../src/lint/index.ts";
import { isObject, type Json, type JsonObject, type Plan } from "../../src/model/index.ts";
import { driftOf } from "../../src/plan/index.ts";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { openWorld, type World } from "../support/world.ts";
import { expectDrift, expectHonest, extendsMade } from "./quirk-expectations.ts";
import {
  comparable,
  ignoredValues,
  managed,
  mapTexts,
  normal,
  phantoms,
  type State,
  stateOf,
  withFields,
  withoutIgnored,
  withoutRuntime,
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
  /** What viewers are given of a draft; not given: the draft. The dashboard is published at each apply. */
  shows?: (dashboard: JsonObject) => JsonObject;
  /** Whether the project ignores `settings.debug` and each widget's `config.debug`. */
  ignores?: boolean;
  /** The id of a workbook of the seed that takes the slug for a while. */
  twin?: number;
  /** How many lists it takes until a new workbook is in them. */
  listedFrom?: number;
}

/** The rules about dashboards speak of taste: here everything that the platform takes is declared. */
const OFF = RULES.filter((rule) => !rule.firm).map(({ id }) => `${id}: off`);
const IGNORE = 'ignore: [dashboard.settings.debug, "dashboard.widgets[*].config.debug"]\n';
export const SETTINGS = `lint: { rules: { ${OFF.join(", ")} } }\n`;

export interface QuirkWorld {
  run(life: Life): Promise<void>;
}

export async function openQuirkWorld({
  quirks,
  merge,
  seed,
  listedFrom = 1,
  ...row
}: Row): Promise<QuirkWorld> {
  const isExact = quirks.includes("big-integers");
  const makes = ({ name, meta, dashboard }: State): State => {
    const made = { name, meta, dashboard: row.makes?.(dashboard) ?? dashboard };
    const kept = row.texts ? mapTexts(made, row.texts) : made;
    return (isExact ? kept : mapTexts(kept, rounded)) as State;
  };
  const shown = (dashboard: JsonObject): JsonObject => (row.ignores ? withoutIgnored(dashboard) : dashboard);
  const world = await openWorld({
    settings: SETTINGS + (row.ignores ? IGNORE : ""),
    sandbox: { quirks, merge, ...(seed ? { seed } : {}) },
    files: { "dashboards/all.json": "{}" },
  });
  const { sandbox } = world;
  const live = (): State | undefined => {
    const state = stateOf(sandbox, "a");
    return state && { ...state, dashboard: shown(state.dashboard) };
  };
  const draft = () => (sandbox.workbook("a")?.dashboardDraft ?? {}) as unknown as JsonObject;
  const ignored = () => ignoredValues(draft());
  /** What viewers are given, by what the workbook is called. */
  const viewed = (): string => {
    const { name, dashboardPublished } = sandbox.workbook("a") ?? {};
    if (!dashboardPublished) return "";
    return normal([name ?? "", shown(withoutRuntime(dashboardPublished as unknown as JsonObject))]);
  };
  /** Published dashboards are classic ones, as in quirk-states.ts. */
  const entryOf = (entry: JsonObject): JsonObject => {
    const { kind: _, ...dashboard } = (entry.dashboard ?? {}) as JsonObject;
    return row.shows ? { ...entry, publish: true, dashboard } : entry;
  };
  const plan = async (entry: JsonObject): Promise<Plan> => {
    const text = JSON.stringify({ workbooks: { a: entry } });
    world.write("dashboards/all.json", text.replace(/"\ue000(-?\d+)"/g, "$1"));
    return world.plan().catch((error) => {
      throw new Error(JSON.stringify(error.checked?.diagnostics ?? null), { cause: error });
    });
  };
  const edit = (edits: readonly Edit[]): void =>
    sandbox.edit("a", (workbook) => {
      if (edits.length === 0) return;
      const draft = (workbook.dashboardDraft ?? {}) as unknown as JsonObject;
      for (const one of edits) perform(one, draft);
      workbook.dashboardDraft = (isExact ? draft : mapTexts(draft, rounded)) as never;
    });

  /** Applies what is planned: what changed is what was planned, and the outcome says whether that is what was asked for. */
  const carryOut = async (planned: Plan, given: JsonObject, past?: Past): Promise<void> => {
    const dashboard = isObject(given.dashboard) && shown(withoutRuntime(given.dashboard));
    const entry: JsonObject = { ...given, ...(dashboard && { dashboard }) };
    const [before, hidden, seen] = [live(), ignored(), viewed()];
    const change = planned.changes.find(({ key }) => key === "a");
    const results = await applied(world, planned);
    if (!before)
      for (let n = 0; n < listedFrom; n += 1) for await (const _ of world.platform.listWorkbooks(1));
    const after = live() as State;
    const made = makes(declaredState(entry, after));
    if (before && change) expectHonest(change, before, { entry, made });
    if (past && change) expect(phantoms(change.fields, { ...past, after })).toEqual([]);
    // A dashboard that is not written is not made into anything.
    const writes = isObject(change?.request?.meta) && Object.hasOwn(change.request.meta, "dashboardDraft");
    const asked = before ? withFields(before, change?.fields ?? []) : declaredState(entry, after);
    const unwritten = { ...makes(asked), dashboard: asked.dashboard };
    expect(comparable(after, before)).toEqual(comparable(writes ? makes(asked) : unwritten, before));
    if (before && row.ignores) for (const [at, text] of ignored()) expect(hidden.get(at) ?? text).toBe(text);
    // A reviewer is never told that viewers see nothing of what they do see.
    const isSeen = viewed() !== seen;
    if (isSeen || (change && extendsMade(declaredState(entry, after), after)))
      expect(change?.visible).toBe(isSeen);
    if (!change) return expect(normal(after)).toBe(normal(before));
    const declared = declaredState(entry, after);
    const isKept = extendsMade(declared, made);
    const codes = results.map(({ error }) => error?.code);
    // Trimming loses nothing.
    const isWhole = isKept || (!!row.texts && extendsMade(mapTexts(declared, row.texts) as State, made));
    // What the platform made of the same before was told then.
    if (isWhole || !before) expect(codes).toEqual([isWhole ? undefined : "did-not-converge"]);
    else expect([undefined, "did-not-converge"]).toContain(codes[0]);
    if (entry.publish === true && isObject(entry.dashboard)) {
      const { dashboardPublished = {} } = sandbox.workbook("a") ?? {};
      // What was filled in, and is gone from the draft alone, the platform fills in again where it publishes.
      const filled = row.makes?.(draft()) ?? draft();
      const wanted = row.shows?.(filled) ?? filled;
      expect(normal(shown(dashboardPublished as unknown as JsonObject))).toBe(normal(shown(wanted)));
    }
    const again = await plan(given);
    expect(again.changes).toEqual([]);
    expect(driftOf(again).changes).toEqual([]);
  };

  /** While another workbook has the slug, nothing is said of it but that, and nothing is written to either. */
  const expectRefused = async (twin: number, entry: JsonObject): Promise<void> => {
    const states = () => [sandbox.workbook(id)?.dashboardDraft, sandbox.workbook(twin)?.dashboardDraft];
    const { id } = sandbox.workbook("a") ?? { id: 0 };
    sandbox.edit(twin, (workbook) => void Object.assign(workbook, { slug: "a" }));
    const before = states();
    const planned = await plan(entry);
    expect(planned.changes).toEqual([]);
    expect(planned.diagnostics.map(({ rule, severity }) => [rule, severity])).toEqual([
      ["double-slug", "error"],
    ]);
    await world.apply(planned);
    expect(states()).toEqual(before);
    sandbox.edit(twin, (workbook) => void Object.assign(workbook, { slug: "twin" }));
  };

  return {
    async run({ ui, late, ...life }) {
      const [first, second] = [entryOf(life.first), entryOf(life.second)];
      sandbox.reset();
      await carryOut(await plan(first), first);

      const rest = live() as State;
      const past = { asked: first, rest };
      edit(ui);
      const edited = live() as State;
      expectDrift(await plan(first), [managed(rest, first), managed(edited, first)], first);

      if (row.twin !== undefined) await expectRefused(row.twin, second);
      const planned = await plan(second);
      edit(late);
      const moved = live() as State;
      if (normal(moved) === normal(edited)) return carryOut(planned, second, past);
      const results = await applied(world, planned);
      expect(results.map(({ status }) => status)).toEqual(planned.changes.map(() => "stale"));
      expect(normal(live())).toBe(normal(moved));
      await carryOut(await plan(second), second, past);
    },
  };
}

async function applied(world: World, plan: Plan) {
  const { results } = await world.apply(plan);
  return results.filter(({ kind, key }) => kind === "workbook" && key === "a");
}

/** What was declared before, and what the platform made of it. */
interface Past {
  asked: JsonObject;
  rest: State;
}

/** What a create leaves. What the file does not say is the platform's or the tool's to choose. */
function declaredState(entry: JsonObject, live: State): State {
  return {
    name: typeof entry.name === "string" ? entry.name : live.name,
    meta: (entry.meta ?? {}) as JsonObject,
    dashboard: (entry.dashboard ?? {}) as JsonObject,
  };
}

/** What a platform that counts in doubles makes of a number that the sandbox marks. */
function rounded(text: string): Json {
  return /^\ue000-?\d+$/.test(text) ? Number(text.slice(1)) : text;
}
