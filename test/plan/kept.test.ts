// Orphans that a prune keeps, told together: one warning for each reason and kind, with their names and number.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { applied, appliedReport, planOf, type World } from "./world.ts";

const PRUNE = { more: { prune: true } };
const CANNOT = { delete: { workbooks: false, reports: false } };
const workbooks = (...keys: string[]) => keys.map((key) => applied(key));
const reports = (keys: string[], workbookId: number | null = null) =>
  keys.map((key, at) => appliedReport(key, { name: key }, { id: 500 + at, workbookId }));
const told = (world: World) =>
  planOf({ ...PRUNE, ...world }).diagnostics.map(({ rule, message }) => `${rule}: ${message}`);

describe("orphans that stay for one reason", () => {
  it("are told by name, in order, and counted from the sixth on", () => {
    const why = "prune-unsupported: this deployment does not describe deleting workbooks";
    expect(told({ live: workbooks("b", "a"), can: CANNOT })).toEqual([`${why}; 2 workbooks are kept: a, b`]);
    expect(told({ live: workbooks("b", "a", "c", "e", "d"), can: CANNOT })).toEqual([
      `${why}; 5 workbooks are kept: a, b, c, d, e`,
    ]);
    expect(told({ live: workbooks("g", "f", "b", "a", "c", "e", "d"), can: CANNOT })).toEqual([
      `${why}; 7 workbooks are kept: a, b, c, d, e and 2 more`,
    ]);
  });

  it("are told apart by their kind, and many of them belong to no file, slug or key", () => {
    const world = { live: workbooks("a", "b"), liveReports: reports(["r", "s"]), can: CANNOT };
    expect(told(world)).toEqual([
      "prune-unsupported: this deployment does not describe deleting reports; 2 reports are kept: r, s",
      "prune-unsupported: this deployment does not describe deleting workbooks; 2 workbooks are kept: a, b",
    ]);
    for (const found of planOf({ ...PRUNE, ...world }).diagnostics) {
      expect(found).toMatchObject({
        severity: "warning",
        file: "",
        help: expect.stringContaining("can delete"),
      });
      expect([found.slug, found.subject]).toEqual([undefined, undefined]);
    }
  });

  it("say that nobody knows what the deployment can where its description could not be read", () => {
    const can = { delete: { workbooks: false, reports: false, unknown: "GET /spec answered 500" } };
    expect(told({ live: workbooks("a"), can })[0]).toBe(
      "prune-unsupported: whether this deployment can delete workbooks is unknown: GET /spec answered 500; a is kept",
    );
  });

  it("are told so of reports whose workbooks stay, and of those that may be copies", () => {
    const live = workbooks("a");
    const liveReports = reports(["r", "s"], live[0]?.id);
    const can = { delete: { workbooks: false, reports: true } };
    expect(told({ live, liveReports, can })[0]).toBe(
      "prune-needed: 2 reports are kept, because the workbooks that they belong to are: r, s",
    );
    const uncertain = reports(["r", "s"]).map((report) => {
      const { publicId: _, ...stamp } = report.meta.boardwright as JsonObject;
      return { ...report, meta: { boardwright: stamp } };
    });
    const [copies, ...others] = told({ liveReports: uncertain });
    expect([copies, others]).toEqual([expect.stringMatching(/^prune-uncertain: 2 reports .*: r, s$/), []]);
  });

  it("are each told where each has its own reason", () => {
    const needed = { r: { name: "r", workbook: "a" }, s: { name: "s", workbook: "b" } };
    expect(told({ live: workbooks("a", "b"), reports: needed })).toEqual([
      "prune-needed: a is kept: the report r, which is declared, belongs to it",
      "prune-needed: b is kept: the report s, which is declared, belongs to it",
    ]);
  });
});
