// A diagnostic about a change, at the place that declares it.

import type { Change, Diagnostic } from "../../model/index.ts";

/** Without a source the file is empty: no file declares the change. */
export function diagnose(
  { kind, key, source }: Pick<Change, "kind" | "key" | "source">,
  finding: Pick<Diagnostic, "rule" | "severity" | "message" | "help">,
): Diagnostic {
  const { file = "", line = 1 } = source ?? {};
  return { ...finding, file, line, column: 1, subject: key, kind, ...(kind === "workbook" && { slug: key }) };
}
