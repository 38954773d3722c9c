// Runs the rules over workbooks as they stream by, then brings their findings and the loader's under the project's severities.

import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import {
  type Diagnostic,
  deploymentNumbers,
  didYouMean,
  inRow,
  isObject,
  type Json,
  type Path,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Severity,
  slugsBefore,
  tellOnce,
} from "../model/index.ts";
import { DEEPEST, dashboardOf, widgetsOf } from "./board.ts";
import type {
  ConfigKey,
  ConfigKeys,
  Finding,
  ReportReference,
  Rule,
  RuleContext,
  Source,
  WidgetIdUses,
} from "./rule.ts";
import { RULES } from "./rules/index.ts";
import { addWidgetIds, gatherWidgetIds, type PlaceFact } from "./widget-ids.ts";

/** All that linting keeps of one workbook. As JSON can hold it, so that a later run can go on from there. */
export interface WorkbookFacts {
  /** What the rules that look at one workbook found. */
  findings: Diagnostic[];
  references: ReferenceFact[];
  /** The first report that it draws by its number. */
  number?: Path | undefined;
  configKeys: ConfigKeyFacts;
  widgetIds: PlaceFact[];
  /** The slugs that it had. */
  was: string[];
}

export interface Linter {
  /** Checks one workbook. Keeps its findings and its references to reports, not the workbook. */
  visit(workbook: ResolvedWorkbook): WorkbookFacts;
  /** The same for a workbook whose facts are known, from a linter with the same settings. */
  take(workbook: Pick<ResolvedWorkbook, "slug" | "locate" | "ofRow">, facts: WorkbookFacts): void;
  /** Every finding, each once, in the order of `compareDiagnostics`, with the severities that the project asks for. */
  finish(loaded: LoadedForLint): Promise<Diagnostic[]>;
}

/** The loader's results. */
export interface LoadedForLint {
  reports: readonly ResolvedReport[];
  /** Those of other targets only; none if absent. */
  elsewhere?: readonly ResolvedReport[];
  /** The loader's own findings. */
  diagnostics: readonly Diagnostic[];
  /** False if paths narrowed which workbooks were visited; default true. */
  whole?: boolean;
}

/**
 * `text` gives a file of the project without byte order mark (the default reads it from disk). It is asked for findings only:
 * to write their fixes, whose offsets count in that text, and to locate findings in the project file.
 */
export function createLinter(
  project: Project,
  text: (file: string) => string | undefined = textReader(project),
): Linter {
  const findings: Diagnostic[] = [];
  /** Where findings go at the moment. */
  let found = findings;
  const slugSources = new Map<string, Source>();
  const before = new Map<string, readonly string[]>();
  const references: ReportReference[] = [];
  const numbered: { path: Path; source: Source }[] = [];
  const configKeys: ConfigKeys = new Map();
  const widgetIds: WidgetIdUses = { below: new Map(), places: [] };
  const running: { rule: Rule; context: RuleContext }[] = [];
  for (const rule of RULES) {
    const severity = severityOf(project, rule.id, rule.severity);
    if (severity === "off" || !(rule.check || rule.conclude)) continue;
    const add = (source: Source, finding: Finding) => {
      const weight = severity === rule.severity ? (finding.severity ?? severity) : severity;
      found.push(place(rule.id, weight, source, finding));
    };
    running.push({ rule, context: { project, add, text } });
  }

  const take: Linter["take"] = ({ slug, locate, ofRow }, facts) => {
    const source: Source = { slug, locate, ...(ofRow && { ofRow }) };
    slugSources.set(slug, source);
    if (facts.was.length > 0) before.set(slug, facts.was);
    for (const finding of facts.findings) findings.push(finding);
    for (const [key, path] of facts.references) references.push({ key, path, source });
    if (facts.number) numbered.push({ path: facts.number, source });
    addConfigKeys(facts.configKeys, source, configKeys);
    addWidgetIds(facts.widgetIds, source, widgetIds);
  };

  return {
    visit(workbook) {
      found = [];
      for (const { rule, context } of running) rule.check?.(workbook, context);
      const facts = {
        findings: found,
        references: gatherReferences(workbook),
        number: deploymentNumbers(workbook.entry, project).find(({ what }) => what === "report")?.path,
        configKeys: gatherConfigKeys(workbook),
        widgetIds: gatherWidgetIds(workbook),
        was: slugsBefore(workbook.entry),
      };
      found = findings;
      take(workbook, facts);
      return facts;
    },
    take,
    async finish({ reports, elsewhere = [], diagnostics, whole = true }) {
      const allReports = !diagnostics.some((diagnostic) => FIRM.has(diagnostic.rule));
      const isWhole = allReports && whole;
      const gathered = {
        slugs: new Set(slugSources.keys()),
        slugSources,
        slugsBefore: before,
        reports,
        elsewhere,
        references,
        numbered,
        configKeys,
        widgetIds,
        allReports,
        allReferences: isWhole,
        isWhole,
      };
      for (const { rule, context } of running) await rule.conclude?.(gathered, context);
      // In its normal form a slug that is defined twice would be one key twice: the file would no longer parse.
      const twice = diagnostics.some(({ rule }) => rule === "duplicate-slug");
      const all = findings.map(({ fix, ...finding }) =>
        fix && !(twice && finding.rule === "slug-form") ? { ...finding, fix } : finding,
      );
      for (const diagnostic of [...diagnostics, ...checkRuleSettings(project, RULES, text)]) {
        const severity = severityOf(project, diagnostic.rule, diagnostic.severity);
        if (severity !== "off") all.push({ ...diagnostic, severity });
      }
      return tellOnce(all);
    },
  };
}

/** Rules after whose findings it is not wholly known what the files declare. */
export const FIRM: ReadonlySet<string> = new Set(RULES.filter((rule) => rule.firm).map((rule) => rule.id));

function severityOf(project: Project, rule: string, usual: Severity): Severity | "off" {
  const rules = project.lint.rules;
  if (FIRM.has(rule)) return usual;
  return Object.hasOwn(rules, rule) ? (rules[rule] ?? usual) : usual;
}

function place(rule: string, severity: Severity, source: Source, finding: Finding): Diagnostic {
  const { file, line, column, endLine, endColumn } = source.locate(finding.path, finding.part);
  const span = { file, line, column, endLine, endColumn };
  const { message, help } = finding;
  const one = { rule, severity, message, ...span, slug: source.slug, help, fix: finding.fix };
  return source.ofRow ? inRow(one, source.ofRow, finding) : one;
}

/** Keeps the last file: findings come in runs of one. */
function textReader(project: Project): (file: string) => string | undefined {
  let last: { file: string; text: string | undefined } | undefined;
  return (file) => {
    if (last?.file !== file) last = { file, text: readText(project, file) };
    return last.text;
  };
}

function readText(project: Project, file: string): string | undefined {
  try {
    return readFileSync(resolve(project.root, file), "utf8").replace(/^\ufeff/, "");
  } catch {
    // The place and the message do without it; the loader reports a file that cannot be read.
    return undefined;
  }
}

// Counts which keys the widgets of each type have in their config, over the whole project. Keeps names and one place of each, no widget.

/** The keys of one workbook's widgets: type → key → how many have it, and the first widget that does. As JSON can hold it. */
interface ConfigKeyFacts {
  types: [type: string, keys: [name: string, count: number, index: number][]][];
  /** The keys of those widgets' configs, by the widgets' indexes. */
  beside: Record<number, string[]>;
}

function gatherConfigKeys(workbook: ResolvedWorkbook): ConfigKeyFacts {
  const types = new Map<string, Map<string, [string, number, number]>>();
  const beside: Record<number, string[]> = {};
  for (const [index, widget] of widgetsOf(workbook).entries()) {
    if (!isObject(widget) || typeof widget.type !== "string" || !isObject(widget.config)) continue;
    const type = types.get(widget.type) ?? new Map<string, [string, number, number]>();
    types.set(widget.type, type);
    const names = Object.keys(widget.config);
    for (const name of names) {
      const use = type.get(name);
      if (use) use[1] += 1;
      else {
        type.set(name, [name, 1, index]);
        beside[index] = names;
      }
    }
  }
  return { types: [...types].map(([type, keys]) => [type, [...keys.values()]]), beside };
}

/** Adds the keys of one workbook to those of the project. */
function addConfigKeys({ types, beside }: ConfigKeyFacts, source: Source, keys: ConfigKeys): void {
  for (const [name, uses] of types) {
    const type = keys.get(name) ?? new Map<string, ConfigKey>();
    keys.set(name, type);
    for (const [key, count, index] of uses) {
      const known = type.get(key);
      if (known) known.count += count;
      else type.set(key, { count, source, index, beside: beside[index] ?? [] });
    }
  }
}

// Collects every `{ $report: key }` of a dashboard, and where it is.

/** The key of a report that a workbook refers to, and the path of the reference. As JSON can hold it. */
type ReferenceFact = [key: string, path: Path];

/** The references of one workbook. The schema reports a `$report` that is no string. */
function gatherReferences(workbook: ResolvedWorkbook): ReferenceFact[] {
  const references: ReferenceFact[] = [];
  const dashboard = dashboardOf(workbook);
  if (dashboard === undefined) return references;
  const way: (string | number)[] = ["dashboard"];
  const visit = (value: Json | undefined): void => {
    if (typeof value !== "object" || value === null || way.length > DEEPEST) return;
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        way.push(index);
        visit(value[index]);
        way.pop();
      }
      return;
    }
    if (typeof value.$report === "string") {
      // A copy, because a string that was cut out of a file keeps the whole text of it in memory.
      const key = JSON.parse(JSON.stringify(value.$report)) as string;
      references.push([key, way.slice()]);
    }
    for (const name in value) {
      const below = value[name];
      if (!isObject(below) && !Array.isArray(below)) continue;
      way.push(name);
      visit(below);
      way.pop();
    }
  };
  visit(dashboard);
  return references;
}

// Checks what the project file says under `lint.rules`: a misspelt id would silently change nothing, and findings after which
// the desired state is not known cannot be switched off.

/** One finding for each setting of the project file that cannot be honoured. */
function checkRuleSettings(
  project: Project,
  rules: readonly Rule[],
  text: (file: string) => string | undefined,
): Diagnostic[] {
  const known = new Map(rules.map((rule) => [rule.id, rule]));
  const file = basename(project.file);
  const findings: Diagnostic[] = [];
  const add = (id: string, finding: Pick<Diagnostic, "rule" | "message" | "help">) => {
    findings.push({ severity: "error", file, ...findKey(text(file) ?? "", id), ...finding });
  };
  for (const [id, setting] of Object.entries(project.lint.rules)) {
    const rule = known.get(id);
    if (rule === undefined) {
      const meant = didYouMean(id, known.keys());
      const message = `\`${id}\` is not a rule.${meant}`;
      const help = meant === "" ? { help: "docs/rules/ has a page for each rule." } : {};
      add(id, { rule: "unknown-rule", message, ...help });
    } else if (rule.firm && setting !== "error") {
      const message = `The rule \`${id}\` is always an error; it cannot be \`${setting}\`.`;
      const help = "After such a finding nobody knows what the files declare.";
      add(id, { rule: "invalid-value", message, help });
    }
  }
  return findings;
}

/** Where the key is written. The parsed project keeps no places, and a key after `lint` is found by its text. */
function findKey(
  text: string,
  key: string,
): { line: number; column: number; endLine?: number; endColumn?: number } {
  const name = key.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const pattern = new RegExp(`(?<=^|[\\s{,"'])${name}(?=["']?\\s*:)`);
  const lines = text.split(/\r\n|\n|\r/);
  const start = lines.findIndex((line) => /^["'{\s]*lint["']?\s*:/.test(line));
  for (let index = Math.max(0, start); index < lines.length; index += 1) {
    const at = pattern.exec(lines[index] ?? "");
    if (at === null) continue;
    const column = at.index + 1;
    return { line: index + 1, column, endLine: index + 1, endColumn: column + key.length };
  }
  return { line: 1, column: 1 };
}
