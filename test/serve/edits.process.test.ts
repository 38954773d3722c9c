// Edits of the page → the files: the smallest change, or none and why.
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ORDERS } from "./studio-page.ts";
import { PROJECT, startStudio, until } from "./studio-server.ts";

const FILE = "dashboards/orders.yaml";
const FILES = { "boardwright.yaml": PROJECT, [FILE]: ORDERS };
const at = (x: number, y: number, w: number, h: number) => ({ x, y, w, h });
const place = (widget: string, box = at(1, 2, 3, 4), breakpoint = "default") =>
  ({ kind: "place", widget, breakpoint, box }) as const;

/** A dashboard of one widget, whose lines are these. */
const one = (lines: string, more = "") =>
  `# Kept.\nworkbooks:\n  orders:\n    name: Orders # kept\n    dashboard:\n      widgets:\n        # kept, too\n        - id: a\n          type: TEXT\n${lines}${more}`;

describe("an edit of the studio", () => {
  it("writes the new place in the form of the old one, and not another byte", async () => {
    const { edit, text } = await startStudio(FILES);
    const list = await edit("orders", [place("open")]);
    expect(list).toMatchObject({
      status: "saved",
      saved: [{ file: FILE, line: ORDERS.slice(0, ORDERS.indexOf("# beside")).split("\n").length }],
      board: { undo: "Open orders moved and resized, 0, 0 → 1, 2, 4 × 4 → 3 × 4" },
    });
    const first = ORDERS.replace("[0, 0, 4, 4] # beside", "[1, 2, 3, 4] # beside");
    expect(text(FILE)).toBe(first);
    await edit("orders", [place("trend", at(5, 0, 6, 4))]);
    expect(text(FILE)).toBe(first.replace("{ x: 4, y: 0,", "{ x: 5, y: 0,"));
  });

  it.each([
    [
      "flow style",
      one("          position: {x: 0, y: 0, w: 2, h: 2} # here\n"),
      (text: string) => text.replace("{x: 0, y: 0, w: 2, h: 2}", "{x: 1, y: 2, w: 3, h: 4}"),
    ],
    [
      "lines of their own",
      one(
        "          position:\n            x: 0 # left\n            y: 0\n            w: 2\n            h: 2\n",
      ),
      (text: string) =>
        text
          .replace("x: 0 # left", "x: 1 # left")
          .replace("y: 0", "y: 2")
          .replace("w: 2", "w: 3")
          .replace("h: 2", "h: 4"),
    ],
    [
      "`layouts`",
      one("", "layouts:\n  orders:\n    default:\n      a: [0, 0, 2, 2] # in layouts\n"),
      (text: string) => text.replace("[0, 0, 2, 2]", "[1, 2, 3, 4]"),
    ],
    [
      "Windows line ends",
      one("          position: [0, 0, 2, 2]\n").replaceAll("\n", "\r\n"),
      (text: string) => text.replace("[0, 0, 2, 2]", "[1, 2, 3, 4]"),
    ],
  ])("keeps to %s", async (_name, before, after) => {
    const { edit, text } = await startStudio({ ...FILES, [FILE]: before });
    expect(await edit("orders", [place("a")])).toMatchObject({ status: "saved" });
    expect(text(FILE)).toBe(after(before));
  });

  it("leaves each line its own end, also where lines come and go", async () => {
    const lines = ORDERS.split(/(?<=\n)/);
    const before = lines.map((line, at) => (at % 3 === 1 ? line.replace("\n", "\r\n") : line)).join("");
    const { edit, text, post } = await startStudio({ ...FILES, [FILE]: before });
    expect(await edit("orders", [place("open", at(1, 2, 3, 4), "xs")])).toMatchObject({ status: "saved" });
    const after = text(FILE).split(/(?<=\n)/);
    expect(after.filter((line) => !/responsiveLayouts|^ *xs:/.test(line)).join("")).toBe(before);
    await post("/api/undo", { slug: "orders" });
    await edit("orders", [{ kind: "delete", widget: "note" }]);
    expect(before.startsWith(text(FILE))).toBe(true);
    expect(text(FILE)).not.toContain("note");
  });

  it("writes what a dashboard is called, where it is and whether it is published, and takes each back", async () => {
    const { edit, text, post, board, project } = await startStudio(FILES);
    const about = (field: "name" | "title" | "folder", text: string) =>
      ({ kind: "about", field, text }) as const;
    const steps = [
      [about("name", "All orders"), "Renamed to All orders", ["name: Orders", "name: All orders"]],
      [about("folder", "Sales/Europe"), "Moved to Sales/Europe", ["folder: Sales", "folder: Sales/Europe"]],
      [about("folder", ""), "Moved to the root", ["    folder: Sales\n", ""]],
      [
        about("title", "Orders, all"),
        "Title changed to Orders, all",
        ["      kind: CLASSIC\n", "      title: Orders, all\n      kind: CLASSIC\n"],
      ],
      [
        { kind: "publish", publish: true } as const,
        "Published by an apply from now on",
        ["    folder: Sales\n", "    folder: Sales\n    publish: true\n"],
      ],
    ] as const;
    for (const [change, step, [before, after]] of steps) {
      expect(await edit("orders", [change])).toMatchObject({ status: "saved", step });
      expect(text(FILE)).toBe(ORDERS.replace(before, after));
      await post("/api/undo", { slug: "orders" });
      expect(text(FILE)).toBe(ORDERS);
    }
    expect(await board("orders")).toMatchObject({
      about: { name: "Orders", title: null, folder: "Sales", publish: false, owners: [], commands: [] },
    });
    expect(await edit("orders", [about("name", " ")])).toMatchObject({
      status: "refused",
      message: "A dashboard needs a name.",
    });
    await edit("orders", [about("folder", "Finance / Sales")]);
    expect((await project()).dashboards[0]).toMatchObject({ folder: ["Finance", "Sales"] });
  });

  it("leaves a folder alone that no path can name", async () => {
    const byNumber = ORDERS.replace("folder: Sales", "folderId: 12");
    const { edit, text, board } = await startStudio({ ...FILES, [FILE]: byNumber });
    expect((await board("orders")).about?.folder).toBeNull();
    const folder = { kind: "about", field: "folder", text: "Sales" } as const;
    expect(await edit("orders", [folder])).toMatchObject({ status: "refused" });
    expect(text(FILE)).toBe(byNumber);
  });

  it("writes the name that was meant into a file that does not load, as a step of its dashboards", async () => {
    const { project, text, write, post, board } = await startStudio(FILES);
    await board("orders");
    const slip = ORDERS.replace("position: [0, 4", "positon: [0, 4");
    write(FILE, slip);
    // Asked for before the server has read the file again: what it last loaded is what this board was made from.
    await board("orders");
    const { broken } = await until(project, (view) => view.broken.length > 0);
    const [{ findings, changes } = { findings: [], changes: [] }] = broken;
    expect(findings[0]).toMatchObject({ rule: "unknown-field", meant: "position" });
    const changed = changes.flatMap(({ kind, text }) =>
      kind === "new" || kind === "gone" ? [text.trim()] : [],
    );
    expect(changed).toEqual(["position: [0, 4, 12, 2]", "positon: [0, 4, 12, 2]"]);
    const { file, line, column } = findings[0]!;
    const fix = (place: object) => post("/api/fix", { file, line, column, ...place });
    expect(await fix({ column: column + 1 })).toMatchObject({ status: "refused" });
    expect(await fix({ file: "boardwright.yaml" })).toMatchObject({ status: "refused" });
    expect(text(FILE)).toBe(slip);
    expect(await fix({})).toMatchObject({ status: "fixed", step: "positon changed to position" });
    expect(text(FILE)).toBe(ORDERS);
    expect((await project()).broken).toEqual([]);
    expect(await post("/api/undo", { slug: "orders" })).toMatchObject({
      step: "Undone: positon changed to position",
    });
    expect(text(FILE)).toBe(slip);
  });

  it("writes a place of the target where the target's override has it", async () => {
    const project = `${PROJECT}defaultTarget: prod\ntargets:\n  prod: { url: "http://127.0.0.1:9", deployment: 1 }\n`;
    const before = one(
      "          position: [0, 0, 2, 2]\n",
      "    overrides:\n      prod:\n        dashboard:\n          widgets:\n            a: { position: [5, 5, 2, 2] } # wide screens\n",
    );
    const { edit, text, get } = await startStudio({ "boardwright.yaml": project, [FILE]: before });
    expect(await get("/api/inspect?slug=orders&widget=a")).toMatchObject({
      positions: { default: { from: "override" } },
    });
    expect(await edit("orders", [place("a")])).toMatchObject({ status: "saved" });
    expect(text(FILE)).toBe(before.replace("[5, 5, 2, 2]", "[1, 2, 3, 4]"));
  });

  it("writes a text where it is, also in a file of its own", async () => {
    const before = one(
      "          position: [0, 0, 2, 2]\n          config: { markdown: { $file: ../notes/a.md } }\n",
    );
    const { edit, text } = await startStudio({ ...FILES, [FILE]: before, "notes/a.md": "Old.\n" });
    const edited = await edit("orders", [{ kind: "text", widget: "a", markdown: "New.\n" }]);
    expect(edited).toMatchObject({ status: "saved", saved: [{ file: "notes/a.md", line: 1 }] });
    expect([text("notes/a.md"), text(FILE)]).toEqual(["New.\n", before]);
  });

  it("keeps the line ends of a text in a file of its own, which a browser does not know", async () => {
    const before = one(
      "          position: [0, 0, 2, 2]\n          config: { markdown: { $file: ../notes/a.md } }\n",
    );
    const { edit, text } = await startStudio({
      ...FILES,
      [FILE]: before,
      "notes/a.md": "One\r\nTwo\r\nThree\n",
    });
    const change = (markdown: string) => edit("orders", [{ kind: "text", widget: "a", markdown }]);
    expect(await change("One\nTwo!\nMore\nThree\n")).toMatchObject({ status: "saved" });
    expect(text("notes/a.md")).toBe("One\r\nTwo!\r\nMore\r\nThree\n");
    expect(await change("One\nTwo!\nMore\nThree\n")).toMatchObject({ status: "nothing" });
  });

  it("asks whether a shared value is meant for one dashboard or for all, and writes nothing before", async () => {
    const grid =
      "# Of both.\n- id: a\n  type: TEXT\n  position: [0, 0, 2, 2] # shared\n  config: { markdown: Hi }\n";
    const using = (slug: string) =>
      `workbooks:\n  ${slug}:\n    name: ${slug}\n    dashboard:\n      widgets:\n        $include: ../shared/grid.yaml # kept\n`;
    const files = {
      ...FILES,
      "shared/grid.yaml": grid,
      [FILE]: using("orders"),
      "dashboards/returns.yaml": using("returns"),
    };
    const all = await startStudio(files);
    expect(await all.edit("orders", [place("a")])).toEqual({
      status: "shared",
      message: "This position is shared: 2 dashboards take it from shared/grid.yaml.",
      sharedWith: ["returns"],
      at: { file: "shared/grid.yaml", line: 4 },
    });
    expect(Object.keys(files).map(all.text)).toEqual(Object.values(files));
    expect(await all.edit("orders", [place("a")], { scope: "shared" })).toMatchObject({ status: "saved" });
    expect(all.text("shared/grid.yaml")).toBe(grid.replace("[0, 0, 2, 2]", "[1, 2, 3, 4]"));
    expect([all.text(FILE), all.text("dashboards/returns.yaml")]).toEqual([
      using("orders"),
      using("returns"),
    ]);
    expect((await all.board("returns")).widgets[0]?.boxes.default).toEqual(at(1, 2, 3, 4));

    const here = await startStudio(files);
    expect(await here.edit("orders", [place("a")], { scope: "here" })).toMatchObject({ status: "saved" });
    expect(here.text("shared/grid.yaml")).toBe(grid);
    expect(here.text(FILE)).toContain("$include: ../shared/grid.yaml # kept");
    expect((await here.board("orders")).widgets[0]?.boxes.default).toEqual(at(1, 2, 3, 4));
    expect((await here.board("returns")).widgets[0]?.boxes.default).toEqual(at(0, 0, 2, 2));
  });

  const using = (slug: string, widgets: string) =>
    `workbooks:\n  ${slug}:\n    name: ${slug}\n    dashboard:\n      widgets:${widgets}`;
  const SHARED_WIDGETS = {
    ...FILES,
    "shared/grid.yaml": "[0, 0, 4, 3]\n",
    "shared/w.yaml": "id: sw\ntype: TEXT\nposition: [4, 0, 4, 3]\nconfig: { markdown: s }\n",
    [FILE]: using(
      "orders",
      `
        - id: x # the x
          type: TEXT
          position: { $include: ../shared/grid.yaml } # keep me
          config: { markdown: a } # and me
        - { $include: ../shared/w.yaml } # shared one
`,
    ),
    "dashboards/returns.yaml": using(
      "returns",
      "\n        - { $include: ../shared/w.yaml, position: [6, 0, 4, 3] }\n",
    ),
  };

  it("writes the place of an included widget beside its include, and leaves its neighbours alone", async () => {
    const { edit, text } = await startStudio(SHARED_WIDGETS);
    expect(await edit("orders", [place("sw", at(4, 1, 4, 3))])).toMatchObject({ status: "saved" });
    expect(text(FILE)).toBe(
      SHARED_WIDGETS[FILE].replace(
        "{ $include: ../shared/w.yaml }",
        "{ $include: ../shared/w.yaml, position: [4, 1, 4, 3] }",
      ),
    );
    expect(text("shared/w.yaml")).toBe(SHARED_WIDGETS["shared/w.yaml"]);
  });

  it("refuses an edit that would write the widgets beside it anew, and says where", async () => {
    const board =
      "widgets:\n  - { id: a, type: TEXT, position: [0, 0, 2, 2] } # first\n  - { id: b, type: TEXT, position: [2, 0, 2, 2] }\n";
    const taking = (slug: string) =>
      `workbooks:\n  ${slug}:\n    name: ${slug}\n    dashboard: { $include: ../shared/board.yaml }\n`;
    const files = {
      ...FILES,
      "shared/board.yaml": board,
      [FILE]: taking("orders"),
      "dashboards/returns.yaml": taking("returns"),
    };
    const { edit, text } = await startStudio(files);
    expect(await edit("orders", [place("a")])).toMatchObject({ status: "shared", sharedWith: ["returns"] });
    expect(await edit("orders", [place("a")], { scope: "here" })).toMatchObject({
      status: "refused",
      message: expect.stringContaining(`the widgets at ${FILE}:4 would be written anew`),
    });
    expect(text(FILE)).toBe(files[FILE]);
    expect(await edit("orders", [place("a")], { scope: "shared" })).toMatchObject({ status: "saved" });
    expect(text("shared/board.yaml")).toBe(board.replace("[0, 0, 2, 2]", "[1, 2, 3, 4]"));
  });

  it("writes nothing over what was saved meanwhile", async () => {
    const { edit, text, write, board } = await startStudio(FILES);
    const { version } = await board("orders");
    const saved = ORDERS.replace("Open orders", "Open");
    write(FILE, saved);
    const answer = await edit("orders", [place("open")], { version });
    expect(answer).toMatchObject({ status: "changed", board: { widgets: [{ title: "Open" }, {}, {}] } });
    expect(text(FILE)).toBe(saved);
  });

  it("keeps what was saved meanwhile without changing the board", async () => {
    const { edit, text, write, board } = await startStudio(FILES);
    const { version } = await board("orders");
    const saved = ORDERS.replace("# Owned by sales ops.", "# Owned by nobody.");
    write(FILE, saved);
    expect(await edit("orders", [place("open")], { version })).toMatchObject({ status: "saved" });
    expect(text(FILE)).toBe(saved.replace("[0, 0, 4, 4]", "[1, 2, 3, 4]"));
  });

  it("takes steps back and does them again, byte for byte, and only on the files as it left them", async () => {
    const { edit, post, text, write } = await startStudio(FILES);
    await edit("orders", [place("open")]);
    const first = text(FILE);
    await edit("orders", [
      { kind: "delete", widget: "note" },
      { kind: "title", widget: "open", title: "Open: now" },
    ]);
    const second = text(FILE);
    const step = (name: "undo" | "redo") => post(`/api/${name}`, { slug: "orders" });
    expect(await step("undo")).toMatchObject({
      status: "saved",
      board: { undo: expect.any(String), redo: expect.any(String) },
    });
    expect(text(FILE)).toBe(first);
    await step("undo");
    expect(text(FILE)).toBe(ORDERS);
    expect(await step("undo")).toMatchObject({ status: "nothing" });
    await step("redo");
    await step("redo");
    expect(text(FILE)).toBe(second);
    expect(await step("redo")).toMatchObject({ status: "nothing" });
    const saved = `${second}# mine\n`;
    write(FILE, saved);
    expect(await step("undo")).toMatchObject({ status: "changed" });
    expect(text(FILE)).toBe(saved);
  });

  it("says what is gone, and what does not load, and brings it back", async () => {
    const { edit, project, board, write, text, remove, post } = await startStudio(FILES);
    const broken = ORDERS.replace("workbooks:", "workbooks: [");
    const { version } = await board("orders");
    write(FILE, broken);
    const view = await until(project, ({ broken: files }) => files.length > 0);
    expect(view).toMatchObject({
      broken: [{ file: FILE }],
      dashboards: [{ slug: "orders", isBroken: true }],
    });
    expect((await board("orders")).widgets).toHaveLength(3);
    expect(await edit("orders", [place("open")], { version })).toMatchObject({ status: "refused" });
    expect(text(FILE)).toBe(broken);
    write(FILE, ORDERS);
    await until(project, ({ broken: files }) => files.length === 0);
    expect(await edit("orders", [place("open")], { version })).toMatchObject({ status: "saved" });
    remove(FILE);
    await until(project, ({ dashboards }) => dashboards.length === 0);
    expect(await edit("orders", [place("open")], { version })).toMatchObject({
      status: "changed",
      board: null,
    });
    expect(await post("/api/undo", { slug: "orders" })).toMatchObject({ status: "changed", board: null });
  });

  it("puts a deleted file back as it was last, which is a step like any other", async () => {
    const { board, edit, project, text, write, remove, post } = await startStudio(FILES);
    await board("orders");
    await edit("orders", [place("open")]);
    const last = text(FILE);
    remove(FILE);
    const { gone } = await until(project, ({ dashboards }) => dashboards.length === 0);
    expect(gone).toEqual([{ file: FILE, slugs: ["orders"] }]);
    expect(await post("/api/put-back", { slug: "orders" })).toMatchObject({
      status: "saved",
      board: { slug: "orders", undo: expect.any(String) },
      step: `${FILE} put back`,
    });
    expect(text(FILE)).toBe(last);
    expect((await project()).gone).toEqual([]);
    expect(await post("/api/put-back", { slug: "orders" })).toMatchObject({ status: "changed" });
    remove(FILE);
    await until(project, ({ dashboards }) => dashboards.length === 0);
    write(FILE, `# Somebody else's\n${ORDERS}`);
    expect(await post("/api/put-back", { slug: "orders" })).toMatchObject({ status: "changed" });
    expect(text(FILE)).toMatch(/^# Somebody/);
  });

  it("lets a dashboard go that its file no longer declares, while another file does not load", async () => {
    const { board, project, write, send, authorization } = await startStudio({
      ...FILES,
      "dashboards/other.yaml": ORDERS.replaceAll("orders", "other"),
    });
    await board("orders");
    write("dashboards/other.yaml", "workbooks: [");
    await until(project, ({ broken }) => broken.length > 0);
    write(FILE, "# No more orders\nworkbooks: {}\n");
    const { dashboards } = await until(project, (view) => view.dashboards.length === 1);
    expect(dashboards).toMatchObject([{ slug: "other", isBroken: true }]);
    expect((await send("/api/board?slug=orders", { headers: { authorization } })).status).toBe(404);
  });

  it("follows the project file, and edits nothing while that does not load", async () => {
    const target = (currency: string) =>
      `${PROJECT}defaultTarget: prod\ntargets:\n  prod: { url: "http://127.0.0.1:9", deployment: 1, vars: { currency: ${currency} } }\n`;
    const titled = ORDERS.replace("title: Open orders", 'title: "In ${var.currency}"');
    const { board, edit, project, text, write } = await startStudio({
      "boardwright.yaml": target("EUR"),
      [FILE]: titled,
      "other/more.yaml": "workbooks:\n  more: { name: More }\n",
    });
    const title = async () => (await board("orders")).widgets[0]?.title;
    await expect.poll(() => title()).toBe("In EUR");
    write(
      "boardwright.yaml",
      target("GBP").replace("version: 1", 'version: 1\ninclude: ["dashboards/*.yaml", "other/*.yaml"]'),
    );
    await until(project, ({ dashboards }) => dashboards.length === 2);
    await expect.poll(() => title()).toBe("In GBP");
    write("boardwright.yaml", "version: [");
    const broken = await until(project, (view) => view.broken.length > 0);
    expect(broken).toMatchObject({ broken: [{ file: "boardwright.yaml" }] });
    expect(broken.dashboards).toHaveLength(2);
    expect(await edit("orders", [place("open")])).toMatchObject({
      status: "refused",
      message: "boardwright.yaml does not load, so nothing can be edited.",
    });
    expect(text(FILE)).toBe(titled);
    write("boardwright.yaml", target("USD"));
    await until(project, (view) => view.broken.length === 0);
    await expect.poll(() => title()).toBe("In USD");
    expect(await edit("orders", [place("open")])).toMatchObject({ status: "saved" });
  });

  it("leaves no widget outside of its grid", async () => {
    const { edit, text } = await startStudio(FILES);
    expect(await edit("orders", [place("open", at(9, 0, 4, 4))])).toMatchObject({ status: "refused" });
    expect(await edit("orders", [place("open", at(999, 0, 4, 4))])).toMatchObject({ status: "refused" });
    expect(text(FILE)).toBe(ORDERS);
    expect(await edit("orders", [place("open", at(8, 0, 4, 4))])).toMatchObject({ status: "saved" });
  });

  it("writes nothing when it is read-only", async () => {
    const { edit, text, project } = await startStudio(FILES, { args: ["--read-only"] });
    expect((await project()).isReadOnly).toBe(true);
    expect(await edit("orders", [place("open")])).toMatchObject({ status: "refused" });
    expect(text(FILE)).toBe(ORDERS);
  });

  it("refuses to replace a file that is read-only", async () => {
    const { edit, text, folder } = await startStudio(FILES);
    chmodSync(join(folder, FILE), 0o444);
    expect(await edit("orders", [place("open")])).toMatchObject({
      status: "refused",
      message: `${FILE} is read-only. Nothing was written.`,
    });
    expect(text(FILE)).toBe(ORDERS);
  });

  it.runIf(process.getuid?.() !== 0)("says what the disk refuses", async () => {
    const { edit, text, folder } = await startStudio(FILES);
    chmodSync(join(folder, "dashboards"), 0o500);
    const answer = await edit("orders", [place("open")]);
    chmodSync(join(folder, "dashboards"), 0o700);
    expect(answer).toMatchObject({ status: "refused", message: expect.stringContaining("EACCES") });
    expect(text(FILE)).toBe(ORDERS);
  });

  it("refuses edits that no page sends", async () => {
    const { post, text, board } = await startStudio(FILES);
    const { version } = await board("orders");
    const box = at(0, 0, 1, 1);
    const wrong = [
      [],
      [{ kind: "x", widget: "open" }],
      [{ kind: "place", widget: "open", breakpoint: "default", box: { ...box, w: 0 } }],
      [{ kind: "place", widget: "open", breakpoint: "default", box: { ...box, x: 0.5 } }],
      [{ kind: "place", widget: "open", breakpoint: "__proto__", box }],
      [{ kind: "title", widget: "open", title: 1 }],
      "x",
      null,
    ];
    for (const edits of wrong)
      await expect(post("/api/edit", { slug: "orders", version, edits })).rejects.toThrow("400 ");
    const none = await post("/api/edit", {
      slug: "orders",
      version,
      edits: [{ kind: "delete", widget: "none" }],
    });
    expect(none).toMatchObject({ status: "refused" });
    for (const words of ["half \ud83d", "nothing \0"])
      for (const edit of [
        { kind: "title", widget: "open", title: words },
        { kind: "text", widget: "note", markdown: words },
      ])
        expect(await post("/api/edit", { slug: "orders", version, edits: [edit] })).toMatchObject({
          status: "refused",
          message: expect.stringMatching(/holds a character that cannot be in a file/),
        });
    expect(text(FILE)).toBe(ORDERS);
  });

  it("follows a new folder, and a new file in it", async () => {
    const { project, folder, write } = await startStudio(FILES);
    mkdirSync(join(folder, "dashboards/more"));
    write(
      "dashboards/more/returns.yaml",
      one("          position: [0, 0, 2, 2]\n").replaceAll("orders:", "returns:"),
    );
    const { dashboards } = await until(project, (view) => view.dashboards.length === 2);
    expect(dashboards.map(({ slug }) => slug).sort()).toEqual(["orders", "returns"]);
  });
});
