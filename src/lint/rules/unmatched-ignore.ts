// A path under `ignore` that can match nothing, in the project file or in a workbook's own: usually it is misspelt, and hides nothing.

import { basename } from "node:path";
import { isObject, ownIgnored, parseIgnoredPath, whyUnmatched, widgetsOf } from "../../model/index.ts";
import { quote } from "../board.ts";
import type { Rule } from "../rule.ts";

export const unmatchedIgnore: Rule = {
  id: "unmatched-ignore",
  severity: "warning",
  summary: "Every path under `ignore` can match something.",
  check(workbook, context) {
    const { entry } = workbook;
    const ids = widgetsOf(entry.dashboard).flatMap((widget) =>
      isObject(widget) && typeof widget.id === "string" ? [widget.id] : [],
    );
    for (const [index, path] of ownIgnored(entry).entries())
      find(path, entry.dashboard == null ? undefined : ids, (message) =>
        context.add(workbook, { path: ["ignore", index], message }),
      );
  },
  conclude(_, { project, text, add }) {
    const file = basename(project.file);
    for (const path of project.ignore)
      find(path, undefined, (message) => {
        const lines = text(file)?.split("\n") ?? [];
        const index = Math.max(
          0,
          lines.findIndex((line) => line.includes(path)),
        );
        const column = Math.max(0, lines[index]?.indexOf(path) ?? 0) + 1;
        const span = { file, line: index + 1, column, endLine: index + 1, endColumn: column + path.length };
        add({ locate: () => span }, { path: [], message });
      });
  },
};

/** A text that is no path is the schema's finding. */
function find(text: string, ids: readonly string[] | undefined, say: (message: string) => void): void {
  const path = parseIgnoredPath(text);
  const why = path && whyUnmatched(path, ids);
  if (why !== undefined) say(`The path ${quote(text)} under \`ignore\` can match nothing: ${why}.`);
}
