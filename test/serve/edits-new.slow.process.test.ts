// New widgets and new dashboards: what is in the files afterwards, byte for byte, and what is refused.
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AddEdit, Choices, CreateRequest, EditAnswer } from "../../src/serve/studio/protocol.ts";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { ORDERS } from "./studio-page.ts";
import { PROJECT, startStudio } from "./studio-server.ts";

const FILE = "dashboards/orders.yaml";
const REPORTS = `reports:
  orders-by-month:
    name: Orders by month
    query: { measures: [orders.count], timeDimensions: [{ dimension: orders.created_at, granularity: month }] }
    meta: { chart: line }
  open-orders:
    name: Open orders
    query: { measures: [orders.open], dimensions: [orders.status] }
    meta: { chart: kpi }
`;
const FILES = { "boardwright.yaml": PROJECT, [FILE]: ORDERS, "dashboards/reports.yaml": REPORTS };
const at = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });
const add = (more: Partial<AddEdit> & Pick<AddEdit, "template">): AddEdit => ({
  kind: "add",
  widget: "new",
  title: "",
  boxes: { default: at(0, 6, 6, 4) },
  ...more,
});
const SECRET = "a-key-0123456789-of-a-platform";
const lintErrors = async (cwd: string) => {
  const { stdout } = await runBuilt(["lint", "--json"], { cwd });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { severity: string; message: string }[] };
  return diagnostics.flatMap(({ severity, message }) => (severity === "error" ? [message] : []));
};

describe("a new widget", () => {
  it.each([
    [
      "a chart of a report",
      add({ template: "chart", title: "By month", report: "orders-by-month" }),
      "          type: CHART\n          position: [0, 6, 6, 4]\n          config:\n            title: By month\n            reportId: { $report: orders-by-month }\n",
    ],
    [
      "a text",
      add({ template: "text", title: "Text" }),
      "          type: TEXT\n          position: [0, 6, 6, 4]\n          config:\n            markdown: Text\n",
    ],
    [
      "a filter, placed on two layouts",
      add({
        template: "filter",
        title: "Status",
        member: "orders.status",
        boxes: { default: at(0, 6, 3, 2), xs: at(0, 0, 4, 2) },
      }),
      "          type: FILTER\n          position: [0, 6, 3, 2]\n          responsiveLayouts:\n            xs: [0, 0, 4, 2]\n          config:\n            title: Status\n            member: orders.status\n",
    ],
    [
      "a divider",
      add({ template: "divider", boxes: { default: at(0, 6, 12, 1) } }),
      "          type: DIVIDER\n          position: [0, 6, 12, 1]\n",
    ],
  ])("is written at the end of the list: %s", async (_name, edit, lines) => {
    const { edit: send, post, text, folder } = await startStudio(FILES);
    expect(await send("orders", [edit])).toMatchObject({
      status: "saved",
      saved: [{ file: FILE }],
      board: { undo: expect.any(String) },
    });
    expect(text(FILE)).toBe(`${ORDERS}\n        - id: new\n${lines}`);
    expect(await lintErrors(folder)).toEqual([]);
    expect(await post("/api/undo", { slug: "orders" })).toMatchObject({ status: "saved" });
    expect(text(FILE)).toBe(ORDERS);
  });

  it("has its places where the other widgets have theirs", async () => {
    const before = `workbooks:
  orders:
    name: Orders
    dashboard:
      widgets:
        - { id: a, type: TEXT, config: { markdown: Hi } } # kept
layouts:
  orders:
    default:
      a: [0, 0, 2, 2] # in layouts
`;
    const { edit, text } = await startStudio({ "boardwright.yaml": PROJECT, [FILE]: before });
    await edit("orders", [add({ template: "divider" })]);
    expect(text(FILE)).toBe(
      before
        .replace("# kept\n", "# kept\n        - id: new\n          type: DIVIDER\n")
        .replace("# in layouts\n", "# in layouts\n      new: [0, 6, 6, 4]\n"),
    );
  });

  it.each([
    [
      "a report that no file declares",
      add({ template: "chart", report: "nope" }),
      "The files declare no report nope.",
    ],
    ["a chart of nothing", add({ template: "chart" }), "A new chart needs a report."],
    ["a filter of nothing", add({ template: "filter", member: " " }), "A new filter needs a member."],
    [
      "an id that is taken",
      add({ template: "text", widget: "note" }),
      "There is a widget note on this dashboard already.",
    ],
    ["an id that is none", add({ template: "text", widget: "a: b\nc" }), "This is no id for a new widget."],
    [
      "no position",
      add({ template: "text", boxes: { xs: at(0, 0, 1, 1) } }),
      "A new widget needs a position.",
    ],
    [
      "a place outside of the grid",
      add({ template: "text", boxes: { default: at(8, 6, 6, 4) } }),
      "A widget cannot lie outside of its grid.",
    ],
  ])("is refused with %s, and nothing is written", async (_name, edit, message) => {
    const { edit: send, text } = await startStudio(FILES);
    expect(await send("orders", [edit])).toMatchObject({ status: "refused", message });
    expect(text(FILE)).toBe(ORDERS);
  });

  it("is offered what the files make possible", async () => {
    const { get } = await startStudio({
      ...FILES,
      "dashboards/returns.yaml":
        "workbooks:\n  returns:\n    name: Returns\n    dashboard:\n      widgets:\n        - { id: a, type: FILTER, position: [0, 0, 2, 2], config: { member: returns.country } }\n",
    });
    expect(await get<Choices>("/api/choices")).toEqual({
      reports: [
        {
          ...{ key: "open-orders", title: "Open orders", chart: "kpi", measure: "orders.open", drawnBy: [] },
          members: ["orders.status", "orders.open"],
        },
        {
          ...{
            key: "orders-by-month",
            title: "Orders by month",
            chart: "line",
            measure: "orders.count",
            drawnBy: [],
          },
          members: ["orders.created_at", "orders.count"],
        },
      ],
      members: ["orders.created_at", "orders.status", "returns.country"],
      newFile: { folder: "dashboards", ending: ".yaml" },
    });
  });
});

describe("a new dashboard", () => {
  const request = (more: Partial<CreateRequest> = {}): CreateRequest => ({
    file: "dashboards/sales/new.yaml",
    slug: "new",
    title: "New: one",
    folder: null,
    from: null,
    ...more,
  });
  const create = (post: Awaited<ReturnType<typeof startStudio>>["post"], more?: Partial<CreateRequest>) =>
    post<EditAnswer>("/api/create", request(more));
  const EMPTY = `workbooks:
  new:
    name: "New: one"
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12, sm: 6 }, rowHeight: 40 }
      widgets: []
`;

  it("is in the folder that was asked for, a copy with all its lines", async () => {
    const { post, text } = await startStudio(FILES);
    await create(post, { folder: "Sales/New" });
    expect(text(request().file)).toBe(
      EMPTY.replace("    dashboard:", "    folder: Sales/New\n    dashboard:"),
    );
    const copy = { file: "dashboards/copy.yaml", slug: "copy", title: "Copy", from: "orders" };
    expect(await create(post, { ...copy, folder: "Finance" })).toMatchObject({ status: "saved" });
    const named = ORDERS.replace("  orders:", "  copy:").replace("name: Orders", "name: Copy");
    expect(text(copy.file)).toBe(named.replace("folder: Sales", "folder: Finance"));
    await create(post, { ...copy, slug: "root", file: "dashboards/root.yaml", folder: "" });
    expect(text("dashboards/root.yaml")).not.toContain("folder:");
    await create(post, { ...copy, slug: "same", file: "dashboards/same.yaml" });
    expect(text("dashboards/same.yaml")).toBe(named.replace("  copy:", "  same:"));
  });

  it("is an empty one in a file of its own; undo takes the file away, redo brings it back", async () => {
    const { post, text, folder, project, edit } = await startStudio({
      ...FILES,
      "schemas/workbooks.schema.json": "{}",
    });
    const made = await create(post);
    expect(made).toMatchObject({ status: "saved", step: "New: one created", board: { widgets: [] } });
    const whole = `# yaml-language-server: $schema=../../schemas/workbooks.schema.json\n${EMPTY}`;
    expect(text(request().file)).toBe(whole);
    expect(await lintErrors(folder)).toEqual([]);
    // Its first widget.
    await edit("new", [add({ template: "divider", boxes: { default: at(0, 0, 12, 1) } })]);
    expect(text(request().file)).toBe(
      whole.replace(
        " []\n",
        "\n        - id: new\n          type: DIVIDER\n          position: [0, 0, 12, 1]\n",
      ),
    );
    await post("/api/undo", { slug: "new" });
    expect(await post("/api/undo", { slug: "new" })).toEqual({
      status: "removed",
      file: request().file,
      step: "Undone: New: one created",
    });
    expect(existsSync(join(folder, request().file))).toBe(false);
    expect((await project()).dashboards.map(({ slug }) => slug)).toEqual(["orders"]);
    expect(await post("/api/redo", { slug: "new" })).toMatchObject({ status: "saved" });
    expect(text(request().file)).toBe(whole);
  });

  it("names no schema that is not there", async () => {
    const { post, text } = await startStudio({ "boardwright.yaml": PROJECT });
    expect(await create(post)).toMatchObject({ status: "saved" });
    expect(text(request().file)).toBe(EMPTY);
  });

  it("begins as a copy, with every comment, if a file declares just the original", async () => {
    const { post, text } = await startStudio(FILES);
    expect(await create(post, { from: "orders" })).toMatchObject({
      status: "saved",
      step: "New: one created from orders",
    });
    expect(text(request().file)).toBe(
      ORDERS.replace("  orders:", "  new:").replace("name: Orders", 'name: "New: one"'),
    );
    expect(text(FILE)).toBe(ORDERS);
  });

  it("begins as a copy that says the same, if more is in the file or elsewhere", async () => {
    const shared = { "shared/layout.yaml": "cols: { lg: 24 }\nrowHeight: 20\n" };
    const before = `# Two of them.
workbooks:
  orders:
    name: Orders
    dashboard:
      title: Orders
      layout: { $include: ../shared/layout.yaml }
      widgets:
        - { id: a, type: TEXT, config: { markdown: "$\${x} costs" } }
  returns:
    name: Returns
layouts:
  orders:
    default:
      a: [0, 0, 2, 2]
`;
    const { post, text, folder } = await startStudio({
      "boardwright.yaml": PROJECT,
      ...shared,
      [FILE]: before,
    });
    expect(await create(post, { from: "orders", title: "Copy" })).toMatchObject({ status: "saved" });
    expect(text(request().file)).toBe(`workbooks:
  new:
    name: Copy
    dashboard:
      title: Copy
      layout: { cols: { lg: 24 }, rowHeight: 20 }
      widgets:
        - { id: a, type: TEXT, config: { markdown: "$\${x} costs" }, position: [0, 0, 2, 2] }
`);
    expect(text(FILE)).toBe(before);
    expect(await lintErrors(folder)).toEqual([]);
  });

  it.each<[string, Partial<CreateRequest>, RegExp]>([
    ["a file that is there", { file: FILE }, /^dashboards\/orders\.yaml is there already\.$/],
    ["a folder's name", { file: "dashboards/full.yaml" }, /^dashboards\/full\.yaml is there already\.$/],
    ["a file as a folder", { file: `${FILE}/new.yaml` }, /^dashboards\/orders\.yaml is no folder\.$/],
    ["a slug that is taken", { slug: "orders" }, /^The slug orders is taken: dashboards\/orders\.yaml/],
    ["no slug", { slug: " " }, /^A dashboard needs a slug\.$/],
    ["no title", { title: "" }, /^A dashboard needs a title\.$/],
    ["a slug not in its form", { slug: "New" }, /is not in its normal form: the platform will store `new`/],
    ["a slug with a slash", { slug: "a/b" }, /divides an address/],
    ["a way out", { file: "dashboards/../../new.yaml" }, /leads out of the project\.$/],
    ["an absolute name", { file: "/tmp/new.yaml" }, /leads out of the project\.$/],
    ["a way out by a link", { file: "dashboards/out/new.yaml" }, /leads out of the project\.$/],
    ["a way through a link", { file: "dashboards/in/new.yaml" }, /would be behind a symbolic link\.$/],
    ["Git's folder", { file: ".git/new.yaml" }, /leads out of the project\.$/],
    ["a hidden file", { file: "dashboards/.new.yaml" }, /is no name that every disk takes\.$/],
    ["a name of no YAML", { file: "dashboards/new.json" }, /is no name of a YAML file\.$/],
    [
      "a file elsewhere",
      { file: "new.yaml" },
      /would not be part of the project: `include` in boardwright\.yaml/,
    ],
    ["nothing to copy", { from: "nope" }, /^There is no dashboard nope to copy\.$/],
    ["a credential", { title: SECRET }, /the text of a credential/],
  ])("is refused with %s, and nothing is made", async (_name, more, message) => {
    const elsewhere = tempFolder({});
    const { post, text, folder, project } = await startStudio(FILES, {
      env: { PLATFORM_API_KEY: SECRET },
      prepare(root) {
        mkdirSync(join(root, "dashboards/full.yaml"));
        mkdirSync(join(root, "real"));
        symlinkSync(elsewhere, join(root, "dashboards/out"));
        symlinkSync(join(root, "real"), join(root, "dashboards/in"));
      },
    });
    const answer = await create(post, more);
    expect(answer).toMatchObject({ status: "refused" });
    expect(answer.status === "refused" && answer.message).toMatch(message);
    expect(text(FILE)).toBe(ORDERS);
    for (const made of [join(elsewhere, "new.yaml"), join(folder, "new.yaml"), join(folder, "real/new.yaml")])
      expect(existsSync(made)).toBe(false);
    expect((await project()).dashboards.length).toBe(1);
  });

  it("is refused by --read-only, and by a request that is none", async () => {
    const { post, edit, folder, authorization, send } = await startStudio(FILES, { args: ["--read-only"] });
    expect(await create(post)).toMatchObject({ status: "refused" });
    expect(await edit("orders", [add({ template: "divider" })])).toMatchObject({ status: "refused" });
    expect(existsSync(join(folder, request().file))).toBe(false);
    const headers = { authorization, "content-type": "application/json" };
    for (const body of [{ ...request(), from: 1 }, { ...request(), file: null }, {}])
      expect(
        await send("/api/create", { method: "POST", headers, body: JSON.stringify(body) }),
      ).toMatchObject({
        status: 400,
      });
  });
});
