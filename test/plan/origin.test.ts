// Whose a difference is: one row of contract 5 each, by the digests of a part then and now.
import { describe, expect, it } from "vitest";
import type { FieldChange, JsonObject, Origin } from "../../src/model/index.ts";
import { partsOf } from "../../src/plan/index.ts";
import { withoutDefaults, withoutFilledIn } from "../../src/plan/stamp/defaults.ts";
import { editedSince } from "../../src/plan/stamp/half-done.ts";
import { originOf, sumOrigins, withOrigins } from "../../src/plan/stamp/origin.ts";
import { canonical, shortDigest } from "../../src/plan/state/canonical.ts";
import { type Difference, diffStates } from "../../src/plan/state/diff.ts";
import { NO_WIDGETS, ORDER_PART, type StampedPart } from "../../src/plan/state/parts.ts";

const sides = (live: string, files: string, stamped: StampedPart | undefined) => ({
  live: new Map(live === "0" ? [] : [["name", live]]),
  desired: new Map(files === "0" ? [] : [["name", files]]),
  stamped: new Map(stamped ? [["name", stamped]] : []),
});
const as = (asked: string, returned = asked): StampedPart => ({ asked, returned });

describe("the origin of a part", () => {
  it.each<[string, string, StampedPart | undefined, Origin]>([
    ["aa", "bb", undefined, "unknown"],
    ["aa", "bb", as("aa"), "git"],
    ["bb", "aa", as("aa"), "live"],
    ["bb", "cc", as("aa"), "both"],
    ["bb", "bb", as("aa"), "both"],
    ["0", "aa", as("aa"), "live"],
    ["aa", "0", as("aa"), "git"],
    ["0", "aa", as("0"), "git"],
    ["aa", "aa", as("aa"), "git"],
    ["a2", "bb", as("aa", "a2"), "git"],
    ["aa", "aa", as("aa", "a2"), "live"],
  ])("live %s, files %s, stamp %j: %s", (live, files, stamped, origin) => {
    expect(originOf("name", sides(live, files, stamped))).toBe(origin);
  });

  it("is no difference where the platform answered it its own way and neither side moved", () => {
    const difference: Difference = { path: "name", change: "changed", before: "A", after: "a" };
    expect(withOrigins([difference], sides("a2", "aa", as("aa", "a2")))).toEqual([]);
    expect(withOrigins([difference], sides("a3", "aa", as("aa", "a2")))).toMatchObject([{ origin: "live" }]);
    expect(withOrigins([difference], sides("a2", "bb", as("aa", "a2")))).toMatchObject([{ origin: "git" }]);
    expect(withOrigins([difference], sides("aa", "aa", as("aa")))).toHaveLength(1);
  });

  it.each<[Origin[], Origin]>([
    [[], "unknown"],
    [["unknown"], "unknown"],
    [["git", "unknown"], "git"],
    [["live", "unknown"], "live"],
    [["git", "live"], "both"],
    [["both", "git"], "both"],
  ])("%j sum up to %s", (origins, sum) => {
    expect(sumOrigins(origins.map((origin) => ({ origin }) as FieldChange))).toBe(sum);
  });
});

const text = (value: JsonObject) => shortDigest(canonical(value));

describe("defaults in a part that the files change", () => {
  const asked = { id: "a", x: 0 };
  const live = { dashboard: { title: "T", widgets: [{ ...asked, shadow: false }] } };
  const desired = { dashboard: { title: "T", widgets: [{ id: "a", x: 4 }] } };
  const stamped = new Map([["dashboard.widgets[a]", as(text(asked), text({ ...asked, shadow: false }))]]);
  const paths = (known: ReadonlyMap<string, StampedPart>) =>
    withoutDefaults(diffStates(live, desired), live, desired, known).map(({ path }) => path);

  it("are no difference, where live without them is what was asked", () => {
    expect(paths(stamped)).toEqual(["dashboard.widgets[a].x"]);
  });

  it("are one where live moved since, or nothing is known", () => {
    const all = ["dashboard.widgets[a].shadow", "dashboard.widgets[a].x"];
    expect(paths(new Map())).toEqual(all);
    expect(
      paths(new Map([["dashboard.widgets[a]", as(text(asked), text({ ...asked, shadow: true }))]])),
    ).toEqual(all);
    expect(paths(new Map([["dashboard.widgets[a]", as("ffff", text({ ...asked, shadow: false }))]]))).toEqual(
      all,
    );
  });

  it("are left alone by the request that takes away the rest", () => {
    const draft = { title: "T", theme: { dark: false }, layout: { cols: 12, rows: 4, mine: 1 } };
    const known = new Map([
      ["dashboard.theme", as("0", text({ dark: false }))],
      ["dashboard.layout", as(text({ cols: 12, mine: 1 }), text(draft.layout))],
    ]);
    const files = { dashboard: { title: "T", layout: { cols: 10 } } };
    expect(withoutFilledIn(draft, { dashboard: draft }, files, known)).toEqual({
      title: "T",
      layout: { cols: 12, mine: 1 },
    });
    expect(withoutFilledIn(draft, { dashboard: draft }, files, new Map())).toEqual(draft);
  });
});

describe("edits since a run that did not come to its end", () => {
  const side = (dashboard: JsonObject) => ({ state: { dashboard }, parts: partsOf({ dashboard }) });
  const asked = { title: "T", widgets: [{ id: "a", x: 0 }] };
  const open = partsOf({ dashboard: asked });
  const edited = (live: JsonObject, known = open) =>
    [...editedSince(known, side(live), side(asked)).keys()].sort();

  it.each<[string, JsonObject, string[]]>([
    ["none", asked, []],
    ["none, with a default", { title: "T", widgets: [{ id: "a", x: 0, shadow: false }] }, []],
    ["another value", { title: "U", widgets: [{ id: "a", x: 0 }] }, ["dashboard.title"]],
    ["a value that is gone", { widgets: [{ id: "a", x: 0 }] }, ["dashboard.title"]],
    ["a widget moved", { title: "T", widgets: [{ id: "a", x: 4 }] }, ["dashboard.widgets[a]"]],
    ["a widget more", { title: "T", widgets: [{ id: "a", x: 0 }, { id: "b" }] }, ["dashboard.widgets[b]"]],
    ["a widget less", { title: "T", widgets: [] }, ["dashboard.widgets[a]"]],
  ])("%s", (_, live, parts) => expect(edited(live)).toEqual(parts));

  it("see an order changed, and nothing in a shell that was filled", () => {
    const two = { widgets: [{ id: "a" }, { id: "b" }] };
    const known = partsOf({ dashboard: two });
    expect([...editedSince(known, side({ widgets: [{ id: "b" }, { id: "a" }] }), side(two)).keys()]).toEqual([
      ORDER_PART,
    ]);
    expect(edited({}, new Map([[ORDER_PART, NO_WIDGETS]]))).toEqual([]);
  });
});
