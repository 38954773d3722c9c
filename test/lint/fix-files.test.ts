import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadFiles, loadProject } from "../../src/desired/index.ts";
import { createLinter } from "../../src/lint/index.ts";
import { tempFolder } from "../support/temp.ts";
import { fixedTexts } from "./fixed-texts.ts";

const folder = tempFolder();

/** Lints a project of one file, fixes it, lints again: the text then, and the rules that are left. */
async function mend(name: string, text: string) {
  const root = join(folder, name);
  const file = join(root, "dashboards", name);
  mkdirSync(join(root, "dashboards"), { recursive: true });
  writeFileSync(join(root, "boardwright.yaml"), "version: 1\nproject: docs\n");
  writeFileSync(file, text);
  const project = await loadProject({ cwd: root });
  const lint = async () => {
    const linter = createLinter(project);
    return linter.finish(await loadFiles({ project, env: {}, visit: linter.visit }));
  };
  const found = await lint();
  const fixed = fixedTexts((path) => readFileSync(join(root, path), "utf8"), found);
  for (const [path, mended] of Object.entries(fixed)) writeFileSync(join(root, path), mended);
  const rules = (findings: typeof found) => findings.map(({ rule }) => rule);
  return { before: rules(found), text: readFileSync(file, "utf8"), after: rules(await lint()) };
}

describe("lint --fix", () => {
  it("rewrites slugs and nothing else: comments, quotes, line ends and a byte order mark stay", async () => {
    const text = `\ufeffworkbooks:\r\n  # one\r\n  Revenue-Overview: { name: Äpfel } # kept\r\n  " Churn ": { name: Churn }\r\n---\r\nworkbooks: { 'Orders': { name: Orders } }\r\n`;
    expect(await mend("plain.yaml", text)).toEqual({
      before: ["slug-form", "slug-form", "slug-form"],
      text: text
        .replace("Revenue-O", "revenue-o")
        .replace('" Churn "', '"churn"')
        .replace("'Orders'", "'orders'"),
      after: [],
    });
  });

  it("finds the key behind a byte order mark, in flow style and in JSON", async () => {
    const text = '\ufeff{"workbooks": {"Revenue": {"name": "x"}}}';
    const mended = { before: ["slug-form"], text: text.replace('"Revenue"', '"revenue"'), after: [] };
    expect(await mend("flow.yaml", text)).toEqual(mended);
    expect(await mend("flow.json", text)).toEqual(mended);
  });

  it("leaves layouts of the old spelling in force", async () => {
    const widgets = "dashboard: { widgets: [{ id: a, type: TEXT }] }";
    const text = `workbooks:\n  Revenue: { ${widgets} }\nlayouts:\n  Revenue: { default: { a: [0, 0, 1, 1] } }\n`;
    expect((await mend("layouts.yaml", text)).after).toEqual([]);
  });

  it("does not touch what it cannot be sure of", async () => {
    const text = "workbooks:\n  İzmir: { name: x }\n";
    expect(await mend("letters.yaml", text)).toEqual({ before: ["slug-form"], text, after: ["slug-form"] });
  });
});
