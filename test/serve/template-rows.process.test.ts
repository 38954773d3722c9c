// A row's dashboard in the studio: whose each value is, and for whom an edit is.

import { describe, expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import type { BoardEdit, Inspection, TakeAnswer, TakeRequest } from "../../src/serve/studio/protocol.ts";
import { runBuilt } from "../support/process.ts";
import { IS_FULL, rows } from "../support/runs.ts";
import { PROJECT, startStudio, until } from "./studio-server.ts";
import { REGIONS, ROWS, TABLE, TABLE_ROWS, TEMPLATE } from "./template-rows.ts";

const FILE = "dashboards/sales.yaml";
const title = (widget: string, text: string): BoardEdit => ({ kind: "title", widget, title: text });
const narrow: BoardEdit = {
  kind: "place",
  widget: "revenue",
  breakpoint: "default",
  box: { x: 0, y: 0, w: 5, h: 4 },
};

describe("the dashboards of a template", () => {
  it("say which row of which template they are, and where that is", async () => {
    const studio = await startStudio(ROWS);
    const { dashboards } = await studio.project();
    expect(dashboards.map(({ slug, file, line, row }) => [slug, `${file}:${line}`, row])).toEqual(
      ["north", "south", "west"].map((key) => [
        `sales-${key}`,
        `${FILE}:2`,
        { template: "sales-${row.key}", key },
      ]),
    );
    expect(await studio.board("sales-south")).toMatchObject({
      file: FILE,
      line: 2,
      row: { template: "sales-${row.key}", key: "south", count: 3 },
    });
  });

  it("say of each value whether it is the template's, the row's, or of the row's override", async () => {
    const inspect = async (files: Record<string, string>, widget: string) => {
      const studio = await startStudio(files);
      return studio.get<Inspection>(`/api/inspect?slug=sales-south&widget=${widget}`);
    };
    const template = { of: "template", filled: [] };
    expect(await inspect(ROWS, "revenue")).toMatchObject({
      positions: { default: { file: FILE, line: 11, row: template } },
      title: { file: FILE, line: 12, row: template },
    });
    expect(await inspect(ROWS, "units")).toMatchObject({
      positions: { default: { file: FILE, line: 13, row: template } },
      title: { file: "regions.yaml", line: 7, row: { of: "override", filled: [] } },
    });
    for (const [files, file, line] of [
      [ROWS, "regions.yaml", 5],
      [TABLE_ROWS, "regions.csv", 3],
    ] as const) {
      const filled = [{ name: "title", file, line }];
      expect(await inspect(files, "head")).toMatchObject({
        title: { file, line, row: { of: "row", filled } },
        text: { file: FILE, line: 17, row: { of: "template", filled } },
      });
    }
  });

  it("stay while another row of theirs has an error", async () => {
    const studio = await startStudio(ROWS);
    studio.write("regions.yaml", REGIONS.replace("title: West", "name: West"));
    const { dashboards, broken } = await until(
      () => studio.project(),
      (project) => project.broken.length > 0,
    );
    expect(broken.map(({ file }) => file)).toEqual([FILE]);
    expect(dashboards.map(({ slug, isBroken }) => [slug, isBroken])).toEqual([
      ["sales-north", false],
      ["sales-south", false],
      ["sales-west", true],
    ]);
    expect(await studio.edit("sales-north", [title("revenue", "Net")], { rows: "one" })).toMatchObject({
      status: "saved",
    });
    expect(await studio.edit("sales-west", [title("revenue", "Net")], { rows: "one" })).toMatchObject({
      status: "refused",
    });
  });
});

describe("an edit of a row's dashboard", () => {
  it("asks for whom it is, and writes nothing before that is said", async () => {
    const studio = await startStudio(ROWS);
    const question = {
      status: "rows",
      row: { template: "sales-${row.key}", key: "south" },
      count: 3,
      at: { file: "regions.yaml", line: 4 },
      whyNotOne: null,
    };
    expect(await studio.edit("sales-south", [title("revenue", "Net")])).toEqual({
      ...question,
      message: "This title is the template’s: 3 rows take it from sales-${row.key}.",
    });
    for (const edit of [narrow, { kind: "delete", widget: "units" } as const])
      expect(await studio.edit("sales-south", [edit])).toMatchObject(question);
    expect(studio.text(FILE) + studio.text("regions.yaml")).toBe(TEMPLATE + REGIONS);
  });

  it("for all rows is made in the template, and undone as it was", async () => {
    const studio = await startStudio(ROWS);
    const answer = await studio.edit("sales-west", [title("revenue", "Net")], { rows: "all" });
    expect(answer).toMatchObject({ status: "saved", step: "Revenue renamed to Net, for all 3 rows" });
    expect(studio.text(FILE)).toBe(TEMPLATE.replace("title: Revenue", "title: Net"));
    expect((await studio.board("sales-north")).widgets[0]!.title).toBe("Net");
    await studio.post("/api/undo", { slug: "sales-west" });
    expect(studio.text(FILE)).toBe(TEMPLATE);
  });

  it("for one row is made in its override, and undone as it was", async () => {
    const studio = await startStudio(ROWS);
    const answer = await studio.edit("sales-west", [narrow], { rows: "one" });
    expect(answer).toMatchObject({
      status: "saved",
      step: "Revenue resized, 6 × 4 → 5 × 4, for west alone",
      saved: [{ file: "regions.yaml" }],
    });
    expect(studio.text(FILE)).toBe(TEMPLATE);
    expect(studio.text("regions.yaml")).toBe(
      REGIONS.replace(
        "title: West }",
        "title: West, override: { dashboard: { widgets: { revenue: { position: [0, 0, 5, 4] } } } } }",
      ),
    );
    expect((await studio.board("sales-north")).widgets[0]!.boxes.default!.w).toBe(6);
    await studio.post("/api/undo", { slug: "sales-west" });
    expect(studio.text("regions.yaml")).toBe(REGIONS);
  });

  it("of what the row says for itself asks nobody", async () => {
    const studio = await startStudio(ROWS);
    expect(await studio.edit("sales-south", [title("units", "Pieces")])).toMatchObject({
      status: "saved",
      step: "Units down here renamed to Pieces, for south alone",
    });
    expect(studio.text("regions.yaml")).toBe(REGIONS.replace("Units down here", "Pieces"));
  });

  it("for all rows keeps what each of them fills in, also in a copy", async () => {
    const studio = await startStudio(ROWS);
    const text = { kind: "text", widget: "head", markdown: "All of The South, gross" } as const;
    await studio.edit("sales-south", [text], { rows: "all" });
    expect(studio.text(FILE)).toBe(TEMPLATE.replace("net", "gross"));
    const boxes = { default: { x: 0, y: 6, w: 12, h: 2 } };
    await studio.edit("sales-south", [{ kind: "duplicate", widget: "head", boxes }], { rows: "all" });
    const copy = (await studio.board("sales-north")).widgets.at(-1)!;
    expect(copy).toMatchObject({ title: "North", drawing: { markdown: "All of North, gross" } });
  });

  it("of a shared file asks nobody about the other rows, but about other dashboards", async () => {
    const shared = TEMPLATE.replace(
      "{ id: units, type: CHART, position: [6, 0, 6, 4], config: { title: Units } }",
      "{ $include: ../units.yaml }",
    );
    const units = "id: units\ntype: CHART\nposition: [6, 0, 6, 4]\nconfig: { title: Units }\n";
    const regions = REGIONS.replace(/ {2}override:\n.*\n/, "");
    const files = { ...ROWS, "regions.yaml": regions, [FILE]: shared, "units.yaml": units };
    const edit = title("units", "Pieces");
    const alone = await startStudio(files);
    expect(await alone.edit("sales-south", [edit], { rows: "all" })).toMatchObject({ status: "saved" });
    expect((await alone.board("sales-north")).widgets[1]!.title).toBe("Pieces");
    const other =
      "workbooks:\n  other:\n    name: Other\n    dashboard: { widgets: [{ $include: ../units.yaml }] }\n";
    const both = await startStudio({ ...files, "dashboards/other.yaml": other });
    const asked = await both.edit("sales-south", [edit], { rows: "all" });
    expect(asked).toMatchObject({ status: "shared", sharedWith: ["other"] });
    const here = await both.edit("sales-south", [edit], { rows: "all", scope: "here" });
    expect(here).toMatchObject({ status: "saved" });
    expect((await both.board("sales-north")).widgets[1]!.title).toBe("Pieces");
    expect((await both.board("other")).widgets[0]!.title).toBe("Units");
    await both.post("/api/undo", { slug: "sales-south" });
    const all = await both.edit("sales-south", [edit], { rows: "all", scope: "shared" });
    expect(all).toMatchObject({ status: "saved", saved: [{ file: "units.yaml" }] });
    expect(both.text("units.yaml")).toBe(units.replace("Units", "Pieces"));
  });

  it("for one line of a table is refused with the line, and for all it is made", async () => {
    const studio = await startStudio(TABLE_ROWS);
    const asked = await studio.edit("sales-south", [narrow]);
    expect(asked).toMatchObject({ status: "rows", at: { file: "regions.csv", line: 3 } });
    expect(asked).toMatchObject({
      whyNotOne:
        "south is a line of a table (regions.csv:3), which has no `override`: for this row alone, let the rows be a list in YAML.",
    });
    const one = await studio.edit("sales-south", [narrow], { rows: "one" });
    expect(one).toMatchObject({ status: "refused" });
    expect(JSON.stringify(one)).toMatch(/row south \(regions\.csv:3:1\).*no `override`/);
    expect(studio.text("regions.csv")).toBe(TABLE);
    const all = await studio.edit("sales-south", [narrow], { rows: "all" });
    expect(all).toMatchObject({ status: "saved", saved: [{ file: FILE }] });
  });

  it("of a value that a table gives is made in the table", async () => {
    const files = {
      ...TABLE_ROWS,
      [FILE]: TABLE_ROWS[FILE].replace(/Sales \$.*/, "Sales").replace("All of ${row.title}", "All"),
    };
    const studio = await startStudio(files);
    expect(await studio.edit("sales-west", [title("head", "Wild, wild West")])).toMatchObject({
      status: "saved",
      saved: [{ file: "regions.csv", line: 4 }],
    });
    expect(studio.text("regions.csv")).toBe(TABLE.replace("west,West", 'west,"Wild, wild West"'));
  });

  it("names no other way than the two", async () => {
    const studio = await startStudio({ ...ROWS, "boardwright.yaml": PROJECT });
    const { version } = await studio.board("sales-west");
    const body = { slug: "sales-west", version, edits: [narrow], rows: "some" };
    await expect(studio.post("/api/edit", body)).rejects.toThrow("`rows` is `all` or `one`");
  });
});

describe("what was made in the UI of a row's dashboard", () => {
  async function openEdited() {
    const sandbox = await createSandbox({});
    onTestFinished(() => sandbox.close());
    const target = `targets:\n  prod: { url: "${sandbox.url}", deployment: ${sandbox.deployments[0]} }\n`;
    const files = { ...ROWS, "boardwright.yaml": `${PROJECT}${target}` };
    const env = { PLATFORM_API_KEY: sandbox.apiKey };
    const studio = await startStudio(files, { env });
    expect((await runBuilt(["apply", "--yes"], { cwd: studio.folder, env })).code).toBe(0);
    sandbox.edit("sales-south", ({ dashboardDraft }) => {
      const { widgets } = dashboardDraft as unknown as { widgets: { config: { title: string } }[] };
      widgets[0]!.config.title = "Net";
    });
    await studio.post("/api/live", {});
    const take = async (more: Partial<TakeRequest>) => {
      const { version } = await studio.board("sales-south");
      return studio.post<TakeAnswer>("/api/take", { slug: "sales-south", version, ...more });
    };
    return { ...studio, take };
  }

  it.each(
    rows([
      ["all", FILE, "for all 3 rows"],
      ["one", "regions.yaml", "for south alone"],
    ] as const),
  )("is asked about, and taken for %s", async (rows, file, words) => {
    const { take, text, post } = await openEdited();
    for (const more of [{}, { preview: true }, { widget: "revenue", preview: true }])
      expect(await take(more)).toMatchObject({ status: "rows", count: 3, row: { key: "south" } });
    const shown = await take({ widget: "revenue", preview: true, rows });
    expect(shown).toMatchObject({ status: "preview", files: [{ file }] });
    const taken = await take({ rows });
    expect(taken).toMatchObject({
      status: "saved",
      step: `Revenue taken from live, ${words}`,
      saved: [{ file }],
    });
    expect(text(FILE)).toBe(rows === "all" ? TEMPLATE.replace("title: Revenue", "title: Net") : TEMPLATE);
    await post("/api/undo", { slug: "sales-south" });
    expect(text(FILE) + text("regions.yaml")).toBe(TEMPLATE + REGIONS);
  });
});

describe("rows of another target", () => {
  const project = `${PROJECT}targets:
  local: { url: "sandbox:data.json", deployment: 1 }
  production: { url: https://production.test, deployment: 2 }
`;
  const rows = "- { key: north, title: North }\n- { key: south, title: South }\n";

  it.runIf(IS_FULL)("are counted and named where an edit for all rows changes them", async () => {
    const regions = `${rows}- { key: west, title: West, targets: [production] }\n`;
    const studio = await startStudio({ ...ROWS, "boardwright.yaml": project, "regions.yaml": regions });
    const edits = [title("revenue", "Net")];
    expect(await studio.edit("sales-north", edits)).toMatchObject({
      status: "rows",
      count: 3,
      message:
        "This title is the template’s: 3 rows take it from sales-${row.key}, sales-west not at this target.",
    });
    expect(await studio.edit("sales-north", edits, { rows: "all" })).toMatchObject({
      status: "saved",
      step: "Revenue renamed to Net, for all 3 rows",
    });
  });

  it.runIf(IS_FULL)(
    "keep their names when a value of a row that their template reads is edited for one dashboard",
    async () => {
      const studio = await startStudio({
        ...ROWS,
        "boardwright.yaml": project,
        [FILE]: TEMPLATE.replace("    name:", "    targets: [local]\n    name:"),
        "dashboards/ventas.yaml": TEMPLATE.replace("sales-", "ventas-").replace(
          "    name:",
          "    targets: [production]\n    name:",
        ),
        "regions.yaml": rows,
      });
      expect(await studio.edit("sales-north", [title("head", "The North")])).toMatchObject({
        status: "saved",
      });
      expect(studio.text("regions.yaml")).toContain("title: North,");
      expect(studio.text("regions.yaml")).toMatch(/"?sales-\$\{row\.key\}"?:/);
      const { widgets } = await studio.board("sales-north");
      expect(widgets.find(({ id }) => id === "head")?.title).toBe("The North");
      const again = await studio.get<Inspection>("/api/inspect?slug=sales-north&widget=head");
      expect(again.title?.row).toMatchObject({ of: "override" });
    },
  );
});
