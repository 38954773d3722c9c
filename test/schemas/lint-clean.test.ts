// What people start from has no findings: the example project and what `boardwright init` writes, for each target.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { initFiles } from "../../src/cli/init-files.ts";
import { loadFiles, loadProject } from "../../src/desired/index.ts";
import { createLinter } from "../../src/lint/index.ts";
import type { Diagnostic, ResolvedWorkbook } from "../../src/model/index.ts";
import { tempFolder } from "../support/temp.ts";
import { ROOT } from "./support.ts";

interface Linted {
  found: Diagnostic[];
  workbooks: Map<string, ResolvedWorkbook["entry"]>;
}

async function lint(cwd: string, targetName: string): Promise<Linted> {
  const project = await loadProject({ cwd });
  const linter = createLinter(project);
  const workbooks: Linted["workbooks"] = new Map();
  const loaded = await loadFiles({
    project,
    target: project.targets[targetName],
    env: {},
    visit: (workbook) => {
      linter.visit(workbook);
      workbooks.set(workbook.slug, workbook.entry);
    },
  });
  return { found: await linter.finish(loaded), workbooks };
}

describe("examples/acme", () => {
  const folder = fileURLToPath(new URL("examples/acme", ROOT));

  it.each(["local", "production"])("has no findings for %s", async (target) => {
    const { found, workbooks } = await lint(folder, target);
    expect(found).toEqual([]);
    expect([...workbooks.keys()].sort()).toEqual([
      "customer-health",
      "freight-map",
      "inventory-risk",
      "order-status",
      "returns",
      "revenue-overview",
      "supplier-scorecard",
    ]);
  });

  it("shows what its README says it shows", async () => {
    const local = (await lint(folder, "local")).workbooks;
    const production = (await lint(folder, "production")).workbooks;
    expect(local.get("revenue-overview")).toMatchObject({ name: "Revenue overview" });
    expect(production.get("revenue-overview")).toMatchObject({ name: "Revenue", publish: true });
    expect(local.get("supplier-scorecard")).toMatchObject({
      dashboard: {
        theme: { primaryColor: "#0a7d4f" },
        widgets: [{ position: { x: 0, y: 0, w: 4, h: 2 } }, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}],
      },
    });
    expect(local.get("freight-map")).toMatchObject({
      dashboard: { app: { files: { "main.js": expect.stringContaining("d3") } } },
    });
    expect(production.get("order-status")).toMatchObject({
      dashboard: {
        widgets: [
          {},
          {},
          {},
          { id: "open", config: { title: "Open orders", reportId: 811 } },
          {},
          {},
          {},
          {},
          {},
          {},
          {},
        ],
      },
    });
  });
});

describe("initFiles", () => {
  const folder = tempFolder();

  it("has no findings", async () => {
    for (const { path, text } of initFiles("acme", { reference: "acme/boardwright@0", version: "0.1.0" })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { found, workbooks } = await lint(folder, "local");
    expect(found).toEqual([]);
    expect([...workbooks.keys()]).toEqual(["example"]);
  });
});
