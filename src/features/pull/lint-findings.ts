// What lint says of files that a pull reads or writes. The live state is the truth: an error in it is shown after the pull and keeps
// nothing out, unless the files could not be read back.

import { FIRM } from "../../lint/index.ts";
import type { Diagnostic, Pulled, PullNote } from "../../model/index.ts";

/** Whether it is known what the files declare in spite of this error, and it is about one workbook: a pull goes on with it. */
function isTolerable({ rule, slug }: Pick<Diagnostic, "rule" | "slug">): boolean {
  return slug !== undefined && !FIRM.has(rule);
}

/** What is never live: only how the files say it can be wrong in this way. */
const OF_FILES = new Set(
  "position-conflict unknown-layout unknown-widget unknown-target duplicate-report".split(" "),
);

/** Whether an edit of one workbook may bring this error into the files: only one that is live. */
export function mayBring(problem: Pick<Diagnostic, "rule" | "slug">): boolean {
  return isTolerable(problem) && !OF_FILES.has(problem.rule);
}

export function isBlocking(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error" && !isTolerable(diagnostic);
}

/** One note for each rule and workbook that was pulled, and one for all other errors. `diagnostics`: of the files as written. */
export function lintNotes(diagnostics: readonly Diagnostic[], pulled: readonly Pulled[]): PullNote[] {
  const taken = new Set(
    pulled.flatMap(({ kind, key, action }) =>
      kind === "workbook" && (action === "created" || action === "edited") ? [key] : [],
    ),
  );
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const groups = new Map<string, [Diagnostic, ...Diagnostic[]]>();
  for (const one of errors) {
    if (one.slug === undefined || !taken.has(one.slug)) continue;
    const name = `${one.rule} ${one.slug}`;
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  const notes = [...groups.values()].map(([first, ...rest]): PullNote => {
    const { rule, slug = "", file, line, message } = first;
    const more = rest.length === 0 ? "" : ` (and ${rest.length} more)`;
    return {
      code: "lint-error",
      key: slug,
      file,
      line,
      message: `${slug} has live what lint calls an error, ${rule}: ${message}${more}`,
      help: `It was pulled as it is; plan and apply refuse it until you fix it in the file, or turn the rule into a warning: \`lint: { rules: { ${rule}: warning } }\` in boardwright.yaml.`,
    };
  });
  const others = errors.filter(({ slug }) => slug === undefined || !taken.has(slug));
  const [first] = others;
  if (first) {
    const count = others.length === 1 ? "an error" : `${others.length} errors`;
    const { file, line } = first;
    const message = `the files have ${count} where nothing was pulled`;
    const help = "`boardwright lint` shows all. Plan and apply refuse files with errors.";
    notes.push({ code: "files-have-errors", file, line, message, help });
  }
  return notes;
}
