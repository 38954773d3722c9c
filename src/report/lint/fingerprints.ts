// Names for findings that services compare between runs: which one is new, which one is fixed.

import { type Diagnostic, writeJson } from "../../model/index.ts";
import { type LintReport, linesOfFiles } from "../text/findings.ts";

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
