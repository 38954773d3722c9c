// Findings as SARIF 2.1.0, for code scanning and other tools that collect findings.

import { RULES, type Rule } from "../../lint/index.ts";
import { blankSecrets, type Diagnostic, writeJson } from "../../model/index.ts";
import { jsonText } from "../json/json-text.ts";
import { escapeSarif, readableLength } from "../text/escape.ts";
import { type LintFormatOptions, type LintReport, linesOfFiles, sentencesOf } from "../text/findings.ts";

type SarifRule = Pick<Rule, "id" | "severity" | "summary">;

/** Rows of a template that a finding shows as places of their own; the message counts all of them. */
const MOST_RELATED = 100;

/**
 * One run. Code scanning looks for files from the repository's root. The page of a rule is that of this release, at its tag.
 */
export function lintSarif(
  report: LintReport & Pick<LintFormatOptions, "version"> & Partial<LintFormatOptions>,
): string {
  const home = `https://github.com/${BOARDWRIGHT_ACTION.replace(/@.*/, "")}`;
  const rules: SarifRule[] = [...RULES];
  const indexes = new Map(rules.map((rule, index) => [rule.id, index]));
  for (const { rule, severity } of report.diagnostics) {
    if (indexes.has(rule)) continue;
    indexes.set(rule, rules.length);
    rules.push({ id: rule, severity, summary: rule });
  }
  const fingerprint = fingerprints(report.text);
  const results = report.diagnostics.map((diagnostic) => {
    const { rule, severity, line, column, endLine, endColumn, ofRows } = diagnostic;
    const locationIn = (file: string, region: object) => {
      const artifactLocation = { uri: toUri(`${report.prefix ?? ""}${file}`), uriBaseId: "SRCROOT" };
      return { physicalLocation: { artifactLocation, region } };
    };
    const related = ofRows?.rows.slice(0, MOST_RELATED).map((row, index) => {
      const { file, line, column } = ofRows.places[index]!;
      const message = { text: escapeSarif(readableLength(`The row ${row} of ${ofRows.template}.`)) };
      return { ...locationIn(file, { startLine: line, startColumn: column }), message };
    });
    return {
      ruleId: rule,
      ruleIndex: indexes.get(rule),
      level: severity,
      message: { text: escapeSarif(sentencesOf(diagnostic).map(readableLength).join("\n")) },
      locations: [locationIn(diagnostic.file, { startLine: line, startColumn: column, endLine, endColumn })],
      ...(related && { relatedLocations: related }),
      partialFingerprints: { "boardwrightFinding/v1": fingerprint(diagnostic) },
    };
  });
  const driver = {
    name: "boardwright",
    version: report.version,
    semanticVersion: report.version,
    informationUri: home,
    rules: rules.map((rule, index) => {
      const page = `docs/rules/${rule.id}.md`;
      // A rule that only a finding names has none.
      return ruleEntry(rule, index < RULES.length ? `${home}/blob/v${report.version}/${page}` : undefined);
    }),
  };
  const run = {
    tool: { driver },
    columnKind: "utf16CodeUnits",
    originalUriBaseIds: { SRCROOT: { description: { text: "The root of the repository." } } },
    results,
  };
  const $schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return jsonText({ $schema, version: "2.1.0", runs: [run] });
}

function ruleEntry({ id, severity, summary }: SarifRule, helpUri: string | undefined) {
  const help = `${summary} The page docs/rules/${id}.md of the boardwright package says why, and how to fix it.`;
  return {
    id,
    name: id.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: summary },
    fullDescription: { text: summary },
    helpUri,
    help: { text: help },
    defaultConfiguration: { level: severity },
  };
}

/** A relative reference: every segment percent-encoded, the slashes between them kept. */
function toUri(path: string): string {
  return blankSecrets(path)
    .split("/")
    .map((segment) => encodeURIComponent(segment.replace(/\p{Cs}/gu, "\ufffd")))
    .join("/");
}

// Names for findings that services compare between runs: which one is new, which one is fixed.

/**
 * Names a finding by rule, file, slug and the text of its line, so that the name stays the same when lines above it move; no two of a report
 * get the same. `prefix` goes before the file, for services that put the reports of several projects together.
 */
export function fingerprints(text: LintReport["text"], prefix = ""): (diagnostic: Diagnostic) => string {
  const seen = new Map<string, number>();
  const linesOf = linesOfFiles(text);
  // Loaded here: no other format needs it.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return ({ rule, file, slug = "", line }) => {
    const content = linesOf(file)[line - 1]?.trim() ?? "";
    const digest = createHash("sha256")
      .update(writeJson([rule, `${prefix}${file}`, slug, content]))
      .digest("hex");
    const times = (seen.get(digest) ?? 0) + 1;
    seen.set(digest, times);
    return `${digest.slice(0, 32)}:${times}`;
  };
}
