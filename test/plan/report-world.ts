import { expect } from "vitest";
import { isObject, type Json, type JsonObject, type Plan } from "../../src/model/index.ts";
import { driftOf } from "../../src/plan/index.ts";
import { openWorld } from "../support/world.ts";
import { expectDrift, expectHonest, extendsMade } from "./quirk-expectations.ts";
import { mapTexts, normal, phantoms, type State, withFields } from "./quirk-oracle.ts";
import { SETTINGS } from "./quirk-world.ts";
import { type ReportEdit, type ReportLife, withEdit } from "./report-states.ts";

export interface ReportRow {
  quirks: string;
  /** What the platform does, by docs/sandbox.md. */
  trims?: boolean;
  fills?: boolean;
}

const ID = "aaaaaaaaaaaa";
const HOMES = ["a", "b"].map((slug, at) => ({ id: 31 + at, slug, name: slug }));
const WIRE: Record<string, string> = { query: "jsonQuery", workbook: "workbookId" };
const chart = { id: "c", type: "CHART", position: [0, 0, 6, 4], config: { reportId: { $report: "r" } } };
const DRAWN = { name: "W", publish: true, dashboard: { widgets: [chart] } };

export async function openReportWorld(row: ReportRow): Promise<{ run(life: ReportLife): Promise<void> }> {
  const world = await openWorld({
    settings: SETTINGS,
    sandbox: { quirks: row.quirks, seed: { workbooks: HOMES } },
    files: { "dashboards/all.json": "{}" },
  });
  const { sandbox } = world;
  const ask = async (method: string, path: string, body?: JsonObject): Promise<JsonObject> => {
    const answer = await fetch(`${sandbox.url}/api/v1/deployments/1/${path}`, {
      method,
      headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as JsonObject;
  };
  let id: number | undefined;
  const find = async (): Promise<number | undefined> => {
    for await (const page of world.platform.listReports(1))
      for (const one of page) if (one.publicId === ID) return one.id;
    return undefined;
  };
  const wire = async (): Promise<JsonObject | undefined> => {
    id ??= await find();
    return id === undefined ? undefined : ask("GET", `reports/${id}`);
  };
  const live = async () => stateOf(await wire());
  const edit = async (edits: readonly ReportEdit[]): Promise<void> => {
    for (const one of edits) {
      const now = (await wire()) as JsonObject;
      const { boardwright: stamp = null } = (now.meta ?? {}) as JsonObject;
      const after = withEdit(stateOf(now) as JsonObject, one);
      const field = "field" in one ? one.field : one.in;
      const sent: Json | undefined =
        field === "meta"
          ? { ...(after.meta as JsonObject), ...(stamp && { boardwright: stamp }) }
          : after[field];
      await ask("PUT", `reports/by-public-id/${ID}`, { [WIRE[field] ?? field]: toWire(field, sent ?? null) });
    }
  };
  const makes = (state: JsonObject): JsonObject => {
    const trimmed = row.trims ? (mapTexts(state, (text) => text.trim()) as JsonObject) : state;
    const { query, pivotItems } = trimmed;
    return {
      ...trimmed,
      query: isObject(query) && row.fills ? filled(query, QUERY_DEFAULTS) : (query ?? null),
      pivotItems:
        isObject(pivotItems) && row.fills
          ? filled(pivotItems, { measuresAxis: "columns" })
          : (pivotItems ?? null),
    };
  };
  const plan = async (entry: JsonObject): Promise<Plan> => {
    const reports = { r: { publicId: ID, ...entry } };
    world.write("dashboards/all.json", JSON.stringify({ workbooks: { w: DRAWN }, reports }));
    return world.plan().catch((error) => {
      throw new Error(JSON.stringify(error.checked?.diagnostics ?? null), { cause: error });
    });
  };
  const ofReport = ({ changes }: Plan) => changes.find(({ kind }) => kind === "report");
  const shown = () => sandbox.workbook("w")?.publishedDashboard;
  const viewed = (): string => {
    const { config, reportSnapshots } = { config: null, reportSnapshots: null, ...shown() };
    return normal([config, reportSnapshots] as unknown as Json);
  };

  /** Applies what is planned: what changed is what was planned, and viewers are given that. */
  const carryOut = async (planned: Plan, entry: JsonObject, past?: Past): Promise<void> => {
    const before = await live();
    const change = ofReport(planned);
    const published = shown()?.versionNumber;
    const seen = viewed();
    const { results } = await world.apply(planned);
    const after = (await live()) as JsonObject;
    const declared = declaredState(entry, after);
    const made = makes(declared);
    if (before && change) expectHonest(change, asState(before), { entry, made: asState(made) });
    if (past && change)
      expect(
        phantoms(change.fields, { asked: past.asked, rest: asState(past.rest), after: asState(after) }),
      ).toEqual([]);
    const asked = before
      ? (withFields(asState(before), change?.fields ?? []) as unknown as JsonObject)
      : declared;
    expect(normal(after)).toBe(normal(makes(asked)));
    if (!planned.changes.some(({ kind }) => kind === "workbook"))
      expect(shown()?.versionNumber).toBe(published);

    // What a stamp is written on is shown anew if it was changed before.
    for (const { action, visible } of planned.changes)
      expect([action, visible]).toEqual([action, action !== "stamp" && viewed() !== seen]);
    const isKept = extendsMade(asState(declared), asState(made));
    const isWhole =
      isKept ||
      (!!row.trims &&
        extendsMade(mapTexts(declared, (text) => text.trim()) as unknown as State, asState(made)));
    const [code] = results.filter(({ kind }) => kind === "report").map(({ error }) => error?.code);
    if (!change) expect(code).toBe(undefined);
    else if (isWhole || !before) expect(code).toBe(isWhole ? undefined : "did-not-converge");
    else expect([undefined, "did-not-converge"]).toContain(code);
    expectShown(shown()?.reportSnapshots as JsonObject[] | undefined, after);

    const again = await plan(entry);
    expect(ofReport(again)?.fields ?? []).toEqual([]);
    expect(again.changes).toEqual([]);
    expect(driftOf(again).changes).toEqual([]);
  };

  return {
    async run({ first, second, ui, late }) {
      sandbox.reset();
      id = undefined;
      await carryOut(await plan(first), first);

      const rest = (await live()) as JsonObject;
      const past = { asked: first, rest };
      await edit(ui);
      const edited = (await live()) as JsonObject;
      expectDrift(await plan(first), [managed(rest, first), managed(edited, first)], first);

      const planned = await plan(second);
      const published = shown()?.versionNumber;
      await edit(late);
      const moved = (await live()) as JsonObject;
      const change = ofReport(planned);
      // What the files do not manage may be edited meanwhile, and stays.
      const fields = Object.fromEntries(
        (change?.fields ?? []).map(({ path }) => [path.split(/[.[]/, 1)[0], true]),
      );
      const own = (state: JsonObject) =>
        normal(managed(state, { ...first, ...second, ...fields } as JsonObject));
      if (own(moved) === own(edited)) return carryOut(planned, second, past);
      if (change) {
        const { results } = await world.apply(planned);
        for (const { kind, status } of results)
          expect(status).toMatch(kind === "report" ? /^stale$/ : /^skipped$/);
        // Nobody reviewed the edit: no viewer is given it.
        expect(shown()?.versionNumber).toBe(published);
      }
      expect(normal(await live())).toBe(normal(moved));
      await carryOut(await plan(second), second, past);
    },
  };
}

/** What was declared before, and what the platform made of it. */
interface Past {
  asked: JsonObject;
  rest: JsonObject;
}

const QUERY_DEFAULTS = { limit: 10_000, timezone: "UTC" };

/** As the oracle's functions want it; they look at no part by its name but a dashboard's. */
function asState(report: JsonObject): State {
  return report as unknown as State;
}

function stateOf(report: JsonObject | undefined): JsonObject | undefined {
  if (!report) return undefined;
  const { name, title, jsonQuery, sqlQuery, pivotItems, workbookId } = report;
  const { boardwright: _, ...meta } = (report.meta ?? {}) as JsonObject;
  return {
    ...{ name, title, sqlQuery, pivotItems, meta },
    query: typeof jsonQuery === "string" ? (JSON.parse(jsonQuery) as Json) : null,
    workbook: HOMES.find(({ id }) => id === workbookId)?.slug ?? null,
  } as JsonObject;
}

function toWire(field: string, value: Json): Json {
  if (field === "query") return value === null ? null : JSON.stringify(value);
  return field === "workbook" ? (HOMES.find(({ slug }) => slug === value)?.id ?? null) : value;
}

/** What a create leaves. What the file does not say is the platform's or the tool's to choose. */
function declaredState(entry: JsonObject, after: JsonObject): JsonObject {
  const { name = null, meta = null, ...own } = entry;
  const absent = { title: null, query: null, sqlQuery: null, pivotItems: null, workbook: null };
  return { ...absent, ...own, name: name ?? (after.name as Json), meta: meta ?? {} };
}

/** The part of a state that the entry of a file manages. */
function managed(state: JsonObject, entry: JsonObject): JsonObject {
  const isNamed = ([, value]: readonly [string, Json]) => value !== null;
  const keys = isObject(entry.meta) ? Object.entries(entry.meta).filter(isNamed) : [];
  const there = state.meta as JsonObject;
  const meta = keys.map(([key]) => [key, Object.hasOwn(there, key) ? (there[key] as Json) : null] as const);
  const fields = Object.entries(entry).filter((one) => isNamed(one) && one[0] !== "meta");
  return {
    ...Object.fromEntries(fields.map(([field]) => [field, state[field] as Json])),
    meta: Object.fromEntries(meta),
  };
}

/** Viewers see the report as it is: a publication freezes it. */
function expectShown(snapshots: JsonObject[] | undefined, { name, title, sqlQuery, meta }: JsonObject): void {
  const [one] = snapshots ?? [];
  const { boardwright: _, ...there } = (one?.meta ?? {}) as JsonObject;
  expect(
    normal({ name: one?.name, title: one?.title, sqlQuery: one?.sqlQuery, meta: there } as JsonObject),
  ).toBe(normal({ name, title, sqlQuery, meta } as JsonObject));
}

function filled(holder: JsonObject, defaults: JsonObject): JsonObject {
  const missing = Object.entries(defaults).filter(([key]) => (holder[key] ?? null) === null);
  return { ...holder, ...Object.fromEntries(missing) };
}
