// A hostile project, or a disk that changes: nothing is written outside, and nothing half.
import { lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { ORDERS } from "./studio-page.ts";
import { PROJECT, startStudio, until } from "./studio-server.ts";

const FILE = "dashboards/orders.yaml";
const FILES = { "boardwright.yaml": PROJECT, [FILE]: ORDERS };
const box = { x: 1, y: 2, w: 3, h: 4 };
const place = (widget: string) => ({ kind: "place", widget, breakpoint: "default", box }) as const;
const grid = (slug: string, widgets: string) =>
  `workbooks:\n  ${slug}:\n    name: ${slug}\n    dashboard:\n      widgets:${widgets}`;
const TEXT = "\n        - id: a\n          type: TEXT\n          position: [0, 0, 2, 2]\n          config: ";

/** A project in which a name leads out, made before the command starts. */
const linked = (files: Record<string, string>, outside: string, name: string) =>
  startStudio({ ...FILES, ...files }, { prepare: (folder) => symlinkSync(outside, join(folder, name)) });

describe("the studio under a project with links", () => {
  it.each([
    ["a dashboard", "out.yaml", grid("out", `${TEXT}{ markdown: Hi }\n`), "dashboards/out.yaml", {}, "out"],
    [
      "a text",
      "a.md",
      "Hi",
      "notes.md",
      { "dashboards/using.yaml": grid("using", `${TEXT}{ markdown: { $file: ../notes.md } }\n`) },
      "using",
    ],
    [
      "an include",
      "grid.yaml",
      "- id: a\n  type: TEXT\n  position: [0, 0, 2, 2]\n  config: { markdown: Hi }\n",
      "grid.yaml",
      { "dashboards/using.yaml": grid("using", " { $include: ../grid.yaml }\n") },
      "using",
    ],
  ])("reads and writes nothing through %s that leads out", async (_what, name, text, link, files, slug) => {
    const outside = join(tempFolder({ [name]: text }), name);
    const server = await linked(files as Record<string, string>, outside, link);
    // It is not even read: the page could show what is there to whoever looks on.
    expect((await server.project()).dashboards.map((one) => one.slug)).toEqual(["orders"]);
    const edits = [place("a"), { kind: "text", widget: "a", markdown: "New" } as const];
    for (const edit of edits)
      expect(await server.edit(slug, [edit], { version: "" })).toMatchObject({
        status: expect.stringMatching(/^(?:changed|refused)$/),
      });
    expect(readFileSync(outside, "utf8")).toBe(text);
    const body = JSON.stringify({ file: link, line: 1 });
    const headers = { "content-type": "application/json", authorization: server.authorization };
    expect((await server.send("/api/open", { method: "POST", headers, body })).status).toBe(404);
    expect(await server.edit("orders", [place("open")])).toMatchObject({ status: "saved" });
  });

  it("writes nothing through a folder that became a link out after the start", async () => {
    const outside = tempFolder({ "orders.yaml": ORDERS });
    const { edit, board, folder } = await startStudio(FILES);
    const { version } = await board("orders");
    rmSync(join(folder, "dashboards"), { recursive: true });
    symlinkSync(outside, join(folder, "dashboards"));
    expect((await edit("orders", [place("open")], { version })).status).not.toBe("saved");
    expect(readFileSync(join(outside, "orders.yaml"), "utf8")).toBe(ORDERS);
  });

  it("takes no step back through a folder that became a link out, to a file that says the same", async () => {
    const { edit, post, text, folder } = await startStudio(FILES);
    await edit("orders", [place("open")]);
    const now = text(FILE);
    const outside = tempFolder({ "orders.yaml": now });
    rmSync(join(folder, "dashboards"), { recursive: true });
    symlinkSync(outside, join(folder, "dashboards"));
    expect(await post("/api/undo", { slug: "orders" })).toMatchObject({
      status: "refused",
      message: `${FILE} leads out of the project. Nothing was written.`,
    });
    expect(readFileSync(join(outside, "orders.yaml"), "utf8")).toBe(now);
  });

  it("writes what a link within the project leads to, and leaves the link", async () => {
    const { edit, text, folder } = await startStudio(
      { ...FILES, "kept/real.yaml": grid("linked", `${TEXT}{ markdown: Hi }\n`) },
      { prepare: (made) => symlinkSync("../kept/real.yaml", join(made, "dashboards/linked.yaml")) },
    );
    expect(await edit("linked", [place("a")])).toMatchObject({ status: "saved" });
    expect(lstatSync(join(folder, "dashboards/linked.yaml")).isSymbolicLink()).toBe(true);
    expect(text("kept/real.yaml")).toContain("[1, 2, 3, 4]");
  });
});

describe("the studio on a disk that changes under it", () => {
  it("loses nothing when a folder is a file, and goes on when it is a folder again", async () => {
    const { edit, board, project, folder, text } = await startStudio(FILES);
    const { version } = await board("orders");
    rmSync(join(folder, "dashboards"), { recursive: true });
    writeFileSync(join(folder, "dashboards"), "a file\n");
    expect(await edit("orders", [place("open")], { version })).toMatchObject({ status: "changed" });
    expect(text("dashboards")).toBe("a file\n");
    rmSync(join(folder, "dashboards"));
    mkdirSync(join(folder, "dashboards"));
    writeFileSync(join(folder, FILE), ORDERS);
    await until(project, ({ dashboards }) => dashboards.length === 1);
    expect(await edit("orders", [place("open")], { version })).toMatchObject({ status: "saved" });
  });

  it("takes no step back into a place that is a folder now", async () => {
    const { edit, post, folder } = await startStudio(FILES);
    await edit("orders", [place("open")]);
    rmSync(join(folder, FILE));
    mkdirSync(join(folder, FILE));
    expect(await post("/api/undo", { slug: "orders" })).toMatchObject({ status: "changed" });
    expect(lstatSync(join(folder, FILE)).isDirectory()).toBe(true);
  });
});
