// What to do in Git after a rollback, so that the next apply does not bring back what was undone.

import {
  isPlainSlug,
  isWritten,
  nameSome,
  type Result,
  type Run,
  type RunRecord,
} from "../../model/index.ts";
import { escapeTerminal } from "../text/escape.ts";
import { halfUndoneText } from "./half-undone.ts";

interface PutBack {
  /** The run before it on that target. */
  before: Run | undefined;
  /** What the rollback made again and no file declares. */
  undeclared: readonly { kind: string; key: string }[];
  /** Whether that is all it did, but for what nobody manages. */
  isAll: boolean;
  /** The end of commands that mean the same target. */
  flag: string;
  results: readonly Result[];
  /** The rollback once more, as it was asked for. */
  command: string;
}

/** Lines without the last line end. What was not put back comes first; if that is all, there is nothing else to say. */
export function revertAdvice(run: Run, putBack: PutBack): string {
  const { results, command } = putBack;
  const left = results
    .filter((result) => !isWritten(result))
    .map(({ kind, key, error }) => ({ kind, key, error: error?.code }));
  // The end of the rollback has said of what Ctrl-C kept it from how to complete it.
  const isTold = left.every(({ error }) => error === "interrupted");
  if (left.length === results.length && left.length > 0)
    return isTold ? "" : halfUndoneText({ left, command });
  const half = isTold ? [] : [halfUndoneText({ run: run.name, left, command })];
  return [...half, adviceOnFiles(run, putBack)].filter((text) => text !== "").join("\n");
}

function adviceOnFiles({ record }: Run, { before, undeclared, isAll, flag }: PutBack): string {
  if (record.disowns) {
    return "It is this project's again: until a file declares it, every plan lists it as no longer declared.";
  }
  const kept = undeclared.length === 0 ? [] : undeclaredLines(undeclared, flag);
  const { git } = record;
  if (record.undoes !== undefined) {
    const rolledBack =
      "That run was itself a rollback: `boardwright plan` shows whether the files declare the live state.";
    return [...kept, ...(isAll ? [] : [rolledBack])].join("\n");
  }
  const last = before?.record.git?.commit;
  const isCommitted = git !== undefined && !git.dirty && last !== undefined && last !== git.commit;
  if (isAll) {
    if (kept.length === 0) return "";
    const it = undeclared.length === 1 ? "it" : "them";
    if (isCommitted)
      kept.push(`If the commit that it applied took ${it} out of the files: \`${revertCommand(git)}\`.`);
    return kept.join("\n");
  }
  const lines = [...kept, "The files still declare the newer state: the next apply would bring it back."];
  lines.push(...wayBack(git, last));
  return lines.join("\n");
}

/**
 * How the files get the older state. A commit is named only where it can have brought the newer one: what was not committed is in a later
 * commit or in none, and without a run before it the commit may be the whole project.
 */
function wayBack(git: RunRecord["git"], last: string | undefined): string[] {
  if (!git)
    return [
      "Change the files back by hand: the run was not made in a Git checkout, so there is no commit to name.",
    ];
  const isSame = last === git.commit;
  const from = last?.slice(0, 9);
  const to = git.commit.slice(0, 9);
  if (git.dirty)
    return [
      `It applied edits that were not committed, on top of ${to}: change them back by hand, or revert the commit that holds them by now.`,
      ...(last === undefined || isSame
        ? []
        : [`Commits since the run before: \`git log --oneline ${from}..${to}\`.`]),
    ];
  if (isSame)
    return [
      "No commit came between it and the run before: `boardwright plan` shows what they declare differently.",
    ];
  if (last === undefined)
    return [
      "Revert the commit that brought it (`git log` has it), or change the files back by hand: no run before it is known.",
    ];
  return [
    `Revert what it applied. The last commit of it: \`${revertCommand(git)}\`.`,
    `All commits since the run before: \`git log --oneline ${from}..${to}\`.`,
  ];
}

function revertCommand({ merge, commit }: NonNullable<RunRecord["git"]>): string {
  return `git revert ${merge ? "-m 1 " : ""}${commit}`;
}

/** Of what a prune deleted: whoever took it out of the files sees it as no longer declared, until one of two things is done. */
function undeclaredLines(undeclared: PutBack["undeclared"], flag: string): string[] {
  const slugs = undeclared.filter(({ kind }) => kind === "workbook").map(({ key }) => key);
  const reports = undeclared.filter(({ kind }) => kind === "report").map(({ key }) => key);
  const names = escapeTerminal(nameSome([...slugs, ...reports.map((key) => `report ${key}`)]));
  const it = undeclared.length === 1 ? "it" : "them";
  const slugText = namedInCommand(slugs, "SLUG")
    .map((slug) => ` ${slug}`)
    .join("");
  const reportText = namedInCommand(reports, "KEY")
    .map((key) => ` --report ${key}`)
    .join("");
  const pull = slugs.length === 0 ? "" : ` (\`boardwright pull${slugText}${flag}\`)`;
  return [
    `No file declares ${names}: plans list ${it} as no longer declared.`,
    `Declare ${it} again${pull}, or let go of ${it} (\`boardwright disown${slugText}${reportText}${flag}\`).`,
  ];
}

/** A command with many names, or with odd ones, would not be pasted. */
function namedInCommand(names: readonly string[], placeholder: string): string[] {
  return names.length <= 5 && names.every(isPlainSlug) ? [...names] : [placeholder];
}
