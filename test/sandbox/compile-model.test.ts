import { expect, it } from "vitest";
import { start } from "./support.ts";

const BUILD = "/build/api/v1/deployments/1";

/** What validate and metadata make of these files. */
async function compile(files: Record<string, string>) {
  const { call } = await start({
    seed: { branches: [{ name: "main", files }], cubes: [{ name: "of-seed" }] },
  });
  const { cubes } = (await call("POST", "/meta", { deploymentId: 1 })).body;
  const { body } = await call("GET", `${BUILD}/data-model/validate`);
  const status = (await call("GET", "/deployments/1/build-status")).body;
  return { cubes, status, errors: body.errors, valid: body.valid };
}

const ORDERS = `cubes:
  - name: orders
    title: Orders
    measures:
      - { name: revenue, type: sum, title: Revenue }
      - { name: hidden, type: sum, public: false }
    dimensions:
      - { name: status }
      - { name: created_at, type: time }
    segments:
      - { name: paid }
`;

it("compiles cubes, and views of all, some or renamed members", async () => {
  const sales = `views:
  - name: sales
    cubes:
      - { join_path: orders, includes: "*" }
  - name: some
    cubes:
      - { join_path: customers.orders, prefix: true, includes: [status, { name: revenue, alias: net }] }
`;
  const { cubes, valid, status } = await compile({ "a/views.yaml": sales, "model/orders.yml": ORDERS });
  const members = (view: string, revenue: string, state: string) => ({
    measures: [{ name: `${view}.${revenue}`, title: "Revenue", type: "number", aggType: "sum" }],
    dimensions: [{ name: `${view}.${state}`, type: "string" }],
  });
  const orders = members("orders", "revenue", "status");
  const created = (view: string) => ({ name: `${view}.created_at`, type: "time" });
  expect([valid, status.status]).toEqual([true, "built"]);
  expect(cubes).toEqual([
    {
      ...{ name: "orders", title: "Orders", type: "cube", segments: [{ name: "orders.paid" }] },
      ...{ measures: orders.measures, dimensions: [...orders.dimensions, created("orders")] },
    },
    {
      ...{ name: "sales", type: "view", segments: [{ name: "sales.paid" }] },
      measures: members("sales", "revenue", "").measures,
      dimensions: [...members("sales", "", "status").dimensions, created("sales")],
    },
    { name: "some", type: "view", segments: [], ...members("some", "orders_net", "orders_status") },
  ]);
});

it.each([
  ["YAML that cannot be read", "cubes: [", /at line 1/],
  ["a cube twice", "cubes:\n  - name: orders\n", /orders is declared twice \(line 2\)/],
  ["a cube without a name", "cubes:\n  - title: x\n", /a cube has no name \(line 2\)/],
  [
    "a view of no cube",
    "views:\n  - name: v\n    cubes:\n      - join_path: none\n",
    /joins none.*\(line 4\)/,
  ],
  [
    "a view of no member",
    "views:\n  - name: v\n    cubes:\n      - join_path: orders\n        includes:\n          - net\n",
    /v includes orders\.net, which is no member \(line 6\)/,
  ],
])("reports %s with file and line, and the build has failed", async (_, text, message) => {
  const { errors, valid, status } = await compile({ "model/orders.yml": ORDERS, "model/wrong.yml": text });
  expect(valid).toBe(false);
  expect(errors).toEqual([{ message: expect.stringMatching(message), fileName: "model/wrong.yml" }]);
  expect(status).toMatchObject({ status: "failed", errorText: expect.stringMatching(message) });
});

it("keeps to the model of the seed if no file has one", async () => {
  const { cubes } = await compile({ "README.md": "cubes: [", "dashboards/a.yaml": "workbooks: {}\n" });
  expect(cubes).toEqual([{ name: "of-seed" }]);
});
