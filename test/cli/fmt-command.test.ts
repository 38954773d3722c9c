// boardwright fmt: one layout, comments kept, and not a word of the meaning changed.
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../support/temp.ts";
import { run } from "./server.ts";

const PROJECT = "version: 1\nproject: acme\ntargets: { t: { url: sandbox:s.json, deployment: 1 } }\n";
const RIGHT = "workbooks:\n  right:\n    name: Right\n";
const LOOSE = `# top
workbooks:


    loose:     # the slug
        name:    'Loose'   # a name
        dashboard: {kind: CLASSIC,
          widgets: [ {id: a, type: TEXT, position: [0,0,   6,4]} ]}
# end
`;
const NEAT = `# top
workbooks:
  loose: # the slug
    name: Loose # a name
    dashboard:
      kind: CLASSIC
      widgets:
        - { id: a, type: TEXT, position: [0, 0, 6, 4] }
# end
`;

const project = (files: Record<string, string | Buffer>): string => {
  const folder = tempFolder({ "boardwright.yaml": PROJECT });
  mkdirSync(join(folder, "dashboards"));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, "dashboards", path), text);
  return folder;
};
const read = (folder: string, file: string): string => readFileSync(join(folder, "dashboards", file), "utf8");

describe("boardwright fmt", () => {
  it("leaves the line ends of a checkout on Windows, and finds nothing to do in what is laid out", async () => {
    const folder = project({
      "neat.yaml": NEAT.replaceAll("\n", "\r\n"),
      "loose.yaml": LOOSE.replaceAll("\n", "\r\n"),
    });
    expect((await run(folder, ["fmt"])).stdout).toBe("dashboards/loose.yaml\n");
    expect(read(folder, "loose.yaml")).toBe(NEAT.replaceAll("\n", "\r\n"));
    expect((await run(folder, ["fmt", "--check"])).code).toBe(0);
  });

  it("lays files out, keeps comments, names what it wrote, and has nothing to do the second time", async () => {
    const folder = project({
      "loose.yaml": LOOSE,
      "right.yaml": RIGHT,
      "data.json": '{"workbooks":{"json":{"name":"J"}}}',
    });
    const untouched = statSync(join(folder, "dashboards/right.yaml")).mtimeMs;
    const first = await run(folder, ["fmt"]);
    expect(first).toMatchObject({ code: 0, stdout: "dashboards/data.json\ndashboards/loose.yaml\n" });
    expect(read(folder, "loose.yaml")).toBe(NEAT);
    expect(read(folder, "data.json")).toBe('{ "workbooks": { "json": { "name": "J" } } }\n');
    expect(statSync(join(folder, "dashboards/right.yaml")).mtimeMs).toBe(untouched);
    const second = await run(folder, ["fmt", "--json"]);
    expect(second).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(second.stdout)).toEqual({ files: 3, changed: [] });
    expect((await run(folder, ["fmt", "--check"])).code).toBe(0);
  });

  it("--check exits 2, names the files and writes nothing", async () => {
    const folder = project({ "loose.yaml": LOOSE, "right.yaml": RIGHT });
    expect(await run(folder, ["fmt", "--check"])).toMatchObject({
      code: 2,
      stdout: "dashboards/loose.yaml\n",
    });
    const json = await run(folder, ["fmt", "--check", "--json"]);
    expect(json.code).toBe(2);
    expect(JSON.parse(json.stdout)).toEqual({ files: 2, changed: ["dashboards/loose.yaml"] });
    const quiet = await run(folder, ["fmt", "--check", "--quiet"]);
    expect(quiet).toEqual({ code: 2, stdout: "dashboards/loose.yaml\n", stderr: "" });
    expect(read(folder, "loose.yaml")).toBe(LOOSE);
  });

  it("takes the paths of files and folders", async () => {
    const folder = project({ "a.yaml": LOOSE, "b.yaml": LOOSE });
    await run(folder, ["fmt", "dashboards/b.yaml"]);
    expect([read(folder, "a.yaml"), read(folder, "b.yaml")]).toEqual([LOOSE, NEAT]);
  });

  it.each([
    ["does not parse", 'workbooks:\n  b: { name: "B }\n', "2:14  error  yaml-syntax"],
    ["has a key twice", "workbooks:\n  b: {}\n  b: {}\n", "3:3  error  duplicate-key"],
    ["is not text", Buffer.from("workbooks: { b: { name: caf\xe9 } }\n", "latin1"), "1:28  error  not-text"],
  ])("writes nothing at all where one file %s", async (_, text, place) => {
    const folder = project({ "a.yaml": LOOSE, "b.yaml": text, "c.yaml": LOOSE });
    for (const flags of [[], ["--check"]]) {
      const { code, stdout, stderr } = await run(folder, ["fmt", ...flags]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`dashboards/b.yaml:${place}`);
      expect(stderr).toContain("error: the files have an error; nothing was written");
    }
    expect([read(folder, "a.yaml"), read(folder, "c.yaml")]).toEqual([LOOSE, LOOSE]);
    expect(readFileSync(join(folder, "dashboards/b.yaml"))).toEqual(Buffer.from(text));
  });

  it("takes JSON for JSON: what only looks like it is told, not repaired", async () => {
    const folder = project({ "a.json": '{ "workbooks": {}, /* none */ }' });
    const { code, stderr } = await run(folder, ["fmt"]);
    expect(stderr).toContain("dashboards/a.json:1:20  error  yaml-syntax");
    expect(code).toBe(1);
  });

  it("formats a block scalar that says its own indentation", async () => {
    const folder = project({ "a.yaml": "workbooks:\n    a:\n        name: |2-\n              !\n" });
    expect(await run(folder, ["fmt"])).toMatchObject({ code: 0, stdout: "dashboards/a.yaml\n" });
    expect(read(folder, "a.yaml")).toBe('workbooks:\n  a:\n    name: "    !"\n');
  });

  it("drops a byte order mark, and keeps a link a link", async () => {
    const folder = project({ "a.yaml": `\ufeff${RIGHT}` });
    mkdirSync(join(folder, "shared"));
    writeFileSync(join(folder, "shared/c.yaml"), LOOSE);
    symlinkSync("../shared/c.yaml", join(folder, "dashboards/c.yaml"));
    expect((await run(folder, ["fmt"])).stdout).toBe("dashboards/a.yaml\ndashboards/c.yaml\n");
    expect(read(folder, "a.yaml")).toBe(RIGHT);
    expect(readFileSync(join(folder, "shared/c.yaml"), "utf8")).toBe(NEAT);
  });
});
