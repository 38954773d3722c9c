import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { RULES } from "../../src/lint/index.ts";
import { lintSarif } from "../../src/report/findings/lint-sarif.ts";
import { tempFolder } from "../support/temp.ts";
import { hasVerifiers, resolveVerifier } from "../support/verifiers.ts";
import { NASTY, PLAIN, reportOf } from "./lint-findings.ts";

const SCHEMA = new URL("../../../shared/verify/sarif-schema-2.1.0.json", import.meta.url);
const hasSchema = existsSync(SCHEMA);
if (!hasSchema) console.log("SARIF is not checked against its schema: ../shared/verify is missing");
const tool = findTool();
if (tool === undefined)
  console.log("SARIF is not checked by sarif-multitool: there is no program for this machine");

/** npm leaves the tool's program without its executable bit if install scripts do not run. */
function findTool(): string | undefined {
  if (!hasVerifiers || process.platform !== "linux" || process.arch !== "x64") return undefined;
  try {
    const manifest = resolveVerifier("@microsoft/sarif-multitool-linux/package.json");
    const program = join(dirname(manifest), "Sarif.Multitool");
    chmodSync(program, 0o755);
    return program;
  } catch {
    return undefined;
  }
}

interface SarifLog {
  $schema: string;
  version: string;
  runs: { tool: { driver: { rules: { id: string; helpUri?: string }[] } }; results: SarifResult[] }[];
}
interface SarifResult {
  ruleId: string;
  ruleIndex: number;
  level: string;
  message: { text: string };
  locations: { physicalLocation: { artifactLocation: { uri: string }; region: Record<string, number> } }[];
  partialFingerprints: Record<string, string>;
}

function makeSarif(...diagnostics: (typeof PLAIN)[]): string {
  return lintSarif({ ...reportOf(...diagnostics), version: "0.1.0" });
}

function readSarif(...diagnostics: (typeof PLAIN)[]) {
  const log: SarifLog = JSON.parse(makeSarif(...diagnostics));
  const run = log.runs[0]!;
  return { log, rules: run.tool.driver.rules, results: run.results };
}

/** The findings of the multitool, as "SARIF1001 error". Its exit code says nothing: the log does. */
function validate(program: string, sarif: string): string[] {
  const folder = tempFolder();
  const [input, output] = [join(folder, "lint.sarif"), join(folder, "log.sarif")];
  writeFileSync(input, sarif);
  const args = [
    "validate",
    input,
    "--output",
    output,
    "--log",
    "ForceOverwrite",
    "--rule-kind",
    "Sarif;Ghas",
  ];
  const env = { ...process.env, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" };
  const run = spawnSync(program, args, { encoding: "utf8", env });
  if (!existsSync(output)) throw new Error(`sarif-multitool wrote no log: ${run.stdout}${run.stderr}`);
  const log = JSON.parse(readFileSync(output, "utf8").replace(/^\ufeff/, ""));
  const { results = [], invocations = [] } = log.runs[0];
  const trouble = invocations.flatMap(
    (each: { toolExecutionNotifications?: { level?: string; message: { text: string } }[] }) =>
      (each.toolExecutionNotifications ?? [])
        .filter((note) => note.level === "error")
        .map((note) => note.message.text),
  );
  return [...trouble, ...results.map((each: SarifResult) => `${each.ruleId} ${each.level ?? "warning"}`)];
}

describe("lintSarif", () => {
  it("places a finding by rule, level, file and region", () => {
    const { rules, results } = readSarif(PLAIN);
    expect(rules.map((rule) => rule.id)).toEqual(RULES.map((rule) => rule.id));
    expect(results).toHaveLength(1);
    expect(rules[results[0]!.ruleIndex]?.id).toBe("unknown-field");
    expect(results[0]).toMatchObject({
      ruleId: "unknown-field",
      level: "error",
      message: { text: PLAIN.message },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "dashboards/revenue.yaml", uriBaseId: "SRCROOT" },
            region: { startLine: 18, startColumn: 11, endLine: 18, endColumn: 18 },
          },
        },
      ],
    });
  });

  it("encodes paths, and lets no message make a link", () => {
    const { results } = readSarif(NASTY);
    const uri = results[0]!.locations[0]!.physicalLocation.artifactLocation.uri;
    expect(uri).toBe("dashboards/%C3%BC%2C%20a%3Ab%20%252F%23%3F.yaml");
    expect(decodeURIComponent(uri)).toBe(NASTY.file);
    expect(results[0]!.message.text).toContain("\\[x\\](https://evil.example)");
  });

  it("names a finding the same while its line moves, and two of one line differently", () => {
    const print = (...diagnostics: (typeof PLAIN)[]) =>
      readSarif(...diagnostics).results.map((result) => result.partialFingerprints["boardwrightFinding/v1"]);
    const moved = lintSarif({
      ...reportOf({ ...PLAIN, line: 19, endLine: 19 }),
      text: (file) => `\n${reportOf().text(file)}`,
      version: "0.1.0",
    });
    const [first] = print(PLAIN);
    expect(JSON.parse(moved).runs[0].results[0].partialFingerprints["boardwrightFinding/v1"]).toBe(first);
    expect(new Set(print(PLAIN, { ...PLAIN, message: "another" }, { ...PLAIN, slug: "other" })).size).toBe(3);
  });

  it("links the page of each rule, which is there, at the tag of this release", () => {
    const { rules } = readSarif();
    const base = "https://github.com/acme/boardwright/blob/v0.1.0/";
    const pages = rules.map(({ helpUri = "" }) => helpUri.replace(base, ""));
    expect(pages).toEqual(RULES.map(({ id }) => `docs/rules/${id}.md`));
    expect(pages.filter((page) => !existsSync(new URL(`../../${page}`, import.meta.url)))).toEqual([]);
  });

  it("describes a rule that the registry does not know, without a page", () => {
    const { rules, results } = readSarif({ ...PLAIN, rule: "from-elsewhere" });
    const rule = rules[results[0]!.ruleIndex];
    expect([rule?.id, rule?.helpUri]).toEqual(["from-elsewhere", undefined]);
  });

  it.skipIf(!hasSchema)("holds to the schema of SARIF 2.1.0", () => {
    // The schema is of draft 4, of which it uses nothing that draft 7 reads otherwise but the name of `$id`.
    const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(SCHEMA, "utf8"));
    const check = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
    check(readSarif().log);
    expect(check.errors).toBe(null);
    check(readSarif(PLAIN, NASTY).log);
    expect(check.errors).toBe(null);
    const wrong = readSarif(PLAIN);
    wrong.results[0]!.level = "fatal";
    expect(check(wrong.log)).toBe(false);
  });

  it.skipIf(tool === undefined)("passes the multitool's rules, which find a planted fault", () => {
    expect(validate(tool!, makeSarif(PLAIN, NASTY))).toEqual([]);
    const wrong = readSarif(PLAIN);
    wrong.results[0]!.ruleIndex = 999;
    expect(validate(tool!, JSON.stringify(wrong.log))).toContain("SARIF1009 error");
  });
});
