// boardwright schema: what it prints, and where it writes; and that a pull into a project without schemas brings them along.
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { readText } from "../support/documents.ts";
import { tempFolder } from "../support/temp.ts";
import { run } from "./server.ts";

const PROJECT = "version: 1\nproject: p\n";
const PLACES = ["schemas/project.schema.json", "schemas/workbooks.schema.json"];
const line = (path: string): string => `# yaml-language-server: $schema=${path}\n`;

describe("boardwright schema", () => {
  it("prints one, or all by name", async () => {
    const folder = tempFolder();
    for (const name of ["project", "workbooks", "plan"]) {
      const { stdout, code } = await run(folder, ["schema", name]);
      expect([code, stdout]).toEqual([0, readText(`schemas/${name}.schema.json`)]);
    }
    const all = JSON.parse((await run(folder, ["schema"])).stdout);
    expect(Object.keys(all)).toEqual(["project", "workbooks", "plan"]);
    expect(all.plan).toEqual(JSON.parse(readText("schemas/plan.schema.json")));
    expect(await run(folder, ["schema", "reports"])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('there is no schema "reports"'),
    });
  });

  it("writes them into schemas/, and says which files name none", async () => {
    const folder = tempFolder({
      "boardwright.yaml": PROJECT,
      "dashboards/a.yaml": "",
      "dashboards/b.json": "{}",
    });
    const first = await run(folder, ["schema", "--write"]);
    expect([first.code, first.stdout]).toEqual([0, `wrote  ${PLACES[0]}\nwrote  ${PLACES[1]}\n`]);
    expect(first.stderr).toContain("2 of the files name no schema, such as boardwright.yaml");
    const written = JSON.parse(readFileSync(join(folder, PLACES[1]!), "utf8"));
    expect(written).toEqual({ $comment: expect.any(String), ...JSON.parse(readText(PLACES[1]!)) });
    expect(JSON.parse((await run(folder, ["schema", "--write", "--json"])).stdout)).toEqual({
      written: [],
      unchanged: PLACES,
      elsewhere: [],
      silent: ["boardwright.yaml", "dashboards/a.yaml"],
    });
  });

  it("says what to do next where all files point outside, as in a copy of an example", async () => {
    const folder = tempFolder({
      "boardwright.yaml": line("../../schemas/project.schema.json") + PROJECT,
      "dashboards/a.yaml": line("../../../schemas/workbooks.schema.json"),
    });
    const { code, stdout, stderr } = await run(folder, ["schema", "--write"]);
    expect(code).toBe(0);
    expect(stdout).not.toContain("wrote");
    expect(stderr).toContain(
      "boardwright.yaml     # yaml-language-server: $schema=schemas/project.schema.json\n",
    );
    // What it says works.
    writeFileSync(join(folder, "boardwright.yaml"), line("schemas/project.schema.json") + PROJECT);
    writeFileSync(join(folder, "dashboards/a.yaml"), line("../schemas/workbooks.schema.json"));
    expect((await run(folder, ["schema", "--write"])).stdout).toBe(
      `wrote  ${PLACES[0]}\nwrote  ${PLACES[1]}\n`,
    );
  });

  it("writes them where the files point, and brings an older one of ours up to date", async () => {
    const folder = tempFolder({
      "boardwright.yaml": line("./tools/p.json") + PROJECT,
      "dashboards/a.yaml": line("../tools/w.json"),
      "dashboards/deep/b.yaml": line("../../tools/w.json"),
      "dashboards/c.yaml": line("https://example.com/w.json"),
      "tools/w.json": '{ "$comment": "`boardwright schema --write` writes this file (version 0.0.9): …" }',
    });
    const { stdout, stderr } = await run(folder, ["schema", "--write"]);
    expect([stdout, stderr]).toEqual([
      "wrote  tools/p.json\nwrote  tools/w.json\nleft   https://example.com/w.json   (it is not in the project)\n",
      "",
    ]);
    expect(JSON.parse(readFileSync(join(folder, "tools/w.json"), "utf8")).title).toBe(
      "Boardwright workbook file",
    );
    expect(existsSync(join(folder, "schemas"))).toBe(false);
  });

  it("never replaces what Boardwright did not write, and then writes nothing", async () => {
    const folder = tempFolder({ "boardwright.yaml": PROJECT, "schemas/workbooks.schema.json": "{}" });
    expect(await run(folder, ["schema", "--write"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        `${PLACES[1]} is not a schema that Boardwright wrote; nothing was written`,
      ),
    });
    expect(existsSync(join(folder, PLACES[0]!))).toBe(false);
    expect(readFileSync(join(folder, PLACES[1]!), "utf8")).toBe("{}");
  });

  it("writes nothing outside of the project, through a link or a path", async () => {
    const outside = tempFolder();
    const folder = tempFolder({
      "boardwright.yaml": line("../p.json") + PROJECT,
      "dashboards/a.yaml": line("../linked/w.json"),
    });
    symlinkSync(outside, join(folder, "linked"));
    const { code, stdout } = await run(folder, ["schema", "--write"]);
    expect([code, stdout.match(/^left /gm)?.length]).toEqual([0, 2]);
    expect(existsSync(join(outside, "w.json"))).toBe(false);
    expect(existsSync(join(folder, "../p.json"))).toBe(false);
  });

  it("are no workbook files, whatever `include` says", async () => {
    const folder = tempFolder({ "boardwright.yaml": `${PROJECT}include: ["**/*.{yaml,json}"]\n` });
    mkdirSync(join(folder, "schemas"));
    await run(folder, ["schema", "--write"]);
    expect(await run(folder, ["lint"])).toMatchObject({
      code: 0,
      stdout: "0 errors, 0 warnings in 0 files.\n",
    });
  });
});

describe("pull --all", () => {
  it("brings the schema along, and names it in each new file", async () => {
    const dashboardDraft = { widgets: [{ id: "a", type: "TEXT", position: { x: 0, y: 0, w: 1, h: 1 } }] };
    const sandbox = await createSandbox({
      seed: { workbooks: [{ id: 1, slug: "a", name: "A", dashboardDraft }] },
    });
    onTestFinished(() => sandbox.close());
    const project = `${PROJECT}targets: { live: { url: "${sandbox.url}", deployment: 1 } }\n`;
    const folder = tempFolder({ "boardwright.yaml": project });
    const pull = (): ReturnType<typeof run> =>
      run(folder, ["pull", "--all", "--target", "live"], { PLATFORM_API_KEY: sandbox.apiKey });
    expect(await pull()).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "dashboards/a.yaml"), "utf8").split("\n")[0]).toBe(
      line(`../${PLACES[1]}`).trimEnd(),
    );
    expect(JSON.parse(readFileSync(join(folder, PLACES[1]!), "utf8")).title).toBe(
      "Boardwright workbook file",
    );
    expect(await run(folder, ["lint", "--max-warnings", "0"])).toMatchObject({ code: 0 });
    // What is there stays as it is.
    writeFileSync(join(folder, PLACES[1]!), "{}");
    await pull();
    expect(readFileSync(join(folder, PLACES[1]!), "utf8")).toBe("{}");
  });
});
