// What the findings say: the nearest name, the kind, whom a report's finding concerns.
import { describe, expect, it } from "vitest";
import { createModelCheck } from "../../src/model-check/index.ts";
import { makeProject, makeWorkbook } from "../lint/workbook.ts";
import { check, MODEL, makeModel } from "./support.ts";

const messageOf = (query: object, model = MODEL): string =>
  check({ reports: { r: { query } } } as never, model).found.join("\n");

describe("an unknown member", () => {
  it.each([
    ["orders.revenu", "orders.revenue"],
    ["orders.Revenue", "orders.revenue"],
    ["orders.created", "orders.created_at"],
    ["orders.net_revenue", "orders.revenue"],
    ["orders.name", "customers.name"],
    ["orders.createdat.month", "orders.created_at.month"],
    ["order.revenue", "orders.revenue"],
    ["nowhere.country", "customers.country"],
  ])("%s is meant to be %s", (written, meant) => {
    expect(messageOf({ member: written })).toContain(`Did you mean \`${meant}\`?`);
  });

  it("that is near to nothing: private ones count as unknown", () => {
    const { found, helps } = check({ reports: { r: { query: { measures: ["orders.zzzzzzzzzz"] } } } });
    expect(found).toEqual([
      "unknown-member @ query.measures.0: The model of production has no member `orders.zzzzzzzzzz`, or it is not visible.",
    ]);
    expect(helps[0]).toMatch(/private.*counts as unknown/);
  });

  it("says of a granularity what is wrong with it", () => {
    expect(messageOf({ dimensions: ["orders.created_at.moth"] })).toContain(
      "it has `orders.created_at`, but `moth` is not a granularity of it",
    );
    expect(messageOf({ dimensions: ["orders.status.month"] })).toContain(
      "but it is a dimension of type string, which has no granularities",
    );
  });

  it("is not looked for within names: a member may hold dots itself", () => {
    const model = makeModel({ view: "orders.revenue:measure" });
    expect(messageOf({ measures: ["view.orders.revenue"] }, model)).toBe("");
  });
});

describe("the kind of a member", () => {
  it.each([
    [{ dimensions: ["orders.revenue"] }, "is a measure, but a dimension is needed here"],
    [{ measures: ["orders.status"] }, "is a dimension of type string, but a measure is needed here"],
    [{ measures: ["orders.created_at"] }, "is a time dimension, but a measure is needed here"],
    [{ measures: ["orders.paid"] }, "is a segment, but a measure is needed here"],
    [{ segments: ["orders.status"] }, "but a segment is needed here"],
    [{ timeDimensions: [{ dimension: "orders.status" }] }, "but a time dimension is needed here"],
    [
      { timeDimensions: [{ dimension: "orders.created_at.month" }] },
      "is a time dimension with a granularity, but a time dimension is needed here",
    ],
    [{ filters: [{ member: "orders.paid" }] }, "is a segment, but a dimension or a measure is needed here"],
    [{ order: { "orders.paid": "asc" } }, "but a dimension or a measure is needed here"],
  ])("%j", (query, said) => {
    expect(messageOf(query)).toContain(`member-kind`);
    expect(messageOf(query)).toContain(said);
  });

  it("is not judged where the model does not tell it", () => {
    const model = makeModel({ orders: "created_at:dimension" });
    expect(messageOf({ timeDimensions: [{ dimension: "orders.created_at" }] }, model)).toBe("");
  });
});

describe("workbooks that break", () => {
  const chart = (config: object) => ({ widgets: [{ id: "a", type: "CHART", config }] });
  const shows = (report: string) => chart({ reportId: { $report: report } });

  it("by a member of their own or of a report that they show, not by a warning", () => {
    const { broken, helps } = check({
      dashboards: {
        own: chart({ measures: ["orders.gone"] }),
        shared: shows("wrong"),
        also: shows("wrong"),
        fine: shows("right"),
        warned: { widgets: [{ id: "f", type: "FILTER", config: { member: "orders.status" } }] },
      },
      reports: {
        wrong: { query: { measures: ["orders.gone"] } },
        right: { query: { measures: ["orders.count"] } },
      },
    } as never);
    expect(broken).toEqual(["also", "own", "shared"]);
    expect(helps).toContain(
      "A member that is private, or hidden by the model's access rules, counts as unknown. Shown by also, shared.",
    );
  });

  it("are none where the rule is off", () => {
    const check = createModelCheck(MODEL, makeProject({ "unknown-member": "off" }));
    check.visit(makeWorkbook({ dashboard: chart({ measures: ["orders.gone"] }) } as never));
    expect(check.finish([])).toEqual({ diagnostics: [], broken: [] });
  });

  it("are named up to five", () => {
    const dashboards = Object.fromEntries(
      ["a", "b", "c", "d", "e", "f", "g"].map((slug) => [slug, shows("wrong")]),
    );
    const { helps } = check({
      dashboards,
      reports: { wrong: { query: { measures: ["orders.revenu"] } } },
    } as never);
    expect(helps).toEqual(["Shown by a, b, c, d, e and 2 more."]);
  });
});
