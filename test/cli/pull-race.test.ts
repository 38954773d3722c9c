// A file that somebody saves while a pull waits for the platform is not overwritten: nothing is, and the next pull starts from what it says.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { type Hook, openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: acme
targets:
  live: { url: https://platform.test, deployment: 1 }
`;
const board = (title: string) => ({ name: title, dashboard: { title, widgets: [] } });

/** `during` happens once, while the platform holds its answer to the list of workbooks. */
async function open() {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  let during: (() => void) | undefined;
  const hook: Hook = (asked, forward) => {
    if (asked.path.endsWith("/workbooks")) {
      during?.();
      during = undefined;
    }
    return forward();
  };
  const files = { one: "dashboards/one.yaml", two: "dashboards/two.yaml" };
  const cwd = tempFolder({
    "boardwright.yaml": PROJECT,
    [files.one]: stringify({ workbooks: { one: board("One") } }),
    [files.two]: stringify({ workbooks: { two: board("Two") } }),
  });
  const env = { PLATFORM_API_URL: await openProxy(sandbox.url, hook), PLATFORM_API_KEY: sandbox.apiKey };
  expect((await boardwright(["apply", "--yes"], { cwd, env })).code).toBe(0);
  for (const slug of ["one", "two"])
    sandbox.edit(slug, (workbook) => {
      workbook.dashboardDraft = { title: `Live ${slug}`, widgets: [] };
    });
  const path = (name: keyof typeof files) => join(cwd, files[name]);
  return {
    ...{ sandbox, cwd, path },
    text: (name: keyof typeof files) => readFileSync(path(name), "utf8"),
    pull: (edit?: () => void, ...args: string[]) => {
      during = edit;
      return boardwright(["pull", ...args], { cwd, env });
    },
  };
}

describe("a pull beside somebody who edits the files", () => {
  it("writes no file, because one was saved meanwhile, and takes both edits the next time", async () => {
    const { path, text, pull } = await open();
    const before = text("two");
    const mine = `${text("one")}      refreshIntervalSeconds: 60\n`;
    const ran = await pull(() => writeFileSync(path("one"), mine));
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("dashboards/one.yaml was saved by somebody else while this pulled");
    expect(ran.stderr).toContain("Nothing was written. Pull again");
    expect([text("one"), text("two")]).toEqual([mine, before]);
    expect((await pull()).code).toBe(0);
    expect(text("one")).toContain("title: Live one");
    expect(text("one")).toContain("refreshIntervalSeconds: 60");
    expect(text("two")).toContain("title: Live two");
  });

  it("does not bring back a file that was deleted", async () => {
    const { path, pull } = await open();
    await pull(() => rmSync(path("one")));
    expect(existsSync(path("one"))).toBe(false);
  });

  it("minds no file that it does not write, and no save of the same text", async () => {
    const { sandbox, path, text, pull } = await open();
    sandbox.edit("two", (workbook) => {
      workbook.dashboardDraft = { title: "Two", widgets: [] };
    });
    const mine = text("two").replace("title: Two", "title: Mine");
    const ran = await pull(() => {
      writeFileSync(path("two"), mine);
      writeFileSync(path("one"), text("one"));
    });
    expect(ran.code, ran.stderr).toBe(0);
    expect([text("one").includes("Live one"), text("two")]).toEqual([true, mine]);
  });

  it("does not overwrite a new file that appears where it would put one", async () => {
    const { sandbox, cwd, pull } = await open();
    sandbox.edit("one", (workbook) => {
      workbook.slug = "renamed";
    });
    const fresh = join(cwd, "dashboards/renamed.yaml");
    const mine = "# mine\n";
    const ran = await pull(() => writeFileSync(fresh, mine), "--all");
    expect(readFileSync(fresh, "utf8"), ran.stdout + ran.stderr).toBe(mine);
  });
});
