// boardwright drift where a stamp, or the workbook itself, is gone: what records know is drift, and of the rest it says what nobody knows.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { Plan } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: acme
targets:
  test: { url: https://platform.test, deployment: 1 }
`;
const board = (markdown: string) => ({
  title: "T",
  widgets: [{ id: "a", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 }, config: { markdown } }],
});
const FILES = {
  workbooks: {
    sales: { name: "Sales", dashboard: board("hi") },
    ops: { name: "Ops", dashboard: board("hi") },
  },
};

describe("a workbook whose stamp was removed on the platform", () => {
  it.each([true, false])(
    "is drift where a record knows that it had one, edited or not: %s",
    async (edited) => {
      const { run, strip, json } = await open();
      strip(edited);
      const ran = await run("drift");
      expect(ran.code).toBe(2);
      expect(ran.stdout).toMatch(/^ {2}[!=] sales/m);
      expect(ran.stdout).toContain("its stamp has been removed since");
      expect(ran.stdout).toContain(
        "1 workbook was left without the stamp of the last apply outside Git. 1 workbook is as last applied.",
      );
      if (edited) expect(ran.stdout).toContain("hi → UI");
      const { changes, diagnostics } = await json("drift");
      expect(changes).toMatchObject([{ key: "sales", reason: { code: "unstamped" } }]);
      expect(diagnostics).toEqual([]);
      expect((await run("drift", "--format", "markdown")).stdout).toContain(
        "its stamp has been removed since",
      );
    },
  );

  it("is named where no record knows; exit 2 with --strict alone", async () => {
    const { run, strip, forget } = await open();
    strip(true);
    forget();
    const ran = await run("drift");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain(
      "1 declared workbook has no stamp of this project: sales (never applied, applied by another project, or the stamp was removed or not kept)",
    );
    expect(ran.stdout).not.toContain("Nothing was edited");
    expect((await run("drift", "--strict")).code).toBe(2);
  });

  it("is none if the project let go of it, and declares it again", async () => {
    const { run, declare, json } = await open();
    declare({ workbooks: { ops: FILES.workbooks.ops } });
    expect((await run("disown", "sales", "--yes")).code).toBe(0);
    declare(FILES);
    const { changes, diagnostics } = await json("drift");
    expect(changes).toEqual([]);
    expect(diagnostics).toMatchObject([{ rule: "no-stamp" }]);
  });
});

describe("a declared workbook that is not live, without a record", () => {
  it.each(["deleted", "never applied"])("is named; exit 0, and 2 with --strict: %s", async (what) => {
    const { run, forget, remove, declare, json } = await open();
    if (what === "deleted") {
      await remove("sales");
      forget();
    } else {
      declare({ workbooks: { ...FILES.workbooks, fresh: { name: "Fresh" } } });
    }
    const name = what === "deleted" ? "sales" : "fresh";
    const ran = await run("drift");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain(`1 declared workbook is not live: ${name} (never applied, or deleted)`);
    expect((await json("drift")).diagnostics).toMatchObject([{ rule: "not-live", severity: "warning" }]);
    expect((await run("drift", "--format", "markdown")).stdout).toContain("is not live");
    expect((await run("drift", "--strict")).code).toBe(2);
    expect((await run("apply", "--yes")).code).toBe(0);
    expect((await run("drift", "--strict")).code).toBe(0);
  });
});

async function open() {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify(FILES) });
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  expect((await run("apply", "--yes")).code).toBe(0);
  return {
    run,
    json: async (command: string) => JSON.parse((await run(command, "--json")).stdout) as Plan,
    forget: () => rmSync(join(cwd, ".boardwright"), { recursive: true }),
    declare: (files: object) => writeFileSync(join(cwd, "dashboards/all.yaml"), stringify(files)),
    /** As a UI that writes `meta` anew; `edited`: along with a text. */
    strip(edited: boolean) {
      sandbox.edit("sales", (workbook) => {
        workbook.meta = {};
        if (edited) workbook.dashboardDraft = board("UI");
      });
    },
    async remove(slug: string) {
      const url = `${sandbox.url}/api/v1/deployments/1/workbooks/${sandbox.workbook(slug)?.id}`;
      await fetch(url, { method: "DELETE", headers: { authorization: `Bearer ${sandbox.apiKey}` } });
    },
  };
}
