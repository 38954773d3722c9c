// The three-way comparison against an oracle that is written the other way round: from the leaves up instead of from the top down.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FieldChange, isObject, type Json, type JsonObject } from "../../src/model/index.ts";
import { type ComparedState, canonical, widgetsById } from "../../src/plan/index.ts";
import { type Base, decodeBase, encodeBase } from "../../src/plan/stamp/base.ts";
import { predictAnswer } from "../../src/plan/stamp/predict-answer.ts";
import { compareStates } from "../../src/plan/stamp/three-way.ts";
import { isWidget } from "../../src/plan/state/widgets.ts";
import { runs } from "../support/runs.ts";
import { dashboard, json } from "../support/states.ts";

/** Few keys and values, so that the sides meet: what is interesting happens where two of them are equal. */
const leaf = fc.oneof(
  fc.integer({ min: 0, max: 2 }),
  fc.constantFrom<Json>("a", "", [], [1], [{ a: 1 }], {}),
);
const inner = fc.dictionary(fc.constantFrom("a", "", "b c"), leaf, { maxKeys: 3 });
const value = fc.oneof(leaf, inner, fc.dictionary(fc.constantFrom("x", "y"), inner, { maxKeys: 2 }));
const widgetList = fc
  .uniqueArray(fc.constantFrom("p", "q", "r s"), { maxLength: 3 })
  .chain((ids) => fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), config: inner }))));
const board = fc.record(
  { title: leaf, settings: value, theme: value, widgets: widgetList },
  { requiredKeys: [] },
);
const state = fc
  .record({
    name: fc.constantFrom("n", "m"),
    meta: fc.dictionary(fc.constantFrom("k", "l"), value),
    dashboard: board,
  })
  .map((raw) => JSON.parse(canonical(raw as JsonObject)) as ComparedState);
const base: fc.Arbitrary<Base> = fc
  .tuple(state, fc.option(state, { nil: undefined }))
  .map(([asked, answered]) => (answered ? { asked, answered } : { asked }));

type Leaves = Map<string, string>;
const ABSENT = "absent";

/** Every place of a state, as a JSON path with widgets by id, and its canonical text. */
function places(root: Json | undefined): Leaves {
  const found: Leaves = new Map();
  const visit = (at: Json | undefined, path: string[]): void => {
    if (at === undefined) return;
    found.set(JSON.stringify(path), canonical(at));
    if (!isObject(at)) return;
    for (const [key, item] of Object.entries(at)) {
      if (path.join() === "dashboard" && key === "widgets") {
        found.set(JSON.stringify([...path, key]), canonical(item));
        for (const [id, widget] of widgetsById(at)) visit(widget, [...path, "widgets", `#${id}`]);
      } else visit(item, [...path, key]);
    }
  };
  visit(root, []);
  return found;
}

/** The same kind of path, of a field of a plan. */
function placeOf(path: string): string {
  const keys: string[] = [];
  const token = /\.?([^.[\]]+)|\[("(?:[^"\\]|\\.)*"|[^\]]*)\]/gy;
  for (const [, key, bracket] of path.matchAll(token)) {
    const text = key ?? (bracket?.startsWith('"') ? (JSON.parse(bracket) as string) : (bracket as string));
    const isWidget = keys.length === 2 && keys.join() === "dashboard,widgets";
    keys.push(isWidget ? `#${text}` : text);
  }
  return JSON.stringify(keys);
}

const at = (leaves: Leaves, path: string) => leaves.get(path) ?? ABSENT;

describe("compareStates", () => {
  it("finds something exactly where the texts differ, if there is no base", () => {
    fc.assert(
      fc.property(state, state, (live, desired) => {
        const { fields } = compareStates(live, desired, undefined);
        expect(fields.length > 0).toBe(canonical(live as JsonObject) !== canonical(desired as JsonObject));
        expect(fields.every(({ origin }) => origin === "unknown")).toBe(true);
      }),
      { numRuns: runs(3000) },
    );
  });

  it("says of each field what the four sides say of that place", () => {
    fc.assert(
      fc.property(state, state, base, (live, desired, known) => {
        const sides = [live, desired, known.asked, known.answered ?? known.asked].map((side) =>
          places(side as Json),
        ) as [Leaves, Leaves, Leaves, Leaves];
        for (const field of compareStates(live, desired, known).fields) {
          if (field.change === "reordered") continue;
          const path = placeOf(field.path);
          const [l, d, a, e] = sides.map((leaves) => at(leaves, path)) as [string, string, string, string];
          // What the files leave as it was, the platform leaves with what it filled in.
          const made = d === a && onlyAdds(d, e) ? e : d;
          expect([textOf(field.before), textOf(field.after)]).toEqual([l, made]);
          expect(l).not.toBe(made);
          const isUnmanaged =
            !field.path.startsWith("dashboard") &&
            !isAbsent(topOf(path), sides[0]) &&
            isAbsent(topOf(path), sides[2], sides[3]);
          const expected = isUnmanaged ? "unknown" : l === e ? "git" : d === a ? "live" : "both";
          expect(`${field.path}: ${field.origin}`).toBe(`${field.path}: ${expected}`);
          if (l !== e && !isUnmanaged) expect(canonical(field.base ?? null)).toBe(e === ABSENT ? "null" : e);
          else expect(field.base).toBeUndefined();
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  it("never says that a default goes: nobody can take it away", () => {
    fc.assert(
      fc.property(state, state, base, (live, desired, known) => {
        const [l, a, e] = [live, known.asked, known.answered ?? known.asked].map((side) =>
          places(side as Json),
        ) as [Leaves, Leaves, Leaves];
        for (const { path, change } of compareStates(live, desired, known).fields) {
          if (change !== "removed" || isWidget(path)) continue;
          const [inner, prefix] = [placeOf(path), `${placeOf(path).slice(0, -1)},`];
          const gone = [...l.keys()].filter((key) => key === inner || key.startsWith(prefix));
          const isDefault = (key: string) => at(l, key) === at(e, key) && isFilledIn(key, a);
          const defaults = gone.filter((key) => isLeaf(key, l) && isDefault(key));
          expect([path, defaults]).toEqual([path, []]);
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  it("leaves out nothing but what neither side moved since the platform answered", () => {
    fc.assert(
      fc.property(state, state, base, (live, desired, known) => {
        const { fields } = compareStates(live, desired, known);
        const [l, d, a, e] = [live, desired, known.asked, known.answered ?? known.asked].map((side) =>
          places(side as Json),
        ) as [Leaves, Leaves, Leaves, Leaves];
        const named = fields.map(({ path }) => placeOf(path));
        for (const path of new Set([...l.keys(), ...d.keys()])) {
          if (path === '["dashboard","widgets"]' || at(l, path) === at(d, path)) continue;
          const isSettled = at(l, path) === at(e, path) && at(d, path) === at(a, path);
          const isNamed = named.some((name) => isAlong(name, path));
          if (!isSettled && isLeaf(path, l, d)) expect(`${path} ${isNamed}`).toBe(`${path} true`);
        }
      }),
      { numRuns: runs(5000) },
    );
  });

  it("names what the platform had filled in and is gone, which is no difference, where the files ask for its place as they did", () => {
    fc.assert(
      fc.property(state, base, (desired, known) => {
        const live = desired;
        const [l, a, e] = [live, known.asked, known.answered ?? known.asked].map((side) =>
          places(side as Json),
        ) as [Leaves, Leaves, Leaves];
        const { fields, lost: named } = compareStates(live, desired, known);
        expect(fields).toEqual([]);
        const lost = [...e.keys()].filter((path) => !a.has(path) && !l.has(path) && isAskedStill(path, l, a));
        const isIn = (path: string, other: string) => other.length < path.length && isAlong(other, path);
        const tops = lost.filter((path) => !lost.some((other) => isIn(path, other)));
        expect(named.map(placeOf).sort()).toEqual(tops.sort());
      }),
      { numRuns: runs(5000) },
    );
  });

  it("shows nothing once a platform with any defaults answered, and only the edits made since", () => {
    fc.assert(
      fc.property(dashboard, json, (board, filled) => {
        const asked = normal({ dashboard: board });
        const answered = withDefault(asked, filled);
        expect(compareStates(answered, asked, { asked, answered }).fields).toEqual([]);
        const edited = normal({ dashboard: { ...answered.dashboard, title: "by hand" } });
        const fields = compareStates(edited, asked, { asked, answered }).fields;
        expect(fields.map(({ path, origin }) => [path, origin])).toEqual([["dashboard.title", "live"]]);
        expect(predictAnswer(asked, { asked, answered })).toEqual(answered);
      }),
    );
  });

  it("keeps apart any two people who edit different fields", () => {
    fc.assert(
      fc.property(
        state,
        fc.integer({ min: 10, max: 20 }),
        fc.integer({ min: 30, max: 40 }),
        (asked, mine, theirs) => {
          const git = { ...asked, dashboard: { ...asked.dashboard, title: mine } };
          const ui = { ...asked, dashboard: { ...asked.dashboard, settings: { refresh: theirs } } };
          const { fields } = compareStates(ui, git, { asked });
          expect(fields.filter(({ origin }) => origin === "both")).toEqual([]);
          expect(fields.find(({ path }) => path === "dashboard.title")?.origin).toBe("git");
        },
      ),
    );
  });
});

describe("the base", () => {
  it("comes back from its text, which is the same whatever the order of keys", () => {
    fc.assert(
      fc.property(state, fc.option(state, { nil: undefined }), (asked, answered) => {
        const text = encodeBase({ asked, ...(answered && { answered }) });
        const same = answered && canonical(answered as JsonObject) !== canonical(asked as JsonObject);
        expect(decodeBase(text)).toEqual(same ? { asked, answered } : { asked });
        expect(encodeBase({ asked, answered: null })).not.toBe(text);
      }),
    );
  });

  it("is none if its text was cut off, changed, or holds something else", () => {
    const text = encodeBase({ asked: { name: "Revenue", dashboard: { title: "A".repeat(400) } } });
    expect(decodeBase(text.slice(0, 12))).toBeUndefined();
    expect(decodeBase("")).toBeUndefined();
    expect(decodeBase(`!${text}`.replaceAll("A", "é"))).toBeUndefined();
  });
});

function textOf(side: FieldChange["before"]): string {
  return side === undefined ? ABSENT : canonical(side);
}

/** Whether every place around it is an object on both sides, or on neither, and the two of them are managed. */
function isAskedStill(path: string, desired: Leaves, asked: Leaves): boolean {
  const keys = JSON.parse(path) as string[];
  const managed = keys[0] === "dashboard" ? 1 : 2;
  const isWidget = keys.length === 3 && keys[2]?.startsWith("#");
  if (keys.length <= managed || isWidget) return false;
  return keys.slice(0, -1).every((_, index) => {
    const around = JSON.stringify(keys.slice(0, index + 1));
    if (around === '["dashboard","widgets"]') return true;
    const kinds = [desired, asked].map((side) => at(side, around).startsWith("{"));
    const isAbsent = [desired, asked].every((side) => !side.has(around));
    return (kinds[0] && kinds[1]) || (isAbsent && index >= managed && !keys[index]?.startsWith("#"));
  });
}

/** Of canonical texts: whether the platform filled in something. */
function onlyAdds(asked: string, answered: string): boolean {
  if (asked === ABSENT || answered === ABSENT) return asked === ABSENT && answered !== ABSENT;
  const adds = (a: Json | undefined, b: Json | undefined): boolean => {
    if (Array.isArray(a) && Array.isArray(b))
      return a.length === b.length && a.every((item, i) => adds(item, b[i]));
    if (isObject(a) && isObject(b)) return Object.keys(a).every((key) => adds(a[key], b[key]));
    return JSON.stringify(a) === JSON.stringify(b);
  };
  return adds(JSON.parse(asked), JSON.parse(answered));
}

/** Outside of the dashboard the base speaks of whole keys: `name`, `meta.k`. */
function topOf(path: string): string {
  const keys = JSON.parse(path) as string[];
  return JSON.stringify(keys.slice(0, keys[0] === "meta" ? 2 : 1));
}

function isAbsent(path: string, ...sides: Leaves[]): boolean {
  return sides.every((side) => !side.has(path));
}

function isAlong(name: string, path: string): boolean {
  const [one, two] = [JSON.parse(name) as string[], JSON.parse(path) as string[]];
  const short = Math.min(one.length, two.length);
  return JSON.stringify(one.slice(0, short)) === JSON.stringify(two.slice(0, short));
}

/** Not asked for, nor is it in the place of something else that was. */
function isFilledIn(path: string, asked: Leaves): boolean {
  const keys = JSON.parse(path) as string[];
  const above = keys.map((_, index) => JSON.stringify(keys.slice(0, index))).filter((one) => asked.has(one));
  const isHolder = (one: string) => at(asked, one).startsWith("{") || one === '["dashboard","widgets"]';
  return !asked.has(path) && above.every(isHolder);
}

function isLeaf(path: string, ...sides: Leaves[]): boolean {
  const prefix = `${path.slice(0, -1)},`;
  return !sides.some((side) => [...side.keys()].some((key) => key.startsWith(prefix)));
}

function normal(raw: JsonObject): ComparedState {
  return JSON.parse(canonical(raw)) as ComparedState;
}

function withDefault(asked: ComparedState, filled: Json): ComparedState {
  const board = asked.dashboard ?? {};
  const settings = isObject(board.settings) ? board.settings : {};
  return normal({
    ...(asked as JsonObject),
    dashboard: { ...board, settings: { "filled in": filled, ...settings } },
  });
}
