// Checks what the project file says under `lint.rules`: a misspelt id would silently change nothing, and findings after which
// the desired state is not known cannot be switched off.

import { basename } from "node:path";
import { type Diagnostic, didYouMean, type Project } from "../model/index.ts";
import type { Rule } from "./rule.ts";

/** One finding for each setting of the project file that cannot be honoured. */
export function checkRuleSettings(
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
