// Names that are compared with each other: a file of a fork, with thousands of them or very long ones, keeps `lint` no longer than any other.
import { describe, expect, it } from "vitest";
import type { LintResult } from "../../src/index.ts";
import { start } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";

const project = (more = "") =>
  `version: 1\nproject: p\ntargets: { s: { url: 'sandbox:data.json', deployment: 1${more} } }\n`;
const numbers = (count: number) => [...Array(count).keys()];
const named = (letter: string, index: number, length: number) =>
  `${letter}${String(index).padStart(6, "0")}`.padEnd(length, "abcdefghij");
const widgets = (configs: string[]) =>
  `workbooks:\n  w:\n    dashboard:\n      widgets:\n${configs.map((config, index) => `        - { id: w${index}, type: CHART, position: [0, ${index}, 1, 1], config: ${config} }\n`).join("")}`;

/** Ends it after 20 s: each takes about one. */
async function lint(text: string, own = project()) {
  const cwd = tempFolder({ "boardwright.yaml": own, "dashboards/w.yaml": text });
  const { child, ended } = start(["lint", "--no-cache", "--json"], { cwd });
  const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const { code, stdout } = await ended;
  clearTimeout(timer);
  const { diagnostics } = JSON.parse(stdout || '{ "diagnostics": [] }') as LintResult;
  return { code, rules: diagnostics.map(({ rule }) => rule) };
}

/** References to reports of which none is declared, but as many that are nearly so called. */
const misspelled = (count: number, length: number) =>
  widgets(numbers(count).map((index) => `{ reportId: { $report: ${named("q", index, length)} } }`)) +
  `reports:\n${numbers(count)
    .map((index) => `  ${named("r", index, length)}: { name: r, workbook: w, query: { measures: [a.b] } }\n`)
    .join("")}`;

describe("names that look alike", () => {
  it("by the thousand are told, each beside three others at most", async () => {
    const slugs = numbers(4000).map((index) => index.toString(2).padStart(15, "0").replaceAll("0", "l"));
    const { code, rules } = await lint(
      `workbooks:\n${slugs.map((slug) => `  ${slug}: { name: x }\n`).join("")}`,
    );
    expect(code).toBe(0);
    expect(rules.filter((rule) => rule === "confusable-slug")).toHaveLength(3 * 4000 - 6);
  });
});

describe("guesses at what was meant", () => {
  it.each([
    [3000, 40],
    [3000, 400],
    [2, 250_000],
  ])("are made for %s unknown reports of %s characters", async (count, length) => {
    const { code, rules } = await lint(misspelled(count, length));
    expect(code).toBe(1);
    expect(rules.filter((rule) => rule === "unresolved-report")).toHaveLength(count);
  });

  it("are made for thousands of variables among as many", async () => {
    const vars = numbers(8000).map((index) => `${named("r", index, 40)}: 1`);
    const texts = numbers(8000).map((index) => `{ x: "\${var.${named("q", index, 40)}}" }`);
    const { code, rules } = await lint(widgets(texts), project(`, vars: { ${vars.join(", ")} }`));
    expect(code).toBe(1);
    expect(rules.filter((rule) => rule === "unknown-variable")).toHaveLength(8000);
  });
});
