// The three-way comparison, row by row: what differs, whose it is (contract 5), and what is the platform's own.
import { describe, expect, it } from "vitest";
import type { FieldChange, Json, JsonObject, Origin } from "../../src/model/index.ts";
import { type ComparedState, canonical } from "../../src/plan/index.ts";
import type { Base } from "../../src/plan/stamp/base.ts";
import { predictAnswer } from "../../src/plan/stamp/predict-answer.ts";
import { withRestored } from "../../src/plan/stamp/request.ts";
import { compareStates, sumOrigins } from "../../src/plan/stamp/three-way.ts";
import { extendsValue } from "../../src/plan/state/canonical.ts";
import { isWidget } from "../../src/plan/state/widgets.ts";

const widget = (id: string, x = 0, more: JsonObject = {}): JsonObject => ({ id, position: { x }, ...more });
const board = (...widgets: JsonObject[]): ComparedState => ({ dashboard: { widgets } });
const shown = (live: ComparedState, desired: ComparedState, base?: Base) =>
  compareStates(live, desired, base).fields.map(({ path, change, before, after }) => [
    path,
    change,
    before,
    after,
  ]);
const origins = (live: ComparedState, desired: ComparedState, base?: Base) =>
  Object.fromEntries(compareStates(live, desired, base).fields.map(({ path, origin }) => [path, origin]));

const bothOf = (...ids: string[]): Record<string, Origin> =>
  Object.fromEntries(ids.map((id) => [`dashboard.widgets[${id}]`, "git"]));

describe("differences", () => {
  it.each<[string, ComparedState, ComparedState, unknown[]]>([
    ["none", { name: "A", ...board(widget("a")) }, { name: "A", ...board(widget("a")) }, []],
    ["a value", { name: "A" }, { name: "B" }, [["name", "changed", "A", "B"]]],
    ["a key that came", { meta: {} }, { meta: { a: 1 } }, [["meta.a", "added", undefined, 1]]],
    ["a key that went", { meta: { a: 1 } }, { meta: {} }, [["meta.a", "removed", 1, undefined]]],
    ["an odd key", { meta: { "a b": 1 } }, { meta: { "a b": 2 } }, [['meta["a b"]', "changed", 1, 2]]],
    [
      "an empty key that came",
      { meta: { a: {} } },
      { meta: { a: { "": 1 } } },
      [['meta.a[""]', "added", undefined, 1]],
    ],
    [
      "an empty key of the dashboard, beside another",
      { dashboard: { s: { a: 1 } } },
      { dashboard: { s: { a: 2, "": { b: 1 } } } },
      [
        ["dashboard.s.a", "changed", 1, 2],
        ['dashboard.s[""]', "added", undefined, { b: 1 }],
      ],
    ],
    [
      "an empty object that came",
      { dashboard: {} },
      { dashboard: { s: {} } },
      [["dashboard.s", "added", undefined, {}]],
    ],
    [
      "an empty object that went",
      { dashboard: { s: {} } },
      { dashboard: {} },
      [["dashboard.s", "removed", {}, undefined]],
    ],
    [
      "an empty list that is an object",
      { dashboard: { s: [] } },
      { dashboard: { s: {} } },
      [["dashboard.s", "changed", [], {}]],
    ],
    [
      "a folder as one thing",
      { folder: ["A", "B"] },
      { folder: ["A", "C"] },
      [["folder", "changed", ["A", "B"], ["A", "C"]]],
    ],
    [
      "a folder by its id, as one thing",
      { folder: { id: 3 } },
      { folder: { id: 4 } },
      [["folder", "changed", { id: 3 }, { id: 4 }]],
    ],
    [
      "a folder by id and by path",
      { folder: { id: 3 } },
      { folder: ["A"] },
      [["folder", "changed", { id: 3 }, ["A"]]],
    ],
    ["a report's field", { query: { m: [1] } }, { query: { m: [2] } }, [["query.m", "changed", [1], [2]]]],
    [
      "in a widget",
      board(widget("a", 0)),
      board(widget("a", 2)),
      [["dashboard.widgets[a].position.x", "changed", 0, 2]],
    ],
    [
      "a widget that came",
      board(widget("a")),
      board(widget("a"), widget("b")),
      [["dashboard.widgets[b]", "added", undefined, widget("b")]],
    ],
    [
      "a widget that went",
      board(widget("a"), widget("b")),
      board(widget("a")),
      [["dashboard.widgets[b]", "removed", widget("b"), undefined]],
    ],
    [
      "the last one, with its list",
      board(widget("a")),
      { dashboard: {} },
      [["dashboard.widgets[a]", "removed", widget("a"), undefined]],
    ],
    [
      "no order, if the rest kept theirs",
      board(widget("a"), widget("b"), widget("c")),
      board(widget("a"), widget("c")),
      [["dashboard.widgets[b]", "removed", widget("b"), undefined]],
    ],
    [
      "an order",
      board(widget("a"), widget("b")),
      board(widget("b"), widget("a")),
      [["dashboard.widgets", "reordered", ["a", "b"], ["b", "a"]]],
    ],
    [
      "the order of what both sides have",
      board(widget("a"), widget("x"), widget("b")),
      board(widget("b"), widget("y"), widget("a")),
      [
        ["dashboard.widgets", "reordered", ["a", "b"], ["b", "a"]],
        ["dashboard.widgets[x]", "removed", widget("x"), undefined],
        ["dashboard.widgets[y]", "added", undefined, widget("y")],
      ],
    ],
    [
      "no widgets against no list",
      { dashboard: { widgets: [] } },
      { dashboard: {} },
      [["dashboard.widgets", "removed", [], undefined]],
    ],
    [
      "no list against no widgets",
      { dashboard: {} },
      { dashboard: { widgets: [] } },
      [["dashboard.widgets", "added", undefined, []]],
    ],
    [
      "a widget without an id, by its place",
      board({ type: "T" }),
      board({ type: "U" }),
      [['dashboard.widgets["#0"].type', "changed", "T", "U"]],
    ],
    [
      "an id twice",
      board(widget("a"), widget("a", 1)),
      board(widget("a"), widget("a", 2)),
      [['dashboard.widgets["a#1"].position.x', "changed", 1, 2]],
    ],
    [
      "an id twice, beside one that is spelt like the second",
      board(widget("a#2"), widget("a"), widget("a", 1)),
      board(widget("a#2"), widget("a"), widget("a", 2)),
      [['dashboard.widgets["a#2#2"].position.x', "changed", 1, 2]],
    ],
    [
      "what is no widget",
      { dashboard: { widgets: [1] } },
      { dashboard: { widgets: [2] } },
      [['dashboard.widgets["#0"]', "changed", 1, 2]],
    ],
    [
      "lists of objects, whole",
      { dashboard: { rows: [{ a: 1 }] } },
      { dashboard: { rows: [{ a: 2 }] } },
      [["dashboard.rows", "changed", [{ a: 1 }], [{ a: 2 }]]],
    ],
    [
      "lists of values, whole",
      { dashboard: { rows: [1, 2] } },
      { dashboard: { rows: [1, 3] } },
      [["dashboard.rows", "changed", [1, 2], [1, 3]]],
    ],
    [
      "a list of widgets elsewhere is a list",
      { dashboard: { s: { widgets: [{ id: "a" }] } } },
      { dashboard: { s: { widgets: [] } } },
      [["dashboard.s.widgets", "changed", [{ id: "a" }], []]],
    ],
    ["no dashboard that is not declared", board(widget("a")), {}, []],
    [
      "keys in any order are none",
      { dashboard: { s: [{ a: 1, b: 2 }] } },
      { dashboard: { s: [{ b: 2, a: 1 }] } },
      [],
    ],
  ])("%s", (_, live, desired, found) => {
    expect(shown(live, desired)).toEqual(found);
    // Whose they are is another question.
    expect(shown(live, desired, { asked: {} })).toEqual(found);
  });

  it("are sorted by path, whichever side they are on", () => {
    const live = {
      name: "A",
      meta: { z: 1 },
      folder: ["A"],
      dashboard: { title: "T", widgets: [widget("b"), widget("a")] },
    };
    const desired = {
      name: "B",
      meta: { y: 1 },
      folder: [],
      dashboard: { kind: "K", widgets: [widget("c")] },
    };
    expect(shown(live, desired).map(([path]) => path)).toEqual([
      "dashboard.kind",
      "dashboard.title",
      "dashboard.widgets[a]",
      "dashboard.widgets[b]",
      "dashboard.widgets[c]",
      "folder",
      "meta.y",
      "meta.z",
      "name",
    ]);
  });
});

/** A title on all four sides; "-" is not there. */
const sides = (live: string, files: string, asked: string, answered?: string) => {
  const state = (title: string): ComparedState => ({ dashboard: title === "-" ? {} : { title } });
  const base: Base = { asked: state(asked), ...(answered && { answered: state(answered) }) };
  return compareStates(state(live), state(files), base);
};

describe("a widget whose id was trimmed", () => {
  const files = board(widget("a "), widget("b"));
  const answered = board(widget("a"), widget("b"));
  const base = { asked: files, answered };

  it.each<[string, ComparedState, ComparedState, Record<string, Origin>]>([
    ["nobody touched it", answered, files, {}],
    [
      "edited in the UI",
      board(widget("a", 4), widget("b")),
      files,
      { 'dashboard.widgets["a "].position.x': "live" },
    ],
    [
      "edited in Git",
      answered,
      board(widget("a ", 4), widget("b")),
      { 'dashboard.widgets["a "].position.x': "git" },
    ],
    ["taken away in Git", answered, board(widget("b")), { "dashboard.widgets[a]": "git" }],
    ["taken away in the UI", board(widget("b")), files, { 'dashboard.widgets["a "]': "live" }],
    ["trimmed in Git, too", answered, board(widget("a"), widget("b")), {}],
    [
      "and then edited",
      answered,
      board(widget("a", 1), widget("b")),
      { "dashboard.widgets[a].position.x": "git" },
    ],
    ["moved in Git", answered, board(widget("b"), widget("a ")), { "dashboard.widgets": "git" }],
    ["given another id", answered, board(widget("c"), widget("b")), bothOf("a", "c")],
  ])("is the one that was asked for: %s", (_, live, desired, expected) =>
    expect(origins(live, desired, base)).toEqual(expected),
  );

  it("is one with that id without a base, too; where there are two, each is its own", () => {
    expect(shown(board(widget("a")), board(widget("a ", 2)))).toEqual([
      ['dashboard.widgets["a "].id', "changed", "a", "a "],
      ['dashboard.widgets["a "].position.x', "changed", 0, 2],
    ]);
    const both = board(widget("a"), widget("a "));
    expect(shown(both, both)).toEqual([]);
    expect(shown(both, files).map(([path]) => path)).toEqual([
      "dashboard.widgets[a]",
      "dashboard.widgets[b]",
    ]);
  });

  it("is expected to be trimmed again", () => {
    expect(predictAnswer(board(widget("a ", 4)), base)).toEqual(board({ ...widget("a", 4) }));
  });
});

describe("the origin of a field", () => {
  it.each<[string, string, string, string | undefined, Origin, string | undefined]>([
    ["a", "b", "a", undefined, "git", undefined],
    ["b", "a", "a", undefined, "live", "a"],
    ["b", "c", "a", undefined, "both", "a"],
    ["-", "a", "a", undefined, "live", "a"],
    ["a", "-", "a", undefined, "git", undefined],
    ["-", "a", "-", undefined, "git", undefined],
    ["b", "-", "-", undefined, "live", "-"],
    ["b", "a", "-", undefined, "both", "-"],
    ["-", "b", "a", undefined, "both", "a"],
    ["b", "-", "a", undefined, "both", "a"],
    ["x", "b", "a", "x", "git", undefined],
    ["y", "a", "a", "x", "live", "x"],
    ["y", "b", "a", "x", "both", "x"],
    ["-", "a", "a", "x", "live", "x"],
    ["x", "-", "a", "x", "git", undefined],
    ["y", "-", "-", "x", "live", "x"],
    ["x", "b", "-", "x", "git", undefined],
  ])("live %s, files %s, asked %s, answered %s: %s", (live, files, asked, answered, origin, base) => {
    const { fields } = sides(live, files, asked, answered);
    expect(fields.map((field) => field.origin)).toEqual([origin]);
    expect(fields[0]?.base).toEqual(base === "-" ? null : base);
    expect(Object.hasOwn(fields[0] as object, "base")).toBe(base !== undefined);
  });

  it.each([
    ["a", "a", "a", undefined],
    ["b", "b", "a", undefined],
    ["x", "a", "a", "x"],
    ["x", "-", "-", "x"],
    ["a", "a", "a", "x"],
    ["-", "-", "a", "x"],
    ["-", "-", "-", "x"],
  ])("live %s, files %s, asked %s, answered %s: no difference", (live, files, asked, answered) =>
    expect(sides(live, files, asked, answered)).toMatchObject({ fields: [], isForeign: false }),
  );

  it("leaves what is asked for to the request, though it was answered otherwise", () => {
    expect(sides("x", "a", "a", "x").restored).toEqual([]);
    expect(sides("x", "-", "-", "x").restored).toEqual([{ place: ["dashboard", "title"], value: "x" }]);
  });

  it("is unknown without a base, and then nothing says what was there", () => {
    const { fields, isForeign } = compareStates(
      { name: "A", ...board(widget("a"), widget("b")) },
      { name: "B", ...board(widget("b"), widget("a")) },
      undefined,
    );
    expect(fields.map(({ path, origin, base }) => [path, origin, base])).toEqual([
      ["dashboard.widgets", "unknown", undefined],
      ["name", "unknown", undefined],
    ]);
    expect(isForeign).toBe(true);
  });

  it.each<[string, ComparedState, ComparedState, boolean]>([
    ["what is live and was not managed", { meta: { team: "sales" } }, { meta: { team: "finance" } }, true],
    ["even if it goes", { meta: { team: "sales" } }, { meta: {} }, true],
    ["a name", { name: "A" }, { name: "B" }, true],
    ["a folder", { folder: ["A"] }, { folder: ["B"] }, true],
    ["a dashboard", board(widget("a")), board(widget("b")), true],
    ["the order of one", board(widget("a"), widget("b")), board(widget("b"), widget("a")), true],
    ["not an empty one", { dashboard: {} }, board(widget("b")), false],
  ])("is unknown, and foreign: %s", (_, live, desired, isForeign) => {
    for (const base of [{ asked: { meta: { other: 1 } } }, { asked: {}, answered: null }]) {
      const found = compareStates(live, desired, base);
      expect(new Set(found.fields.map(({ origin }) => origin))).toEqual(new Set(["unknown"]));
      expect(found.isForeign).toBe(isForeign);
    }
    const managed = compareStates(live, desired, { asked: desired, answered: live });
    expect(managed).toMatchObject({ fields: [], isForeign: false });
  });

  it("is Git's where nothing is live and nothing was managed, under a base", () => {
    const [live, desired] = [{ meta: {} }, { name: "B", meta: { team: "finance" } }];
    for (const base of [{ asked: {} }, { asked: { meta: { other: 1 } }, answered: null }]) {
      const { fields, isForeign } = compareStates(live, desired, base);
      expect(fields.map(({ path, origin }) => [path, origin])).toEqual([
        ["meta.team", "git"],
        ["name", "git"],
      ]);
      expect(isForeign).toBe(false);
    }
    expect(compareStates(live, desired, undefined).fields[0]?.origin).toBe("unknown");
  });

  it("is the same for a report's field, and for a key of meta that is an object", () => {
    const asked = { title: "T", meta: { o: { a: 1, b: 1 } } };
    expect(
      origins(
        { title: "U", meta: { o: { a: 2, b: 1 } } },
        { title: "T", meta: { o: { a: 1, b: 2 } } },
        { asked },
      ),
    ).toEqual({
      "meta.o.a": "live",
      "meta.o.b": "git",
      title: "live",
    });
  });

  it("is live of a widget that came or went in the UI, git of one that did in the files", () => {
    const base = { asked: board(widget("a"), widget("b")) };
    expect(origins(board(widget("a"), widget("b"), widget("c")), base.asked, base)).toEqual({
      "dashboard.widgets[c]": "live",
    });
    expect(origins(board(widget("a")), base.asked, base)).toEqual({ "dashboard.widgets[b]": "live" });
    expect(origins(base.asked, board(widget("a")), base)).toEqual({ "dashboard.widgets[b]": "git" });
    expect(origins(board(widget("a"), widget("b", 1)), board(widget("a")), base)).toEqual({
      "dashboard.widgets[b]": "both",
    });
    expect(origins(board(widget("a")), board(widget("a"), widget("b", 1)), base)).toEqual({
      "dashboard.widgets[b]": "both",
    });
  });

  it("is that of an object's keys if somebody made an object of a value", () => {
    const base = { asked: { dashboard: { s: 1 } } };
    expect(origins({ dashboard: { s: { x: 1 } } }, { dashboard: { s: { y: 1 } } }, base)).toEqual({
      "dashboard.s.x": "live",
      "dashboard.s.y": "git",
    });
    expect(origins({ dashboard: { s: { x: 1 } } }, { dashboard: { s: 2 } }, base)).toEqual({
      "dashboard.s": "both",
    });
  });

  it.each<[Origin[], Origin]>([
    [[], "unknown"],
    [["unknown"], "unknown"],
    [["git", "unknown"], "git"],
    [["live", "unknown"], "live"],
    [["git", "live"], "both"],
    [["both", "git"], "both"],
    [["both"], "both"],
  ])("%j sum up to %s", (all, sum) => {
    expect(sumOrigins(all.map((origin) => ({ origin }) as FieldChange))).toBe(sum);
  });
});

describe("the order of widgets", () => {
  const list = (ids: string): ComparedState => board(...[...ids].map((id) => ({ id })));
  const order = (live: string, files: string, asked: string) =>
    compareStates(list(live), list(files), { asked: list(asked) }).fields.find(
      ({ change }) => change === "reordered",
    );

  it.each<[string, string, string, string, Origin, string | undefined]>([
    ["the files' new one", "abc", "cab", "abc", "git", undefined],
    ["somebody's in the UI", "cab", "abc", "abc", "live", "abc"],
    ["two people's", "cab", "bca", "abc", "both", "abc"],
    ["somebody's, with widgets added on both sides", "cxab", "abyc", "abc", "live", "abc"],
    ["the files', with widgets added on both sides", "axbc", "cyab", "abc", "git", undefined],
    ["of widgets that both sides added", "xa", "ax", "a", "both", "a"],
    ["of two that both sides added, each in its order", "axy", "ayx", "a", "both", "a"],
    ["the files', with one that both sides added at one place", "axbc", "caxb", "abc", "git", undefined],
    ["somebody's, with one that both sides added at one place", "caxb", "axbc", "abc", "live", "abc"],
    ["the files', one removed", "abc", "ca", "abc", "git", undefined],
    ["somebody's, one removed in the files", "cba", "ac", "abc", "live", "ac"],
  ])("%s: live %s, files %s, asked %s", (_, live, files, asked, origin, base) => {
    const field = order(live, files, asked);
    expect(field?.origin).toBe(origin);
    expect(field?.base).toEqual(base && [...base]);
  });

  it("is none if each side only added", () => expect(order("axb", "ayb", "ab")).toBeUndefined());

  it("is compared with what was answered, and what was asked, each for its side", () => {
    const base = { asked: list("abc"), answered: list("bac") };
    expect(origins(list("bac"), list("abc"), base)).toEqual({});
    expect(origins(list("cba"), list("abc"), base)).toEqual({ "dashboard.widgets": "live" });
    expect(origins(list("bac"), list("acb"), base)).toEqual({ "dashboard.widgets": "git" });
    expect(origins(list("cba"), list("acb"), base)).toEqual({ "dashboard.widgets": "both" });
  });

  it.each([
    ["known", 20_000, 1],
    ["foreign", 0, 1],
    ["of which half came since", 10_000, 1],
  ])("takes no time to speak of for a great many: %s", (_, known, count) => {
    const many = Array.from({ length: 20_000 }, (_, at) => ({ id: `w${at}` }));
    const base = known === 0 ? undefined : { asked: board(...many.slice(0, known)) };
    const began = performance.now();
    const { fields } = compareStates(board(...many), board(...[...many].reverse()), base);
    expect(fields).toHaveLength(count);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("what the platform filled in", () => {
  const asked = { dashboard: { title: "T", layout: { cols: 12 }, widgets: [widget("a")] } };
  const answered = {
    dashboard: {
      title: "T",
      layout: { cols: 12, rows: 4 },
      theme: { dark: false, font: "x" },
      widgets: [widget("a", 0, { shadow: false })],
    },
  };
  const base = { asked, answered };
  const live = (more: JsonObject): ComparedState => ({ dashboard: { ...answered.dashboard, ...more } });

  it("is no difference, and not ours to take away", () => {
    expect(compareStates(answered, asked, base)).toEqual({
      fields: [],
      restored: [
        { place: ["dashboard", "layout", "rows"], value: 4 },
        { place: ["dashboard", "theme", "dark"], value: false },
        { place: ["dashboard", "theme", "font"], value: "x" },
        { place: ["dashboard", "widgets", "a", "shadow"], value: false },
      ],
      lost: [],
      isForeign: false,
      isUnread: false,
    });
  });

  it.each([6, 7, 20, 21, 40])("is none, however many keys it has: %i", (count) => {
    const many = Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));
    const filled = { dashboard: { title: "T", theme: many, widgets: [widget("a", 0, { config: many })] } };
    const plain = { dashboard: { title: "T", widgets: [widget("a")] } };
    const known = { asked: plain, answered: filled };
    expect(compareStates(filled, plain, known).fields).toEqual([]);
    // One edit of one of them lists that one alone; one in the files lists theirs alone.
    const edited = { dashboard: { ...filled.dashboard, theme: { ...many, k3: "mine" } } };
    expect(compareStates(edited, plain, known).fields).toEqual([
      { path: "dashboard.theme.k3", change: "changed", before: "mine", after: 3, origin: "live", base: 3 },
    ]);
    const inWidget = { dashboard: { ...filled.dashboard, widgets: [widget("a", 2, { config: many })] } };
    expect(compareStates(inWidget, plain, known).fields).toEqual([
      {
        path: "dashboard.widgets[a].position.x",
        change: "changed",
        before: 2,
        after: 0,
        origin: "live",
        base: 0,
      },
    ]);
    const moved = { dashboard: { title: "T", widgets: [widget("a", 4)] } };
    expect(origins(filled, moved, known)).toEqual({ "dashboard.widgets[a].position.x": "git" });
  });

  it.each<[string, ComparedState, ComparedState, Record<string, Origin>]>([
    [
      "a key added to it",
      live({ theme: { dark: false, font: "x", mine: 1 } }),
      asked,
      { "dashboard.theme.mine": "live" },
    ],
    [
      "a key of it edited",
      live({ theme: { dark: true, font: "x" } }),
      asked,
      { "dashboard.theme.dark": "live" },
    ],
    ["all of it replaced", live({ theme: "dark" }), asked, { "dashboard.theme": "live" }],
    ["all of it emptied", live({ theme: {} }), asked, { "dashboard.theme": "live" }],
    // Live is as it is declared again.
    [
      "all of it taken away",
      { dashboard: { ...answered.dashboard, theme: undefined } } as unknown as ComparedState,
      asked,
      {},
    ],
    ["a key of it taken away", live({ layout: { cols: 12 } }), asked, {}],
    [
      "a key of it taken away, and what it was filled into is declared otherwise",
      live({ layout: { cols: 12 } }),
      { dashboard: { ...asked.dashboard, layout: 1 } },
      { "dashboard.layout": "both" },
    ],
    [
      "declared as it is",
      answered,
      { dashboard: { ...asked.dashboard, theme: { dark: false, font: "x" } } },
      {},
    ],
    [
      "declared otherwise",
      answered,
      { dashboard: { ...asked.dashboard, theme: { dark: true } } },
      { "dashboard.theme.dark": "git" },
    ],
    [
      "declared beside it",
      answered,
      { dashboard: { ...asked.dashboard, theme: { mine: 1 } } },
      { "dashboard.theme.mine": "git" },
    ],
    [
      "declared as something else",
      answered,
      { dashboard: { ...asked.dashboard, theme: 1 } },
      { "dashboard.theme": "git" },
    ],
    [
      "edited on both sides",
      live({ theme: { dark: true, font: "x" } }),
      { dashboard: { ...asked.dashboard, theme: { dark: 1 } } },
      { "dashboard.theme.dark": "both" },
    ],
    [
      "what it was filled into, removed: what was filled in stays",
      answered,
      { dashboard: { title: "T", widgets: [widget("a")] } },
      { "dashboard.layout.cols": "git" },
    ],
  ])("%s", (_, now, files, expected) => {
    const normal = JSON.parse(canonical(now as JsonObject)) as ComparedState;
    expect(origins(normal, files, base)).toEqual(expected);
  });

  it.each<[string, ComparedState, readonly string[], Json]>([
    ["a key of it", live({ theme: { dark: true, font: "x" } }), ["theme", "dark"], false],
    ["all of it", live({ theme: "dark" }), ["theme"], { dark: false, font: "x" }],
    ["all of it, emptied", live({ theme: {} }), ["theme"], { dark: false, font: "x" }],
    [
      "within a widget",
      live({ widgets: [widget("a", 0, { shadow: true })] }),
      ["widgets", "a", "shadow"],
      false,
    ],
  ])("is put back where somebody edited it: %s", (_, now, place, value) => {
    const { fields, restored } = compareStates(now, asked, base);
    expect(fields).toMatchObject([{ change: "changed", after: value, base: value, origin: "live" }]);
    expect(restored).toContainEqual({ place: ["dashboard", ...place], value });
  });

  it("is named where it was taken away, as long as the files ask for its place as they did", () => {
    const { theme: _, ...rest } = answered.dashboard as JsonObject;
    const lostOf = (now: ComparedState, files: ComparedState = asked) => compareStates(now, files, base).lost;
    expect(lostOf({ dashboard: { ...rest, layout: { cols: 12 } } })).toEqual([
      "dashboard.layout.rows",
      "dashboard.theme",
    ]);
    expect(lostOf(live({ theme: { font: "x" } }))).toEqual(["dashboard.theme.dark"]);
    expect(lostOf(answered)).toEqual([]);
    const files: ComparedState = { dashboard: { ...asked.dashboard, layout: 1 } };
    expect(lostOf(live({ layout: { cols: 12 } }), files)).toEqual([]);
    expect(compareStates(live({ layout: { cols: 12 } }), asked, { ...base, answered: null }).lost).toEqual(
      [],
    );
  });

  it("is put back within a list, too, and not where the files say otherwise", () => {
    const rows = (...list: JsonObject[]): ComparedState => ({ dashboard: { rows: list } });
    const known = { asked: rows({ a: 1 }), answered: rows({ a: 1, on: true }) };
    expect(compareStates(rows({ a: 1, on: false }), rows({ a: 1 }), known)).toMatchObject({
      fields: [{ after: [{ a: 1, on: true }] }],
      restored: [{ place: ["dashboard", "rows"], value: [{ a: 1, on: true }] }],
    });
    expect(compareStates(rows({ a: 1, on: false }), rows({ a: 2 }), known).restored).toEqual([]);
    // What the platform made of a value is no default: the file's is sent again.
    expect(sides("ui", " a", " a", "a")).toMatchObject({ fields: [{ after: " a" }], restored: [] });
  });

  it("in a list is part of the list", () => {
    const rows = (...list: JsonObject[]): ComparedState => ({ dashboard: { rows: list } });
    const known = { asked: rows({ a: 1 }), answered: rows({ a: 1, on: true }) };
    expect(origins(rows({ a: 1, on: true }), rows({ a: 1 }), known)).toEqual({});
    expect(origins(rows({ a: 1, on: false }), rows({ a: 1 }), known)).toEqual({ "dashboard.rows": "live" });
    expect(origins(rows({ a: 1, on: true }), rows({ a: 2 }), known)).toEqual({ "dashboard.rows": "git" });
    expect(origins(rows({ a: 1, on: false }), rows({ a: 2 }), known)).toEqual({ "dashboard.rows": "both" });
  });

  it("may be an empty object, or an empty list of widgets", () => {
    const filled = { dashboard: { s: {}, widgets: [] } };
    const found = compareStates(filled, { dashboard: {} }, { asked: { dashboard: {} }, answered: filled });
    expect(found).toMatchObject({ fields: [], isForeign: false });
    expect(found.restored).toEqual([
      { place: ["dashboard", "s"], value: {} },
      { place: ["dashboard", "widgets"], value: [] },
    ]);
  });
});

describe("after a run that was cut short", () => {
  const rows: JsonObject[] = [{ a: 1 }];
  const widgets = [widget("a"), widget("b")];
  const asked = { dashboard: { title: "T", settings: { a: 1 }, rows, spaced: "x ", widgets } };
  const open = { asked, answered: null };

  it.each<[string, JsonObject]>([
    ["what is only there besides", { theme: { dark: false } }],
    ["beside in an object", { settings: { a: 1, b: 2 } }],
    ["beside in a widget", { widgets: [widget("a", 0, { shadow: false }), widget("b")] }],
    ["beside, under an odd key", { widgets: [widget("a", 0, { config: { "a b": 1 } }), widget("b")] }],
    ["beside in a list", { rows: [{ a: 1, on: true }] }],
    ["a text without the white space around it", { spaced: "x" }],
  ])("is the platform's, and kept: %s", (_, dashboard) => {
    const live = { dashboard: { ...asked.dashboard, ...dashboard } };
    const found = compareStates(live, asked, open);
    expect(found).toMatchObject({ fields: [], isForeign: false, isUnread: true });
    // It is sent along, because a draft, a list of widgets, is replaced whole.
    const sent = found.restored.reduce(withRestored, asked as Json);
    expect(extendsValue(live as Json, sent)).toBe(true);
  });

  it.each<[string, JsonObject, string]>([
    ["another value", { title: "U" }, "dashboard.title"],
    ["a widget moved", { widgets: [widget("a", 4), widget("b")] }, "dashboard.widgets[a].position.x"],
    ["a widget more", { widgets: [widget("a"), widget("b"), widget("c")] }, "dashboard.widgets[c]"],
    ["a widget less", { widgets: [widget("a")] }, "dashboard.widgets[b]"],
    ["another order", { widgets: [widget("b"), widget("a")] }, "dashboard.widgets"],
    ["a list that grew", { rows: [{ a: 1 }, { b: 1 }] }, "dashboard.rows"],
    ["something else in the place of an object", { settings: 1 }, "dashboard.settings"],
  ])("is of unknown origin: %s", (_, dashboard, path) => {
    const live = { dashboard: { ...asked.dashboard, ...dashboard } };
    expect(origins(live, asked, open)).toEqual({ [path]: "unknown" });
    expect(compareStates(live, asked, open).isForeign).toBe(true);
  });

  it("is Git's only where live is as it was asked for", () => {
    const change = (live: JsonObject, files: JsonObject) => {
      const sides = [live, files].map((one) => ({ dashboard: { ...asked.dashboard, ...one } }));
      return origins(sides[0] as ComparedState, sides[1] as ComparedState, open);
    };
    expect(change({}, { title: "U", theme: 1 })).toEqual({
      "dashboard.theme": "git",
      "dashboard.title": "git",
    });
    expect(change({ title: "V" }, { title: "U" })).toEqual({ "dashboard.title": "unknown" });
    expect(change({ theme: 2 }, { theme: 1 })).toEqual({ "dashboard.theme": "unknown" });
    expect(change({ spaced: "x" }, { spaced: "y" })).toEqual({ "dashboard.spaced": "git" });
    expect(
      change({ widgets: [widget("a", 0, { mine: 1 }), widget("b")] }, { widgets: [widget("b")] }),
    ).toEqual({
      "dashboard.widgets[a]": "unknown",
    });
    const { title: _, ...rest } = asked.dashboard;
    expect(origins({ dashboard: rest }, asked, open)).toEqual({ "dashboard.title": "unknown" });
  });

  it("shows a shell that somebody filled as what it is", () => {
    const shell = { asked: { name: "R", dashboard: {} }, answered: null };
    const files = { name: "R", ...board(widget("a")) };
    expect(origins({ name: "R", dashboard: {} }, files, shell)).toEqual({ "dashboard.widgets[a]": "git" });
    expect(origins({ name: "R", ...board(widget("x")) }, files, shell)).toEqual({
      "dashboard.widgets[a]": "git",
      "dashboard.widgets[x]": "unknown",
    });
    expect(origins({ name: "R", ...board(widget("a", 2)) }, files, shell)).toEqual({
      "dashboard.widgets[a].position.x": "unknown",
    });
  });
});

it("a widget's path is told from that of a field with an odd key in one", () => {
  expect(isWidget("dashboard.widgets[a]")).toBe(true);
  expect(isWidget('dashboard.widgets["a b"]')).toBe(true);
  expect(isWidget('dashboard.widgets[a].config["a b"]')).toBe(false);
  expect(isWidget('dashboard.widgets["a]"]["b"]')).toBe(false);
  expect(isWidget("dashboard.widgets")).toBe(false);
});

describe("the answer that is expected", () => {
  const board = (more: JsonObject): ComparedState => ({ dashboard: { title: "T", ...more } });
  it.each<[string, ComparedState, ComparedState, ComparedState, Json]>([
    [
      "what was answered, to what was asked",
      board({}),
      board({}),
      board({ theme: { dark: false } }),
      { title: "T", theme: { dark: false } },
    ],
    [
      "what was filled in beside what changed",
      board({ a: 2 }),
      board({ a: 1 }),
      board({ a: 1, b: 1 }),
      { title: "T", a: 2, b: 1 },
    ],
    [
      "deeper",
      board({ s: { a: 2 } }),
      board({ s: { a: 1 } }),
      board({ s: { a: 1, b: 1 } }),
      { title: "T", s: { a: 2, b: 1 } },
    ],
    [
      "an answer of its own, to what is asked again",
      board({ a: 1, c: 2 }),
      board({ a: 1, c: 1 }),
      board({ a: "one", c: 1 }),
      { title: "T", a: "one", c: 2 },
    ],
    ["what is asked for by now", board({ b: 9 }), board({}), board({ b: 1 }), { title: "T", b: 9 }],
    [
      "nothing that was asked for and is no longer",
      board({}),
      board({ b: 1 }),
      board({ b: 1 }),
      { title: "T" },
    ],
    [
      "nothing of what became something else",
      board({ s: 1 }),
      board({ s: { a: 1 } }),
      board({ s: { a: 1, b: 1 } }),
      { title: "T", s: 1 },
    ],
    [
      "nothing of what was something else",
      board({ s: { a: 1 } }),
      board({ s: 1 }),
      board({ s: 1 }),
      { title: "T", s: { a: 1 } },
    ],
    [
      "in each widget by its id, and in their new order",
      board({ widgets: [{ id: "b" }, { id: "new" }, { id: "a", x: 2 }] }),
      board({ widgets: [{ id: "a", x: 1 }, { id: "b" }, { id: "gone" }] }),
      board({
        widgets: [
          { id: "a", x: 1, on: true },
          { id: "b", off: 0 },
          { id: "gone", z: 1 },
        ],
      }),
      { title: "T", widgets: [{ id: "b", off: 0 }, { id: "new" }, { id: "a", x: 2, on: true }] },
    ],
    [
      "a list as it is asked for",
      board({ rows: [{ a: 2 }] }),
      board({ rows: [{ a: 1 }] }),
      board({ rows: [{ a: 1, b: 1 }] }),
      { title: "T", rows: [{ a: 2 }] },
    ],
  ])("%s", (_, desired, asked, answered, dashboard) => {
    expect(predictAnswer(desired, { asked, answered })).toEqual({ dashboard });
  });

  it("is what is asked for, if nobody has seen one", () => {
    const desired = board({ a: 1 });
    for (const base of [undefined, { asked: board({}) }, { asked: board({}), answered: null }])
      expect(predictAnswer(desired, base)).toEqual(desired);
  });
});
