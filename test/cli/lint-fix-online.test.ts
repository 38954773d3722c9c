// boardwright lint --online --fix: only a slip of the pen and a view that was renamed whole are written, nothing twice, and nothing that
// does not load; all else stays a finding.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { serveModels } from "./data-api.ts";

const PROJECT = `version: 1
project: acme
targets:
  live: { url: https://platform.test, deployment: 12 }
`;
const BOARD = `workbooks:
  a:
    dashboard:
      widgets:
        - { id: a, type: CHART, position: [0, 0, 4, 4], config: { reportId: { $report: r } } }
reports:
  r:
    name: R
    workbook: a
    query: `;

/** `{ orders: "count:measures status:dimensions" }` as the data API describes it. */
function modelOf(views: Record<string, string>) {
  const cubes = Object.entries(views).map(([name, members]) => {
    const lists: Record<string, { name: string; type: string }[]> = {
      measures: [],
      dimensions: [],
      segments: [],
    };
    for (const member of members.split(" ")) {
      const [own, list = "", type = "number"] = member.split(":");
      lists[list]!.push({ name: `${name}.${own}`, type });
    }
    return { name, type: "view", ...lists };
  });
  return { cubes };
}

async function mend(
  query: string,
  { production, branch }: { production: Record<string, string>; branch?: Record<string, string> },
  project = PROJECT,
) {
  const api = await serveModels({
    production: modelOf(production),
    ...(branch && { b: modelOf(branch) }),
  });
  const cwd = tempFolder({ "boardwright.yaml": project, "dashboards/a.yaml": `${BOARD}${query}\n` });
  const args = ["lint", "--online", ...(branch ? ["--branch", "b"] : [])];
  const text = () => readFileSync(join(cwd, "dashboards/a.yaml"), "utf8").slice(BOARD.length).trimEnd();
  const told = await boardwright(args, { cwd, env: api.env });
  const ran = await boardwright([...args, "--fix"], { cwd, env: api.env });
  // What was written loads.
  expect((await boardwright(["lint"], { cwd })).stdout).not.toMatch(/duplicate-key|syntax/);
  return { told, ran, text: text() };
}

const ORDERS =
  "count:measures revenue:measures status:dimensions:string created_at:dimensions:time paid:segments";

describe("lint --online --fix", () => {
  it.each([
    ["a letter", "{ measures: [orders.revenu] }", "{ measures: [orders.revenue] }"],
    ["letters in another order", "{ measures: [orders.reveune] }", "{ measures: [orders.revenue] }"],
    ["the case", "{ measures: [orders.Count] } # kept", "{ measures: [orders.count] } # kept"],
    [
      "an underscore",
      "{ dimensions: [orders.createdAt.month] }",
      "{ dimensions: [orders.created_at.month] }",
    ],
  ])("writes the member where %s is wrong", async (_, query, text) => {
    const mended = await mend(query, { production: { orders: ORDERS } });
    expect(mended.told.stdout).toContain("1 can be fixed with `boardwright lint --online --fix`.");
    expect([mended.ran.code, mended.text]).toEqual([0, text]);
  });

  it.each([
    ["a word more", "{ measures: [orders.net_revenue] }", ORDERS],
    ["another kind", "{ measures: [orders.statu] }", ORDERS],
    ["two that are near", "{ measures: [orders.count] }", "counts:measures counter:measures county:measures"],
    ["an opposite", "{ measures: [orders.paid, orders.decrease] }", "unpaid:measures increase:measures"],
    ["a short word", "{ measures: [orders.max_price] }", "min_price:measures"],
    ["another number", "{ measures: [orders.revenue_2023] }", "revenue_2024:measures"],
  ])("leaves %s as a question", async (_, query, orders) => {
    const { told, ran, text } = await mend(query, { production: { orders } });
    expect(told.stdout).not.toContain("can be fixed");
    expect([ran.code, text]).toEqual([1, query]);
    expect(ran.stdout).toContain("unknown-member");
  });

  it.each([
    ["a key of a map", "{ measures: [orders.count], order: { orders.count: desc, orders.cont: asc } }"],
    ["an entry of a list", "{ measures: [orders.cont, orders.count] }"],
    ["two entries of a list that would become one", "{ measures: [orders.cont, orders.Count] }"],
    [
      "an item of an order",
      "{ measures: [orders.count], order: [{ id: orders.count, desc: true }, { id: orders.Count, desc: false }] }",
    ],
  ])("leaves what would be twice, and says so: %s", async (_, query) => {
    const { told, ran, text } = await mend(query, { production: { orders: ORDERS } });
    expect(told.stdout).not.toContain("can be fixed");
    expect([ran.code, text]).toEqual([1, query]);
    expect(ran.stdout.replace(/\s+/g, " ")).toContain(
      "`--fix` leaves it: `orders.count` would be there twice.",
    );
  });

  it("writes no file that would say something else for another target", async () => {
    const project = `${PROJECT.replace("deployment: 12 }", "deployment: 12, vars: { m: revenue } }")}  other: { url: https://other.test, deployment: 12, vars: { m: count } }
defaultTarget: live
`;
    const query = '{ measures: ["orders.${var.m}", orders.cont] }';
    const { ran, text } = await mend(query, { production: { orders: ORDERS } }, project);
    expect([ran.code, text]).toEqual([1, query]);
    expect(ran.stderr).toContain("dashboards/a.yaml was not fixed: the report r would say something else");
  });

  const QUERY =
    "{ measures: [orders.count], dimensions: [orders.status], order: { orders.count: desc } } # kept";
  const OTHERS = { customers: "count:measures status:dimensions:string", items: ORDERS };

  it("writes the new view where the old one was renamed whole, and names the whole command", async () => {
    const { told, ran, text } = await mend(QUERY, {
      production: { orders: ORDERS, ...OTHERS },
      branch: { sales: ORDERS, ...OTHERS },
    });
    expect(told.stdout).toContain("3 can be fixed with `boardwright lint --online --branch b --fix`.");
    expect([ran.code, text]).toEqual([0, QUERY.replaceAll("orders.", "sales.")]);
  });

  it("mends every name in the text of a query at once", async () => {
    const query = `{ measures: [orders.count] }
    meta: { jsonQuery: '{"measures":["orders.count"],"dimensions":["orders.status"]}' }`;
    const { ran, text } = await mend(query, {
      production: { orders: ORDERS, ...OTHERS },
      branch: { sales: ORDERS, ...OTHERS },
    });
    expect([ran.code, text]).toEqual([0, query.replaceAll("orders.", "sales.")]);
  });

  it.each([
    ["the view is gone, and another one has always had such members", { orders: ORDERS, ...OTHERS }, OTHERS],
    [
      "a member of the new view is of another kind",
      { orders: ORDERS },
      { sales: "count:measures status:measures" },
    ],
    ["the new view lacks a member", { orders: ORDERS }, { sales: "count:measures" }],
    ["two new views have them all", { orders: ORDERS }, { sales: ORDERS, shipments: ORDERS }],
  ])("leaves it where %s", async (_, production, branch) => {
    const { told, ran, text } = await mend(QUERY, { production, branch });
    expect(told.stdout).not.toContain("can be fixed");
    expect([ran.code, text]).toEqual([1, QUERY]);
    expect(ran.stdout).toContain("unknown-cube");
  });

  it("takes no view for another by two members alone where nothing says what was there before", async () => {
    const { ran, text } = await mend(QUERY, { production: { customers: OTHERS.customers } });
    expect([ran.code, text]).toEqual([1, QUERY]);
    const three = QUERY.replace("orders.count]", "orders.count, orders.revenue]");
    const whole = await mend(three, { production: { customers: OTHERS.customers, sales: ORDERS } });
    expect([whole.ran.code, whole.text]).toEqual([0, three.replaceAll("orders.", "sales.")]);
  });
});
