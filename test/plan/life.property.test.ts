// A workbook's life: edits in Git and in the UI, applies, runs that are cut off after any request and gone on with, on platforms that
// merge and fill in as they please. Whatever happens: no edit of the UI is overwritten by a plan without a hazard; after an apply there
// is nothing to plan; an update has a field; and no field is listed that neither side changed.
import fc from "fast-check";
import { expect, it } from "vitest";
import { write } from "../../src/apply/write.ts";
import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  parseFieldPath,
  readStamp,
} from "../../src/model/index.ts";
import {
  baseOf,
  canonical,
  fingerprint,
  holdsRequest,
  isBegun,
  isBlank,
  type LiveWorkbook,
  widgetsById,
} from "../../src/plan/index.ts";
import { defaultName } from "../../src/plan/stamp/request.ts";
import { extendsValue } from "../../src/plan/state/canonical.ts";
import { runs } from "../support/runs.ts";
import { CutOff, createModelPlatform, FILLERS, type ModelPlatform } from "./life.ts";
import { planOf } from "./support.ts";

/** More by hand: BOARDWRIGHT_RUNS=10000. */
const RUNS = runs(300);

const scalar = fc.constantFrom<Json>(0, 1, "a", false, true);
const bag = fc.dictionary(
  fc.constantFrom("a", "b", "k3", "dark", "", "x y"),
  fc.oneof(scalar, fc.constant<Json>({}), fc.constant<Json>({ a: 1 })),
  { maxKeys: 3 },
);
const files = fc.dictionary(fc.constantFrom("a.js", "b.js", "c.js"), fc.constantFrom("1", "2"), {
  maxKeys: 3,
});
const widget = (id: string) =>
  fc.record(
    { id: fc.constant(id), type: fc.constantFrom("CHART", "FILTER", "TEXT"), config: bag, style: bag },
    { requiredKeys: ["id", "type"] },
  );
const IDS = ["p", "q", "r s"];
const rows = fc.array(fc.record({ a: scalar }), { maxLength: 2 });
const board: fc.Arbitrary<JsonObject> = fc.record(
  {
    title: fc.constantFrom("T", "U"),
    description: fc.constantFrom("none yet", "mine"),
    settings: bag,
    theme: fc.oneof(bag, fc.constantFrom<Json>("dark", { font: { family: "serif", size: 1 } })),
    rows,
    app: fc.record({ files, entry: fc.constantFrom("a.js", "b.js") }, { requiredKeys: [] }),
    widgets: fc.shuffledSubarray(IDS).chain((ids) => fc.tuple(...ids.map(widget))),
  },
  { requiredKeys: ["title"] },
) as fc.Arbitrary<JsonObject>;
const entry: fc.Arbitrary<JsonObject> = fc.record(
  {
    name: fc.constantFrom("N", "M"),
    meta: fc.dictionary(fc.constantFrom("team", "o"), fc.oneof(scalar, bag)),
    dashboard: board,
  },
  { requiredKeys: ["dashboard"] },
) as fc.Arbitrary<JsonObject>;

/** One thing that somebody does to a dashboard, in a file or in the UI. */
type Edit =
  | { set: string; to: Json }
  | { into: string; put: JsonObject }
  | { drop: string; at?: number }
  | { widget: JsonObject }
  | { within: number; field: string; put: JsonObject }
  | { without: number }
  | { reverse: true };
const edit: fc.Arbitrary<Edit> = fc.oneof(
  board.chain((source) =>
    fc.constantFrom(...Object.keys(source)).map((set) => ({ set, to: source[set] as Json })),
  ),
  fc.record({ into: fc.constantFrom("settings", "theme"), put: bag }),
  files.map((map) => ({ into: "app", put: { files: map } })),
  fc.record({ drop: fc.constantFrom("title", "description", "settings", "theme", "rows", "app", "widgets") }),
  fc.record({ drop: fc.constantFrom("settings", "theme", "app"), at: fc.nat(30) }),
  fc
    .constantFrom(...IDS)
    .chain(widget)
    .map((one) => ({ widget: one as JsonObject })),
  fc.record({ within: fc.nat(2), field: fc.constantFrom("config", "style"), put: bag }),
  fc.record({ without: fc.nat(2) }),
  fc.constant({ reverse: true as const }),
);

function perform(edit: Edit, draft: JsonObject): void {
  const widgets = Array.isArray(draft.widgets) ? (draft.widgets as JsonObject[]) : [];
  const merged = (holder: JsonObject, key: string, put: JsonObject) => {
    holder[key] = { ...(isObject(holder[key]) ? holder[key] : {}), ...put };
  };
  if ("set" in edit) draft[edit.set] = edit.to;
  else if ("into" in edit) merged(draft, edit.into, edit.put);
  else if ("drop" in edit) {
    const inner = draft[edit.drop];
    if (edit.at === undefined) delete draft[edit.drop];
    else if (isObject(inner)) delete inner[Object.keys(inner)[edit.at] ?? "none"];
  } else if ("widget" in edit)
    draft.widgets = [...widgets.filter(({ id }) => id !== edit.widget.id), edit.widget];
  else if ("within" in edit)
    for (const one of widgets.slice(edit.within, edit.within + 1)) merged(one, edit.field, edit.put);
  else if ("without" in edit) draft.widgets = widgets.filter((_, at) => at !== edit.without);
  else draft.widgets = [...widgets].reverse();
}

type Step =
  | { do: "file"; edit: Edit }
  | { do: "declare"; entry: JsonObject }
  | { do: "ui"; edit: Edit }
  | { do: "rename"; name: string; meta: JsonObject }
  | { do: "apply"; allow: boolean; cutOff: number | undefined }
  | { do: "resume"; cutOff: number | undefined };
const cutOff = fc.option(fc.nat(6), { nil: undefined, freq: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("file" as const), edit }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("declare" as const), entry }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("ui" as const), edit }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("rename" as const),
      name: fc.constantFrom("N", "M", "O"),
      meta: fc.dictionary(fc.constantFrom("team", "o"), scalar),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("apply" as const), allow: fc.boolean(), cutOff }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("resume" as const), cutOff }) },
);
const options = fc.record({
  merge: fc.constantFrom("shallow" as const, "deep" as const),
  keepsNulls: fc.boolean(),
  fillers: fc.subarray(Object.keys(FILLERS) as (keyof typeof FILLERS)[]),
});

it("loses no edit, lists no phantom, and comes to rest", async () => {
  await fc.assert(
    fc.asyncProperty(
      options,
      fc.boolean(),
      entry,
      fc.array(step, { maxLength: 14 }),
      async (platform, adopts, first, steps) => {
        const life = begin(createModelPlatform(platform), first);
        if (adopts) {
          // Somebody made it in the UI before any file declared it.
          await life.platform.context.platform.upsertWorkbook(
            1,
            "a",
            { name: "Theirs", meta: { dashboardDraft: { title: "Theirs" } } } as never,
            { onAttempt: () => {} } as never,
          );
        }
        for (const one of steps) await life.take(one);
        await life.take({ do: "apply", allow: true, cutOff: undefined });
        expect(life.changes()).toEqual([]);
      },
    ),
    { numRuns: RUNS },
  );
});

function begin(platform: ModelPlatform, first: JsonObject) {
  let files = first;
  /** After the last apply that came to its end. */
  let rest: { live: JsonObject; files: JsonObject } | undefined;
  /** After the last request of ours. */
  let left: JsonObject = {};
  let begun: { change: Change; files: JsonObject } | undefined;
  const now = () => stateOf(platform.live());
  const changes = () => {
    const live = platform.live();
    return planOf({ entries: { a: files }, live: live ? [live] : [] }).changes;
  };

  const carryOut = async (
    change: Change,
    cut: number | undefined,
    { planned, isGoneOn = false }: { planned: JsonObject; isGoneOn?: boolean },
  ): Promise<void> => {
    const [before, stamp] = [now(), readStamp(platform.live()?.meta)];
    platform.cutOffAfter(cut ?? Number.POSITIVE_INFINITY);
    const writing = write(platform.context, change, {
      answers: {},
      shell: undefined,
      waitsFor: [],
    });
    const result = await writing.catch((error: unknown) => {
      if (error instanceof CutOff) return undefined;
      throw error;
    });
    platform.cutOffAfter(Number.POSITIVE_INFINITY);
    const isDone = result?.status === "applied";
    if (result) expect([result.status, result.error]).toEqual(["applied", undefined]);
    if (change.hazards.length === 0) {
      const base = baseOf(stamp);
      const open = base?.answered === null ? leavesOf(base.asked as JsonObject) : undefined;
      expectKept({ left, before, after: now(), declared: stateOfEntry(planned), open });
    }
    const isEdited = isGoneOn && canonical(before) !== canonical(left);
    left = now();
    begun = isDone ? undefined : { change, files: planned };
    rest = isDone && !isEdited ? { live: now(), files: planned } : undefined;
    // A plan that is gone on with does not know what was edited since it was made: that is left, as an edit.
    const isLeft = ({ fields }: Change) => isEdited && fields.every(({ origin }) => origin === "live");
    if (isDone && planned === files) expect(changes().filter((one) => !isLeft(one))).toEqual([]);
  };

  return {
    platform,
    changes,
    async take(step: Step): Promise<void> {
      if (step.do === "file") {
        const copy = JSON.parse(JSON.stringify(files)) as JsonObject & { dashboard: JsonObject };
        perform(step.edit, copy.dashboard);
        files = copy;
      } else if (step.do === "declare") files = step.entry;
      else if (step.do === "ui") platform.edit(({ draft }) => perform(step.edit, draft));
      else if (step.do === "rename") {
        platform.edit((workbook) => {
          workbook.name = step.name;
          Object.assign(workbook.meta, step.meta);
        });
      } else if (step.do === "apply") {
        const [change] = changes();
        if (!change) return;
        expectHonest(change, rest, { live: now(), files });
        if (change.hazards.length === 0 || step.allow)
          await carryOut(change, step.cutOff, { planned: files });
      } else if (begun) {
        const change = goOn(begun.change, platform.live());
        // What nobody edited is gone on with.
        if (!change) expect(canonical(now())).not.toBe(canonical(left));
        else
          await carryOut({ ...change, hazards: [] }, step.cutOff, { planned: begun.files, isGoneOn: true });
      }
    },
  };
}

/** A saved plan's change, picked up again as src/apply/pick-up.ts does; undefined if it is refused. */
function goOn(change: Change, live: LiveWorkbook | undefined): Change | undefined {
  if (!live || (change.id === null && isBlank(live))) return change.id === null ? change : undefined;
  const mark = fingerprint(live, { ignored: [] }, change);
  if (change.id === live.id && mark === change.fingerprint) return change;
  const request = change.request as JsonObject;
  const isIts = holdsRequest(request, live, []) || isBegun(request, live, []);
  return isIts ? { ...change, id: live.id, fingerprint: mark } : undefined;
}

/** An update has a field, and each field was changed by somebody, whom its origin names. */
function expectHonest(
  change: Change,
  rest: { live: JsonObject; files: JsonObject } | undefined,
  is: { live: JsonObject; files: JsonObject },
): void {
  if (change.action === "update") expect(change.fields.length).toBeGreaterThan(0);
  if (!rest) return;
  const declared = [stateOfEntry(rest.files), stateOfEntry(is.files)] as const;
  for (const { path, origin, change: kind } of change.fields) {
    const at = (state: JsonObject) => (kind === "reordered" ? orderOf(state) : valueIn(state, path));
    const isSame = (one: JsonObject, other: JsonObject) => text(at(one)) === text(at(other));
    // A widget that Git makes one of another type loses what was filled in for the old one.
    const type = /^dashboard\.widgets\[(?:"(?:[^"\\]|\\.)*"|[^\]]*)\]/.exec(path)?.[0];
    const [was, willBe] = declared.map((state) => type && valueIn(state, `${type}.type`));
    const isRetyped =
      was !== undefined && willBe !== undefined && was !== willBe && at(rest.live) !== undefined;
    const [live, files] = [!isSame(rest.live, is.live), isRetyped || !isSame(declared[0], declared[1])];
    const steps = parseFieldPath(path).slice(0, path.startsWith("meta") ? 2 : 1);
    const isIn = (state: JsonObject): boolean =>
      steps.reduce<Json | undefined>(
        (value, one) => (isObject(value) && "key" in one ? value[one.key] : undefined),
        state,
      ) !== undefined;
    // The name that a create gave is ours, and nobody's is what is not there.
    const isGiven = path === "name" && is.live.name === defaultName("a", declared[0]);
    if (!isIn(declared[0]))
      expect([path, origin]).toEqual([path, isIn(is.live) && !isGiven ? "unknown" : "git"]);
    else if (kind === "reordered") expect([path, live || files]).toEqual([path, true]);
    else
      expect([path, origin]).toEqual([path, live ? (files ? "both" : "live") : files ? "git" : "nobody's"]);
  }
}

/** Nothing that somebody did in the UI since our last request is gone. */
function expectKept({
  left,
  before,
  after,
  declared,
  open,
}: {
  left: JsonObject;
  before: JsonObject;
  after: JsonObject;
  declared: JsonObject;
  open: Map<string, string> | undefined;
}): void {
  const [was, is, then, files] = [left, before, after, declared].map(leavesOf) as [
    Map<string, string>,
    Map<string, string>,
    Map<string, string>,
    Map<string, string>,
  ];
  /** What is only there besides, after a run that was cut off, may be a default (docs/decisions/stamp.md). */
  const mayBeDefault = (path: string) => {
    if (!open) return false;
    if (open.has(path))
      return extendsValue(JSON.parse(open.get(path) as string), JSON.parse(is.get(path) ?? "null"));
    const [top, , id] = JSON.parse(path) as string[];
    if (top !== "dashboard") return false;
    return !id?.startsWith("#") || [...open.keys()].some((key) => (JSON.parse(key) as string[])[2] === id);
  };
  for (const path of new Set([...was.keys(), ...is.keys()])) {
    if (
      was.get(path) === is.get(path) ||
      [was, is].some((side) => side.get(path) === "{}") ||
      mayBeDefault(path)
    )
      continue;
    const lost = is.has(path) ? then.get(path) !== is.get(path) : then.has(path) && files.has(path);
    if (lost) expect(`${path}: ${is.get(path)}`).toBe(`kept, and not ${then.get(path)}`);
  }
  const order = (state: JsonObject, others: JsonObject) =>
    orderOf(state)
      .filter((id) => orderOf(others).includes(id))
      .join();
  if (order(left, before) !== order(before, left)) expect(order(after, before)).toBe(order(before, after));
}

function stateOf(live: LiveWorkbook | undefined): JsonObject {
  if (!live) return {};
  const { boardwright: _, ...meta } = live.meta;
  return JSON.parse(canonical({ name: live.name, meta, dashboard: live.draft ?? {} })) as JsonObject;
}

function stateOfEntry({ name, meta, dashboard }: JsonObject): JsonObject {
  return JSON.parse(
    canonical({ name: name ?? null, meta: meta ?? null, dashboard: dashboard ?? null }),
  ) as JsonObject;
}

function orderOf(state: JsonObject): string[] {
  return [...widgetsById(isObject(state.dashboard) ? state.dashboard : {}).keys()];
}

function valueIn(state: JsonObject, path: string): Json | undefined {
  return parseFieldPath(path).reduce<Json | undefined>((value, one) => {
    if ("widget" in one) return widgetsById({ widgets: value ?? [] }).get(one.widget);
    return "key" in one && isObject(value) && Object.hasOwn(value, one.key) ? value[one.key] : undefined;
  }, state);
}

function text(value: Json | undefined): string {
  return value === undefined ? "not there" : canonical(value);
}

/** JSON path, widgets by `#id` → canonical text; a list is a leaf, and so is an empty object. */
function leavesOf(state: JsonObject): Map<string, string> {
  const leaves = new Map<string, string>();
  const visit = (value: Json, path: string[]): void => {
    if (path.join() === "dashboard,widgets" && Array.isArray(value)) {
      for (const [id, one] of widgetsById({ widgets: value })) visit(one, [...path, `#${id}`]);
    } else if (isObject(value) && Object.keys(value).length > 0) {
      for (const [key, item] of Object.entries(value)) visit(item as Json, [...path, key]);
    } else leaves.set(JSON.stringify(path), canonical(value));
  };
  visit(state, []);
  return leaves;
}
