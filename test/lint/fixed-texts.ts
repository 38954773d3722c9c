// The texts of files with the fixes that findings offer.
import { editTexts, type TextEdit } from "../../src/edit/index.ts";
import { type Diagnostic, spanOfFinding } from "../../src/model/index.ts";

/** Only of files that change. */
export function fixedTexts(
  read: (file: string) => string,
  findings: readonly Diagnostic[],
): Record<string, string> {
  const edits = findings.flatMap(({ fix, ...one }): TextEdit[] =>
    fix ? [{ kind: "rename", at: spanOfFinding(one), ...fix }] : [],
  );
  const { texts } = editTexts(read, edits);
  return Object.fromEntries([...texts].map(([file, { after }]) => [file, after]));
}
