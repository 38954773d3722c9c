// The lines that a pull request changes, from the patches that GitHub's API gives.

/** The numbers, in the new file, of the lines that a patch adds or changes (unified diff, one file, without file headers). */
export function changedLines(patch: string): Set<number> {
  const lines = new Set<number>();
  let at = 0;
  for (const text of patch.split("\n")) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text);
    if (hunk) at = Number(hunk[1]);
    else if (text.startsWith("+")) lines.add(at++);
    else if (!text.startsWith("-") && !text.startsWith("\\")) at++;
  }
  return lines;
}
