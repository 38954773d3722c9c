// What a change means to those who look at the dashboard, in a few words.
import { describe, expect, it } from "vitest";
import type { Change, FieldChange, Json, JsonObject } from "../../../src/model/index.ts";
import type { Inline, Words } from "../../../src/report/document/document.ts";
import { bothSay, doneOutside, hazardPhrases } from "../../../src/report/review/decision-words.ts";
import { changePhrases } from "../../../src/report/review/words.ts";
import { changed, draftOf, hazard, makeChange } from "../plan-samples.ts";

/** A name as `*name*`, what must not be missed as `!word!`. */
function text(phrases: readonly Words[]): string {
  const word = (one: Inline) => {
    if (typeof one !== "object") return one;
    return "name" in one ? `*${one.name}*` : `!${"strong" in one ? one.strong : ""}!`;
  };
  return phrases.map((phrase) => phrase.map(word).join("")).join(", ");
}

const IDS = ["a", "b", "c", "d", "e"];
const WIDGETS = IDS.map((id): JsonObject => ({ id, type: "CHART", position: { x: 0, y: 0, w: 1, h: 1 } }));
const named = (field: FieldChange, label: string): FieldChange => ({ ...field, label });
const place = (id: string, side: string, before: number, after: number) =>
  named(changed(`dashboard.widgets[${id}].position.${side}`, before, after), id.toUpperCase());
const config = (id: string, key: string, before: Json, after: Json) =>
  changed(`dashboard.widgets[${id}].config.${key}`, before, after);

const edited = (...fields: FieldChange[]) => makeChange("board", { fields, request: draftOf(WIDGETS) });
const said = (...fields: FieldChange[]) => text(changePhrases(edited(...fields), []));
const report = (path: string, given: Partial<Change> = {}) =>
  makeChange("r", { kind: "report", fields: [changed(path, 1, 2)], ...given });

describe("the default value of a filter", () => {
  const currency = named(config("a", "defaultValue", "USD", ["EUR"]), "Currency");
  const others = ["b", "c"].map((id) => config(id, "defaultValue", "1", "2"));

  it("is said beside whatever else changes, and counted where it is one of many", () => {
    const value = "*Currency* defaultValue *USD* → *EUR*";
    expect(said(currency)).toBe(value);
    const rest = [config("b", "limit", 1, 2), config("c", "limit", 1, 2)];
    expect(said(currency, ...rest)).toBe(`${value}, 2 charts changed`);
    expect(said(currency, ...others)).toBe("3 default values");
  });
});

describe("widgets that move", () => {
  it.each([
    ["*A* and *B* swapped", [place("a", "x", 0, 6), place("b", "x", 6, 0)]],
    ["*A* moved, *B* moved", [place("a", "x", 0, 6), place("b", "x", 6, 1)]],
    [
      "*A* and *B* swapped, *B* taller",
      [place("a", "x", 0, 6), place("b", "x", 6, 0), place("b", "h", 1, 2)],
    ],
    ["2 tiles swapped, *C* wider", [place("a", "x", 0, 6), place("b", "x", 6, 0), place("c", "w", 1, 2)]],
    [
      "2 pairs of tiles swapped",
      [place("a", "x", 0, 6), place("b", "x", 6, 0), place("c", "y", 3, 9), place("d", "y", 9, 3)],
    ],
    ["*A* moved, resized", [place("a", "y", 2, 12), place("a", "w", 3, 2), place("a", "h", 5, 4)]],
    ["*A* wider", [place("a", "w", 4, 6)]],
    ["*A* narrower", [place("a", "w", 6, 4), place("a", "x", 0, 2)]],
    ["*A* taller", [place("a", "h", 1, 2)]],
    ["*A* resized", [place("a", "h", 1, 2), place("a", "w", 1, 2)]],
    ["3 of 5 widgets rearranged", ["a", "b", "c"].map((id) => place(id, "y", 0, 1))],
    [
      "*A* rearranged on small screens",
      [named(changed("dashboard.widgets[a].responsiveLayouts.sm.x", 0, 1), "A")],
    ],
  ])("are %s", (words, fields) => {
    expect(said(...fields)).toBe(words);
  });
});

describe("an update", () => {
  const widget = (id: string): JsonObject => ({ id, type: "TEXT" });
  const added = (id: string): FieldChange => ({
    path: `dashboard.widgets[${id}]`,
    change: "added",
    after: widget(id),
    origin: "git",
  });
  const removed = (id: string): FieldChange => ({
    path: `dashboard.widgets[${id}]`,
    change: "removed",
    before: widget(id),
    origin: "git",
  });

  it.each([
    ["*x* !removed!, *y* added", [added("y"), removed("x")]],
    ["3 widgets !removed!", ["x", "y", "z"].map(removed)],
    ["*a* → *b*, *c* → *d*", [config("a", "title", "a", "b"), config("b", "title", "c", "d")]],
    ["3 titles", ["a", "b", "c"].map((id) => config(id, "title", "a", "b"))],
    ["text +2 −1 lines", [config("a", "markdown", "one\ntwo\n", "one\n2\n3\n")]],
    ["text +1 line", [config("a", "markdown", "one\n", "one\ntwo\n")]],
    ["*a* draws another report", [config("a", "reportId", 1, 2)]],
    ["*a* draws *Sales*", [{ ...config("a", "reportId", 1, 2), names: { after: "Sales" } }]],
    ["text −2 lines", [config("a", "markdown", "one\ntwo", "")]],
    ["text, only in blanks", [config("a", "markdown", "one", "one\n")]],
    ["*a* is a divider now", [changed("dashboard.widgets[a].type", "TEXT", "DIVIDER")]],
    ["*F* defaultValue *USD* → *EUR*", [named(config("a", "defaultValue", ["USD"], ["EUR"]), "F")]],
    ["2 charts changed", [config("a", "color", 1, 2), config("a", "size", 1, 2), config("b", "size", 1, 2)]],
    ["renamed, moved to A/B", [changed("name", "a", "b"), changed("folder", null, ["A", "B"])]],
    ["moved to the root", [changed("folder", ["A"], null)]],
    ["grid, theme", [changed("dashboard.layout.rowHeight", 1, 2), changed("dashboard.theme.x", 1, 2)]],
    ["constructor, __proto__", ["constructor", "__proto__"].map((key) => changed(`dashboard.${key}`, 1, 2))],
    ["5 settings", ["a", "b", "c", "d", "e"].map((key) => changed(`dashboard.${key}`, 1, 2))],
  ])("is %s", (words, fields) => {
    expect(said(...fields)).toBe(words);
  });

  it("tells of many kinds of widgets how many they are", () => {
    const kinds = ["CHART", "TEXT", "FILTER", "IMAGE", "TABLE"];
    const widgets = kinds.map((type, at): JsonObject => ({ id: `w${at}`, type }));
    const fields = kinds.map((_, at) => config(`w${at}`, "x", 1, 2));
    expect(text(changePhrases(makeChange("b", { fields, request: draftOf(widgets) }), []))).toBe(
      "5 widgets changed",
    );
  });

  it("does not tell as its own what it would only take away", () => {
    const live: FieldChange = { ...config("a", "title", "UI", "files"), origin: "live" };
    expect(said(live, config("b", "title", "a", "b"))).toBe("*a* → *b*");
  });
});

describe("the reports under a dashboard", () => {
  const drawn = (charts: number): Partial<Change> => ({
    drawnBy: [{ key: "board", title: "Board", id: 7, source: { file: "b.yaml", line: 1 }, charts }],
  });

  it.each([
    ["2 reports ask something else", [report("query.limit"), report("sqlQuery")]],
    ["3 charts ask something else", [report("query.limit", drawn(2)), report("sqlQuery", drawn(1))]],
    ["1 report asks something else", [report("query.limit", drawn(0))]],
    ["1 report asks something else, 1 report looks different", [report("query.limit"), report("chart.type")]],
    ["1 report renamed", [report("name", drawn(1))]],
    [
      "1 chart lists its filters in another order",
      [report("", { fields: [changed("query.filters", [1, 2], [2, 1])], ...drawn(1) })],
    ],
    ["1 new report", [report("x", { action: "create", fields: [] })]],
    ["2 reports !deleted!", ["a", "b"].map(() => report("x", { action: "delete", fields: [] }))],
    ["", [report("x", { fields: [{ ...changed("query.limit", 1, 2), origin: "live" }] })]],
  ])("are %j", (words, reports) => {
    expect(text(changePhrases(undefined, reports, "board"))).toBe(words);
  });
});

describe("the other actions", () => {
  const create = (given: Partial<Change> = {}) =>
    makeChange("b", { action: "create", publish: true, request: draftOf(WIDGETS), ...given });

  it("say where what is new is made, of what, and whether it is published", () => {
    const made = report("x", { action: "create", fields: [] });
    expect(text(changePhrases(create({ folder: ["SAP", "Cash"] }), [made]))).toBe(
      "new in SAP/Cash: 5 widgets, 1 report",
    );
    expect(text(changePhrases(create({ publish: false }), []))).toBe("new: 5 widgets, not published");
  });

  it("never hide the code of an app", () => {
    const app = { meta: { dashboardDraft: { kind: "APP", app: { files: { "/App.js": "x" } } } } };
    expect(text(changePhrases(create({ request: app }), []))).toBe("new: an app of 1 file, !app code!");
    const fields = [changed('dashboard.app.files["/App.js"]', "a", "b")];
    expect(text(changePhrases(makeChange("b", { fields, request: app }), []))).toMatch(/^!app code!, /);
  });

  it("say what is published, and why", () => {
    const publish = (given: Partial<Change>) =>
      text(changePhrases(makeChange("b", { action: "publish", publish: true, ...given }), []));
    expect(publish({})).toBe("its draft is published");
    expect(publish({ renews: { changing: [], changed: ["r"] } })).toBe(
      "published again, 1 report changed since the last publication",
    );
    expect(text(changePhrases({ ...edited(changed("dashboard.title", 1, 2)), publish: true }, []))).toBe(
      "dashboard title",
    );
    expect(text(changePhrases(makeChange("b", { action: "delete" }), []))).toBe("would be !deleted!");
  });
});

describe("what was done outside Git", () => {
  const live = (field: FieldChange): FieldChange => ({ ...field, origin: "live" });

  it("is told as those see it who did it", () => {
    const note: FieldChange = {
      path: "dashboard.widgets[note]",
      change: "removed",
      before: { id: "note", type: "TEXT" },
      origin: "live",
      label: "Note",
    };
    const change = edited(
      live(config("a", "title", "Total spend (USD)", "Total Spend")),
      live(place("b", "w", 4, 6)),
      note,
      config("c", "title", "old", "new"),
    );
    expect(text(doneOutside(change))).toBe("*Note* added, *B* narrower, *Total Spend* → *Total spend (USD)*");
    const titles = IDS.map((id) => live(config(id, "title", "x", id)));
    expect(text(doneOutside(edited(...titles)))).toBe("5 titles");
  });

  it("is what both sides say where both changed one short text", () => {
    const both = (given: Partial<FieldChange>): FieldChange =>
      ({ ...named(config("a", "title", "UI", "files"), "Stock"), origin: "both", ...given }) as FieldChange;
    const change = edited(both({ base: "was" }));
    expect(text(bothSay(change))).toBe("*Stock*: the UI says *UI*, the files say *files*");
    expect(text(doneOutside(change))).toBe("*was* → *UI*");
    const title = edited(both({ base: "Obsolete", label: "UI" }));
    expect(text(bothSay(title))).toBe("*Obsolete*: the UI says *UI*, the files say *files*");
    expect(text(bothSay(edited(both({ base: "", label: "UI" }))))).toMatch(/^\*UI\*: /);
    expect(bothSay(edited(both({ before: "x".repeat(81) })))).toEqual([]);
    expect(bothSay(edited(...IDS.map((id) => ({ ...both({}), path: `dashboard.${id}` }))))).toEqual([]);
  });

  it("is counted by what was done, a widget's place once", () => {
    const fields = [
      live(place("a", "x", 0, 1)),
      live(place("a", "w", 0, 1)),
      live(config("a", "title", 1, 2)),
    ];
    const change = { ...edited(...fields), hazards: [hazard("drift", "edited")] };
    expect(text(hazardPhrases(change))).toBe("2 edits made in the UI would be !discarded!");
    expect(text(hazardPhrases(makeChange("b", { hazards: [hazard("drift", "x")] })))).toBe(
      "what was published in the UI would be !replaced!",
    );
  });
});
