// The workbook that a report belongs to: made anew, moved, or lost because somebody deleted it.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { compareReport, declareReport, type LiveReport } from "../../src/plan/index.ts";
import { resolved } from "./support.ts";

const SCOPE = { project: "acme", target: "test", deploymentId: 1 };
const ENTRY = { name: "R", workbook: "rev" };
const declare = (entry: JsonObject) => declareReport({ ...resolved("r", entry), key: "r" } as never, SCOPE);

/** As it was applied to the workbook 7, `rev`. */
const create = compareReport(declare(ENTRY), undefined, { ...SCOPE, workbooks: new Map([["rev", 7]]) });
const APPLIED: LiveReport = {
  kind: "report",
  id: 55,
  publicId: create?.publicId as string,
  name: "R",
  title: null,
  jsonQuery: null,
  sqlQuery: null,
  pivotItems: null,
  meta: create?.request?.meta as JsonObject,
  workbookId: 7,
  version: 4,
};

interface Given {
  live?: Partial<LiveReport>;
  entry?: JsonObject;
  workbooks: [string, number][];
  /** Slugs of those that a run made and did not fill. */
  unfilled?: string[];
  /** Live id → the slug that its stamp names, if it has another one. */
  stamped?: [number, string][];
}

function told({ live = {}, entry = {}, workbooks, unfilled = [], stamped = [] }: Given) {
  const scope = {
    ...SCOPE,
    workbooks: new Map(workbooks),
    isUnfilled: (slug: string) => unfilled.includes(slug),
    stampedAs: (id: number) => new Map(stamped).get(id),
  };
  const change = compareReport(declare({ ...ENTRY, ...entry }), { ...APPLIED, ...live }, scope);
  const fields = change?.fields.map(({ path, origin, base }) => [path, origin, base ?? null]);
  return [fields, change?.origin, change?.hazards.map(({ code }) => code), change?.request?.workbookId];
}

describe("a report", () => {
  const lost = [[["workbook", "git", null]], "git", [], { $workbook: "rev" }];

  it.each<[string, Given, unknown]>([
    ["whose workbook is gone goes into the new one", { live: { workbookId: null }, workbooks: [] }, lost],
    ["that still has the id of what is gone does", { workbooks: [] }, lost],
    [
      "that a run had no time to put into the workbook that it made again is no edit",
      { live: { workbookId: null }, workbooks: [["rev", 9]], unfilled: ["rev"] },
      [[["workbook", "git", null]], "git", [], 9],
    ],
    [
      "whose workbook was renamed in the UI is no edit, whether another one is made by now or not",
      {
        workbooks: [
          ["old", 7],
          ["rev", 9],
        ],
        stamped: [[7, "rev"]],
      },
      [[["workbook", "git", null]], "git", [], 9],
    ],
    [
      "that somebody moved to a copy of its workbook, which is younger, was edited",
      {
        live: { workbookId: 9 },
        workbooks: [
          ["copy", 9],
          ["rev", 7],
        ],
        stamped: [[9, "rev"]],
      },
      [[["workbook", "live", "rev"]], "live", ["drift"], 7],
    ],
    [
      "that somebody took out of a workbook that is there was edited",
      { live: { workbookId: null }, workbooks: [["rev", 7]] },
      [[["workbook", "live", "rev"]], "live", ["drift"], 7],
    ],
    [
      "that somebody moved to another workbook was edited, though its own is gone",
      { live: { workbookId: 9 }, workbooks: [["other", 9]] },
      [[["workbook", "live", "rev"]], "live", ["drift"], { $workbook: "rev" }],
    ],
    [
      "whose files name another workbook by now moved on both sides",
      { live: { workbookId: null }, entry: { workbook: "new" }, workbooks: [] },
      [[["workbook", "both", "rev"]], "both", ["conflict"], { $workbook: "new" }],
    ],
    [
      "that was edited besides has that told alone",
      { live: { workbookId: null, name: "Mine" }, workbooks: [] },
      [
        [
          ["name", "live", "R"],
          ["workbook", "git", null],
        ],
        "both",
        ["drift"],
        { $workbook: "rev" },
      ],
    ],
  ])("%s", (_, given, expected) => expect(told(given)).toEqual(expected));

  it("that lost another part was edited, whatever the workbooks are", () => {
    const titled = compareReport(declare({ ...ENTRY, title: "T" }), undefined, {
      ...SCOPE,
      workbooks: new Map([["rev", 7]]),
    });
    const meta = titled?.request?.meta as JsonObject;
    expect(told({ live: { meta, title: null }, entry: { title: "T" }, workbooks: [["rev", 7]] })).toEqual([
      [["title", "live", "T"]],
      "live",
      ["drift"],
      undefined,
    ]);
  });
});
