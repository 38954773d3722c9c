// A row for each dashboard: what is under it, whether viewers see it, and in which order.
import { describe, expect, it } from "vitest";
import type { Change } from "../../../src/model/index.ts";
import { renderPlanMarkdown } from "../../../src/report/index.ts";
import { reviewOf } from "../../../src/report/review/rows.ts";
import { changed, draftOf, hazard, makeChange, makePlan } from "../plan-samples.ts";

const source = { file: "b.yaml", line: 1 };
const drawer = (key: string, title = key) => ({ key, title, id: 7, source });

function report(key: string, given: Partial<Change> = {}): Change {
  return makeChange(key, { kind: "report", fields: [changed("query.limit", 1, 2)], ...given });
}

const rowsOf = (changes: Change[]) => reviewOf({ changes }).rows;
const keys = (changes: Change[]) => rowsOf(changes).map(({ key }) => key);
const headline = (changes: Change[]) =>
  renderPlanMarkdown(makePlan(changes)).split("\n")[0]?.replace("### 🟢 Boardwright · production: ", "");

describe("the rows of a review", () => {
  it("begin with what goes and what waits for a decision, then what is new, published, asked, moved, edited", () => {
    const moved = changed("dashboard.widgets[a].position.x", 0, 6);
    const changes = [
      makeChange("edited", { fields: [changed("dashboard.title", "a", "b")] }),
      makeChange("moved", { request: draftOf([]), fields: [moved] }),
      makeChange("asked"),
      makeChange("published", { action: "publish", publish: true }),
      makeChange("new", { action: "create" }),
      makeChange("drifted", { hazards: [hazard("drift", "edited")] }),
      makeChange("gone", { action: "delete", hazards: [hazard("delete", "would be deleted")] }),
      report("r", { drawnBy: [drawer("asked")] }),
    ];
    expect(rowsOf(changes).map(({ key, mark }) => [key, mark])).toEqual([
      ["gone", "delete"],
      ["drifted", "decide"],
      ["new", "create"],
      ["published", "publish"],
      ["asked", "charts"],
      ["moved", "layout"],
      ["edited", "edit"],
    ]);
    expect(keys([makeChange("b"), makeChange("a")])).toEqual(["b", "a"]);
  });

  it("wait for no decision that the policy has made", () => {
    const changes = [makeChange("a", { hazards: [hazard("drift", "edited")] })];
    expect(reviewOf({ changes }, new Set(["drift"])).rows[0]?.mark).toBe("edit");
    expect(reviewOf({ changes }, new Set(["adopt"])).rows[0]?.mark).toBe("decide");
  });

  it("are none for stamps that nobody sees, for what is left as it is, and for folders", () => {
    const orphan = makeChange("left", { action: "orphaned" });
    const folder = makeChange("Finance", { kind: "folder", action: "create" });
    const reason = { code: "unstamped", message: "It lost its stamp.", help: "Look." } as const;
    const changes = [
      makeChange("quiet", { action: "stamp" }),
      orphan,
      folder,
      makeChange("told", { action: "stamp", reason }),
    ];
    const review = reviewOf({ changes });
    expect(review.rows.map(({ key, phrases }) => [key, phrases])).toEqual([
      ["told", [["It lost its stamp."]]],
    ]);
    expect(review).toMatchObject({ orphans: [orphan], folders: [folder] });
  });

  it("have a report under each dashboard that draws it, planned or as declared", () => {
    const shared = report("shared", { drawnBy: [drawer("orders"), drawer("sales", "Sales live")] });
    const rows = rowsOf([shared, makeChange("orders", { title: "Orders" })]);
    expect(rows.map(({ key, title, id, reports }) => ({ key, title, id, reports }))).toEqual([
      { key: "orders", title: "Orders", id: 101, reports: [shared] },
      { key: "sales", title: "Sales live", id: 7, reports: [shared] },
    ]);
    expect(rows[1]).toMatchObject({ kind: "workbook", source, visible: false });
    expect(rows[1]?.change).toBeUndefined();
  });

  it("have one of its own for a report that nobody draws, which is no dashboard", () => {
    const [row, ...others] = rowsOf([report("alone", { title: "Alone" })]);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ kind: "report", key: "alone", mark: "charts", reports: [] });
    expect(headline([report("alone")])).toBe(
      "viewers see no change, 1 report changes that no dashboard draws",
    );
    expect(headline([report("a"), report("b"), makeChange("c")])).toBe(
      "viewers see no change, 1 dashboard changes in draft, 2 reports change that no dashboard draws",
    );
    const gone = report("gone", { action: "delete", fields: [] });
    expect(rowsOf([gone])[0]).toMatchObject({ mark: "delete" });
  });

  it("say what a dashboard is called now, and what it will be called", () => {
    const renamed = makeChange("orders", { title: "New", fields: [changed("name", "Old", "New")] });
    expect(rowsOf([renamed])[0]).toMatchObject({ title: "Old", newTitle: "New" });
    expect(renderPlanMarkdown(makePlan([renamed]))).toContain("| 📝 | <b>Old</b> → New | renamed |");
    const first = makeChange("orders", { title: "New", fields: [changed("name", null, "New")] });
    expect(rowsOf([first])[0]).not.toHaveProperty("newTitle");
    const ofReport = report("r", { title: "New", fields: [changed("name", "Old", "New")] });
    expect(rowsOf([ofReport])[0]).not.toHaveProperty("newTitle");
  });
});

describe("what viewers see", () => {
  const table = (changes: Change[], title: string) =>
    renderPlanMarkdown(makePlan(changes))
      .split("\n\n")
      .find((block) => block.startsWith(`| | ${title}`));

  it("is apart from what changes in drafts only", () => {
    const changes = [makeChange("draft"), makeChange("seen", { publish: true, visible: true })];
    expect(table(changes, "Viewers see")).toMatch(/<b>seen<\/b>/);
    expect(table(changes, "Viewers see")).not.toContain("draft<");
    expect(table(changes, "In draft only, until somebody publishes")).toMatch(/<b>draft<\/b>/);
    expect(headline(changes)).toBe("viewers see <b>1</b> dashboard change, 1 more changes in draft");
  });

  it("is a report's change only in the dashboards that are published after it", () => {
    const drawn = report("r", { visible: true, drawnBy: [drawer("a"), drawer("b"), drawer("c")] });
    const changes = [
      drawn,
      makeChange("a", { action: "publish", publish: true, visible: false }),
      makeChange("b"),
    ];
    expect(rowsOf(changes).map(({ key, visible }) => [key, visible])).toEqual([
      ["a", true],
      ["b", false],
      ["c", false],
    ]);
  });

  it("counts as untouched only those that no row is about", () => {
    const drawn = report("r", { drawnBy: [drawer("a"), drawer("b")] });
    const text = (unchanged: number) => renderPlanMarkdown(makePlan([drawn], { unchanged }));
    expect(text(5)).toContain("<b>Left as it is</b>: 3 dashboards untouched.");
    expect(text(2)).not.toContain("untouched");
  });
});

describe("what no file declares", () => {
  const left = (...keys: string[]) =>
    keys.map((key) => makeChange(key, { action: "orphaned", title: `The ${key}` }));
  const leftReport = (key: string) => report(key, { action: "orphaned", fields: [], title: `The ${key}` });
  const lineOf = (changes: Change[]) =>
    /Left as it is<\/b>: (.*?)\. Delete with/
      .exec(renderPlanMarkdown(makePlan(changes)))?.[1]
      ?.replace("&#58;", ":");

  it.each<[Change[], string]>([
    [left("a"), "1 no longer declared, kept: <b>The a</b>"],
    [left("a", "b"), "2 no longer declared, kept: <b>The a</b>, <b>The b</b>"],
    [
      [...left("a"), leftReport("r"), leftReport("s")],
      "3 no longer declared, kept: <b>The a</b> · 2 reports <b>The r</b>, <b>The s</b>",
    ],
    [[leftReport("r")], "1 no longer declared, kept: 1 report <b>The r</b>"],
    [
      left(...Array.from({ length: 22 }, (_, at) => `${at}`)),
      `22 no longer declared, kept: ${Array.from({ length: 20 }, (_, at) => `<b>The ${at}</b>`).join(", ")} and 2 more`,
    ],
  ])("is called by its title, few by name: %#", (changes, line) => {
    expect(lineOf(changes)).toBe(line);
  });
});
