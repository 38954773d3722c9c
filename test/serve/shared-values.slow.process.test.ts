// Values that a dashboard takes in, also one by one: nothing shared is written for one dashboard or for all without asking.
import { describe, expect, it } from "vitest";
import { PROJECT, startStudio } from "./studio-server.ts";

const at = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });
const OLD = at(0, 0, 2, 2);
const place = (box: ReturnType<typeof at>, breakpoint = "default", widget = "a") =>
  ({ kind: "place", widget, breakpoint, box }) as const;
const board = (slug: string, lines: string) =>
  `workbooks:\n  ${slug}:\n    name: ${slug} # kept\n    dashboard:\n      widgets:\n        - id: a # kept\n          type: TEXT\n          config: { title: A, markdown: Hi }\n${lines}`;
const OTHER = "          position: [0, 0, 1, 1]\n";
const INCLUDE = "          position: { $include: ../shared/pos.yaml } # taken in\n";
const ORDERS = "dashboards/orders.yaml";
const RETURNS = "dashboards/returns.yaml";
const filesOf = (orders: string, returns: string, shared: Record<string, string>) => ({
  "boardwright.yaml": PROJECT,
  [ORDERS]: board("orders", orders),
  [RETURNS]: board("returns", returns),
  ...shared,
});

describe("a position that is taken in", () => {
  it.each([
    ["as a map", "# Of all.\nx: 0\ny: 0 # top\nw: 2\nh: 2\n", 2, "y: 0", "y: 5", INCLUDE],
    ["as a list", "# Of all.\n[0, 0, 2, 2] # all\n", 2, "[0, 0,", "[0, 5,", INCLUDE],
    [
      "next to a number of its own",
      "x: 9\ny: 0 # top\nw: 2\nh: 2\n",
      2,
      "y: 0",
      "y: 5",
      "          position: { $include: ../shared/pos.yaml, x: 0 } # taken in\n",
    ],
    [
      "one number of it",
      "0 # top\n",
      1,
      "0",
      "5",
      "          position: { x: 0, y: { $include: ../shared/pos.yaml }, w: 2, h: 2 } # taken in\n",
    ],
    [
      "through another file",
      "x: 0\ny: 0 # top\nw: 2\nh: 2\n",
      2,
      "y: 0",
      "y: 5",
      "          position: { $include: ../shared/through.yaml } # taken in\n",
    ],
  ])("%s, is asked about, and written for one or for all", async (_, pos, line, from, to, lines) => {
    const shared = { "shared/pos.yaml": pos, "shared/through.yaml": "$include: pos.yaml\n" };
    const files = filesOf(lines, lines, shared);
    const { edit, text, get, board: boardOf, post } = await startStudio(files);
    const file = "shared/pos.yaml";
    expect(await get("/api/inspect?slug=orders&widget=a")).toMatchObject({
      positions: { default: { file, from: "include", sharedWith: ["returns"] } },
    });
    const box = at(0, 5, 2, 2);
    expect(await edit("orders", [place(box)])).toEqual({
      status: "shared",
      message: `This position is shared: 2 dashboards take it from ${file}.`,
      sharedWith: ["returns"],
      at: { file, line: line + (from === "y: 0" && pos.startsWith("#") ? 1 : 0) },
    });
    expect(Object.keys(files).map(text)).toEqual(Object.values(files));

    expect(await edit("orders", [place(box)], { scope: "shared" })).toMatchObject({ status: "saved" });
    expect(Object.keys(files).map(text)).toEqual(Object.values({ ...files, [file]: pos.replace(from, to) }));
    for (const slug of ["orders", "returns"])
      expect((await boardOf(slug)).widgets[0]?.boxes.default).toEqual(box);
    expect(await post("/api/undo", { slug: "orders" })).toMatchObject({ status: "saved" });
    expect(Object.keys(files).map(text)).toEqual(Object.values(files));

    expect(await edit("orders", [place(box)], { scope: "here" })).toMatchObject({ status: "saved" });
    const { [ORDERS]: before, ...others } = files;
    expect(Object.keys(others).map(text)).toEqual(Object.values(others));
    expect(text(ORDERS).split("          position:")[0]).toBe(before?.split("          position:")[0]);
    expect((await boardOf("orders")).widgets[0]?.boxes.default).toEqual(box);
    expect((await boardOf("returns")).widgets[0]?.boxes.default).toEqual(OLD);
  });

  it("is written without asking if nobody else takes it in, or if only a number of its own changes", async () => {
    const shared = { "shared/pos.yaml": "x: 9\ny: 0\nw: 2\nh: 2\n" };
    const alone = await startStudio(filesOf(INCLUDE, OTHER, shared));
    expect(await alone.edit("orders", [place(at(1, 0, 2, 2))])).toMatchObject({
      status: "saved",
      saved: [{ file: "shared/pos.yaml" }],
    });
    expect(alone.text("shared/pos.yaml")).toBe("x: 1\ny: 0\nw: 2\nh: 2\n");
    const own = "          position: { $include: ../shared/pos.yaml, x: 0 }\n";
    const files = filesOf(own, INCLUDE, shared);
    const { edit, text } = await startStudio(files);
    expect(await edit("orders", [place(at(1, 0, 2, 2))])).toMatchObject({ status: "saved" });
    expect(text(ORDERS)).toBe(files[ORDERS]?.replace("x: 0", "x: 1"));
    expect(text("shared/pos.yaml")).toBe(shared["shared/pos.yaml"]);
  });

  it("of another breakpoint and another widget, is changed for all that take it in", async () => {
    const lines = `${INCLUDE}          responsiveLayouts: { xs: { $include: ../shared/pos.yaml } }
        - id: b
          type: TEXT
          position: { $include: ../shared/pos.yaml }
`;
    const returns = `${OTHER}          responsiveLayouts: { lg: { $include: ../shared/pos.yaml } }\n`;
    const files = filesOf(lines, returns, { "shared/pos.yaml": "[0, 0, 2, 2] # all\n" });
    const { edit, text, board: boardOf } = await startStudio(files);
    const box = at(1, 2, 3, 4);
    expect(await edit("orders", [place(box)])).toMatchObject({ status: "shared", sharedWith: ["returns"] });
    expect(await edit("orders", [place(box)], { scope: "shared" })).toMatchObject({ status: "saved" });
    expect(Object.keys(files).map(text)).toEqual(
      Object.values({ ...files, "shared/pos.yaml": "[1, 2, 3, 4] # all\n" }),
    );
    const [a, b] = (await boardOf("orders")).widgets;
    expect([a?.boxes, b?.boxes]).toEqual([{ default: box, xs: box }, { default: box }]);
  });

  it("of `layouts` is asked about, too", async () => {
    const layouts = (slug: string) =>
      `layouts:\n  ${slug}:\n    default:\n      a: { $include: ../shared/pos.yaml }\n`;
    const shared = { "shared/pos.yaml": "{ x: 0, y: 0, w: 2, h: 2 } # all\n" };
    const files = filesOf(layouts("orders"), layouts("returns"), shared);
    const { edit, text } = await startStudio(files);
    expect(await edit("orders", [place(at(1, 0, 2, 2))])).toMatchObject({ status: "shared" });
    expect(await edit("orders", [place(at(1, 0, 2, 2))], { scope: "shared" })).toMatchObject({
      status: "saved",
    });
    expect(text("shared/pos.yaml")).toBe("{ x: 1, y: 0, w: 2, h: 2 } # all\n");
  });
});

it.each([
  [
    "a title",
    { kind: "title", widget: "a", title: "B" },
    "title: A",
    "title: { $include: ../shared/t.yaml }",
    "A # all\n",
    "B # all\n",
  ],
  [
    "a text",
    { kind: "text", widget: "a", markdown: "B" },
    "markdown: Hi",
    "markdown: { $file: ../shared/t.md }",
    "Hi",
    "B",
  ],
] as const)("%s that is taken in is asked about", async (_, change, from, to, before, after) => {
  const file = before === "Hi" ? "shared/t.md" : "shared/t.yaml";
  const plain = filesOf(OTHER, OTHER, { [file]: before });
  const files = Object.fromEntries(
    Object.entries(plain).map(([name, text]) => [name, text.replace(from, to)]),
  );
  const { edit, text, board: boardOf, post } = await startStudio(files);
  expect(await edit("orders", [change])).toMatchObject({ status: "shared", at: { file, line: 1 } });
  expect(await edit("orders", [change], { scope: "shared" })).toMatchObject({ status: "saved" });
  expect(Object.keys(files).map(text)).toEqual(Object.values({ ...files, [file]: after }));
  await post("/api/undo", { slug: "orders" });
  expect(await edit("orders", [change], { scope: "here" })).toMatchObject({ status: "saved" });
  expect([text(file), text(RETURNS)]).toEqual([before, files[RETURNS]]);
  expect((await boardOf("orders")).version).not.toBe((await boardOf("returns")).version);
});

it("a title of a widget that adds to what it takes in is changed there, for all", async () => {
  const using = (slug: string, id: string) =>
    `workbooks:\n  ${slug}:\n    dashboard:\n      widgets:\n        - $include: ../shared/kpi.yaml # kept\n          id: ${id}\n          position: [0, 0, 2, 2]\n`;
  const kpi = "type: TEXT\nconfig:\n  title: Old # of all\n  markdown: Hi\n";
  const files = {
    "boardwright.yaml": PROJECT,
    [ORDERS]: using("orders", "a"),
    [RETURNS]: using("returns", "b"),
    "shared/kpi.yaml": kpi,
  };
  const { edit, text, board: boardOf } = await startStudio(files);
  const change = { kind: "title", widget: "a", title: "New" } as const;
  expect(await edit("orders", [change], { scope: "shared" })).toMatchObject({ status: "saved" });
  expect(Object.keys(files).map(text)).toEqual(
    Object.values({ ...files, "shared/kpi.yaml": kpi.replace("Old", "New") }),
  );
  expect((await boardOf("returns")).widgets[0]?.title).toBe("New");
});

describe("an include that one dashboard takes in twice", () => {
  it("is edited for one widget, and the other one says what it said", async () => {
    const files = {
      "boardwright.yaml": PROJECT,
      "shared/chart.yaml": "type: CHART\nconfig: { title: Sales, note: Net }\n",
      [ORDERS]: `workbooks:
  orders:
    dashboard:
      widgets:
        - { $include: ../shared/chart.yaml, id: one, position: [0, 0, 6, 4] }
        - { $include: ../shared/chart.yaml, id: two, position: [6, 0, 6, 4] }
`,
    };
    const { edit, text, board: boardOf } = await startStudio(files);
    const answer = await edit("orders", [{ kind: "title", widget: "two", title: "Returns" }]);
    expect(answer).toMatchObject({ status: "saved", step: "Sales renamed to Returns" });
    const { widgets } = await boardOf("orders");
    expect(widgets.map((one) => [one.id, one.title])).toEqual([
      ["one", "Sales"],
      ["two", "Returns"],
    ]);
    expect(text("shared/chart.yaml")).toBe(files["shared/chart.yaml"]);
  });
});
