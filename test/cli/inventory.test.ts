// boardwright workbooks list in a project, and what a plan says of what no file declares.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createSandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const projectFile = (name: string) => `version: 1
project: ${name}
targets:
  test: { url: https://platform.test, deployment: 1 }
`;
const board = (title: string) => ({ name: title, dashboard: { title, widgets: [] } });
const files = (...slugs: string[]) =>
  stringify({ workbooks: Object.fromEntries(slugs.map((slug) => [slug, board(slug)])) });
const SEED = {
  deployments: [{ id: 1, name: "acme" }],
  workbooks: [
    { id: 11, deploymentId: 1, slug: "by-hand", name: "By hand" },
    { id: 12, deploymentId: 1, slug: "to-adopt", name: "to-adopt" },
    { id: 13, deploymentId: 1, name: "Without a slug" },
  ],
};

describe("workbooks list in a project", () => {
  it("says whose each is, with the file, and what was deleted; aligned, and as JSON", async () => {
    const { run, other, remove, write } = await open();
    await other("theirs");
    write("kept", "gone");
    expect((await run("apply", "--yes")).code).toBe(0);
    write("kept", "gone", "to-adopt", "never-applied");
    await remove("gone");
    const { code, stdout } = await run("workbooks", "list");
    expect(code).toBe(0);
    const rows = stdout.trimEnd().split("\n");
    expect(rows[0]).toMatch(/^ID +SLUG +STATE +OWNER +NAME +FOLDER +FILE +UPDATED$/);
    const cells = rows.slice(1).map((row) =>
      row
        .split(/ {2,}/)
        .slice(1, 4)
        .concat(row.split(/ {2,}/)[6] ?? ""),
    );
    expect(cells).toEqual([
      ["by-hand", "unmanaged", "-", "-"],
      ["to-adopt", "unmanaged", "-", "dashboards/all.yaml"],
      ["-", "unmanaged", "-", "-"],
      ["theirs", "foreign", "other", "-"],
      ["kept", "managed", "acme", "dashboards/all.yaml"],
      ["gone", "deleted", "acme", "dashboards/all.yaml"],
    ]);
    const at = rows[0]?.indexOf("STATE") ?? 0;
    expect(rows.slice(1).map((row) => row.slice(at - 2, at))).toEqual(Array(6).fill("  "));

    const all = JSON.parse((await run("workbooks", "list", "--json")).stdout);
    expect(all[3]).toMatchObject({
      slug: "theirs",
      meta: { boardwright: { project: "other" } },
      inventory: { state: "foreign", owner: "other", file: null },
    });
    expect(all.at(-1)).toMatchObject({
      slug: "gone",
      inventory: { state: "deleted", file: "dashboards/all.yaml" },
    });
    expect(all.at(-1)).not.toHaveProperty("meta");
  });

  it("shows previews, some states alone, and no more than asked for", async () => {
    const { run, stampAs } = await open();
    await stampAs("by-hand", { preview: { name: "pr-1", branch: "b", wasOn: false } });
    const states = async (...args: string[]) =>
      JSON.parse((await run("workbooks", "list", "--json", ...args)).stdout).map(
        ({ inventory }: { inventory: { state: string } }) => inventory.state,
      );
    expect(await states()).toEqual(["preview", "unmanaged", "unmanaged"]);
    expect(await states("--state", "preview,foreign")).toEqual(["preview"]);
    expect(await states("--state", "unmanaged", "--limit", "1")).toEqual(["unmanaged"]);
    expect((await run("workbooks", "list", "--state", "mine")).code).toBe(64);
  });

  it("has only the platform's columns without a project file, and works beside files with errors", async () => {
    const { run, env, write, cwd } = await open();
    const outside = await boardwright(["workbooks", "list", "1"], { cwd: tempFolder(), env });
    expect(outside.stdout).toMatch(/^ID +SLUG +NAME +FOLDER +UPDATED\n11 +by-hand /);
    const states = await boardwright(["workbooks", "list", "1", "--state", "deleted"], {
      cwd: tempFolder(),
      env,
    });
    expect(states.code).toBe(64);
    write("by-hand");
    writeFileSync(join(cwd, "dashboards/broken.yaml"), "workbooks: { x: { nmae: y } }\n");
    const partial = await run("workbooks", "list");
    expect(partial.code).toBe(0);
    expect(partial.stdout).toMatch(/by-hand .*dashboards\/all.yaml/);
    expect(partial.stderr).toContain("The files have errors");
  });

  it("reads what the list leaves out", async () => {
    const { run, other } = await open({ quirks: "lists-without-meta" } as SandboxOptions);
    await other("theirs");
    expect((await run("workbooks", "list")).stdout).toMatch(/theirs +foreign +other/);
  });
});

describe("a plan", () => {
  it("says once, above, how many live workbooks are in no file: neither another project's nor one's own", async () => {
    const { run, other, write } = await open();
    await other("theirs");
    write("kept");
    await run("apply", "--yes");
    const plan = await run("plan");
    expect(plan.stdout.split("\n")[1]).toBe(
      "2 live workbooks are unmanaged and in no file: `boardwright workbooks list --state unmanaged`",
    );
    const listed = JSON.parse((await run("workbooks", "list", "--state", "unmanaged", "--json")).stdout);
    // No file can name the one without a slug.
    expect(listed.filter(({ slug }: { slug?: string }) => slug)).toHaveLength(2);
    expect((await run("plan", "--only", "kept")).stdout).not.toContain("in no file");
    write("kept", "by-hand", "to-adopt");
    expect((await run("plan")).stdout).not.toContain("in no file");
  });

  it("tells orphans from what is declared, as the list does, with the commands for them", async () => {
    const { run, write, cwd } = await open();
    write("kept", "old-one", "old-two");
    await run("apply", "--yes");
    write("kept");
    const list = async () =>
      JSON.parse((await run("workbooks", "list", "--state", "orphaned,managed", "--json")).stdout).map(
        ({ slug, inventory }: { slug: string; inventory: { state: string } }) => [slug, inventory.state],
      );
    expect(await list()).toEqual([
      ["kept", "managed"],
      ["old-one", "orphaned"],
      ["old-two", "orphaned"],
    ]);
    expect((await run("plan")).stdout).toContain(
      "  · 2 no longer declared, kept: old-one, old-two. Delete with `boardwright apply --prune`, or keep\n    unmanaged with `boardwright disown old-one old-two`.\n",
    );
    // What a broken file declares is not known.
    writeFileSync(join(cwd, "dashboards/broken.yaml"), "workbooks: { old-one: { nmae: y } }\n");
    expect((await list()).map(([, state]: string[]) => state)).toEqual(["managed", "managed", "managed"]);
  });

  it("says all orphans at once, however many, in every format", async () => {
    const { run, write } = await open();
    const many = Array.from({ length: 40 }, (_, index) => `old-dashboard-${index + 10}`);
    write("kept", ...many);
    await run("apply", "--yes");
    write("kept");
    const plan = await run("plan");
    expect(plan.stdout.split("\n\n").filter((block) => block.includes("old-dashboard"))).toEqual([
      expect.stringMatching(/^ {2}· 40 no longer declared, kept: old-dashboard-10, [\s\S]* and \d+ more/),
    ]);
    const markdown = (await run("plan", "--format", "markdown")).stdout;
    expect(markdown.split("\n").filter((line) => line.includes("old-dashboard"))).toHaveLength(1);
    const html = (await run("plan", "--format", "html")).stdout;
    expect(html.split("\n").filter((line) => line.includes("old-dashboard"))).toHaveLength(1);
    expect(JSON.parse((await run("plan", "--json")).stdout).changes).toHaveLength(40);
  });
});

async function open(options: SandboxOptions = {}) {
  const sandbox = await createSandbox({ seed: SEED as never, ...options });
  onTestFinished(() => sandbox.close());
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const place = (name: string, ...slugs: string[]) =>
    tempFolder({
      "boardwright.yaml": projectFile(name),
      "dashboards/all.yaml": slugs.length ? files(...slugs) : "",
    });
  const cwd = place("acme");
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  const api = `${sandbox.url}/api/v1/deployments/1/workbooks`;
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
  return {
    cwd,
    env,
    run,
    write: (...slugs: string[]) => writeFileSync(join(cwd, "dashboards/all.yaml"), files(...slugs)),
    remove: (slug: string) => fetch(`${api}/${sandbox.workbook(slug)?.id}`, { method: "DELETE", headers }),
    /** Another project applies it. */
    async other(slug: string) {
      const applied = await boardwright(["apply", "--yes"], { cwd: place("other", slug), env });
      expect(applied.code, applied.stderr).toBe(0);
    },
    async stampAs(slug: string, more: object) {
      const stamp = { v: 2, project: "acme", of: `1/${slug}`, digest: "sha256:0", base: "", ...more };
      const body = JSON.stringify({ meta: { boardwright: stamp } });
      await fetch(`${api}/by-slug/${slug}`, { method: "PUT", headers, body });
    },
  };
}
