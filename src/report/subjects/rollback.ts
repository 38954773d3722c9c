// The runs that can be put back, and what to do in Git after a rollback, so that the next apply does not bring back what was undone.

import {
  type ChangeKind,
  isPlainSlug,
  isWritten,
  nameSome,
  type Result,
  type Run,
  type RunRecord,
} from "../../model/index.ts";
import {
  countChanges,
  endOf,
  halfUndone,
  type KeptRuns,
  openRollbacks,
  type RunEnd,
} from "../change/run-totals.ts";
import { type Document, type Inline, type Line, line, say } from "../document/document.ts";
import { listCounts, listNames } from "../text/cells.ts";

/** Cells of what a rollback was narrowed to. */
const ONLY = 40;

/** Without a run: those that can be put back, newest first. */
export function runsDocument({ runs, others }: KeptRuns, folder: string): Document {
  const open = new Set(openRollbacks(runs).map(({ run }) => run));
  const rows = runs.map((run) => {
    const { name, record } = run;
    return [name, record.target.name, didText(record), commitText(record), endText(run, open)];
  });
  const none = [
    line`No run is recorded in ${folder}.`,
    line`Every apply leaves a record there. If a CI system applies, let its job keep that folder as an artifact, and put the run's folder back here to roll it back.`,
  ];
  const some = [
    ...halfUndone(runs).flatMap((half) =>
      halfUndoneLines({ ...half, command: `boardwright rollback ${half.run}` }),
    ),
    line`Put one back with ${{ command: "boardwright rollback RUN" }}: its plan is shown first.`,
  ];
  const left = others.map(({ name, why }) => `${name} (${why})`);
  return {
    light: "none",
    verdict: [],
    details: rows.length > 0 ? [{ head: ["RUN", "TARGET", "DID", "COMMIT", "END"], rows }] : [],
    lead: [
      ...(rows.length > 0 ? some : none),
      ...(left.length > 0 ? [line`Not listed: ${{ names: left }}.`] : []),
    ],
  };
}

/** `2 updated, 1 created, 1 failed`, and for a rollback the run that it put back. */
function didText({ undoes, only = [], disowns = false, changes }: RunRecord): string {
  const wordOf = (word: string) => (disowns && word === "stamped" ? "disowned" : word);
  const did = listCounts(
    Object.entries(countChanges(changes)).map(([word, number]) => [number, wordOf(word)]),
  );
  const part = only.length === 0 ? "" : `, only ${listNames(only, ONLY)}`;
  return undoes === undefined ? did : `${did} (put back ${undoes}${part})`;
}

function commitText({ git }: RunRecord): string {
  if (!git) return "";
  return `${git.commit.slice(0, 9)}${git.dirty ? " and edits" : ""}`;
}

/** What a rollback left may have been put back since, by another. */
function endText(run: Run, open: ReadonlySet<Run>): string {
  const end = endOf(run.record);
  return end === "undone-in-part" && !open.has(run) ? "undone in part, the rest since" : END_TEXTS[end];
}

const END_TEXTS: Readonly<Record<RunEnd, string>> = {
  complete: "complete",
  "undone-in-part": "undone in part",
  interrupted: "interrupted",
  unfinished: "did not finish, or is still running",
};

// A run that a rollback put back only in part.

/** Codes of what no one has to remove first: the next plan shows it as it is by then. */
const AT_ONCE: ReadonlySet<string> = new Set(["interrupted", "stale"]);

interface Half {
  /** The run, and the rollback that put back the others; absent where nothing was put back. */
  run?: string;
  by?: string;
  left: readonly { kind: ChangeKind; key: string; error?: string | undefined }[];
  /** Puts back the rest. */
  command: string;
}

function halfUndoneLines({ run, by, left, command }: Half): Line[] {
  // What stopped it was told right before, with all its words.
  const why = (error: string | undefined) => (by === undefined || error === undefined ? "" : ` (${error})`);
  const names = left.map(
    ({ kind, key, error }) => `${kind === "workbook" ? "" : `${kind} `}${key}${why(error)}`,
  );
  const who = by === undefined ? "" : `, by ${by}`;
  const lead = run === undefined ? "" : `${run} was put back only in part${who}. `;
  const puts = say`${{ command }} puts ${left.length === 1 ? "it" : "them"} back.`;
  const isReady = left.every(({ error }) => error !== undefined && AT_ONCE.has(error));
  return [
    line`${lead}Not put back: ${{ names }}.`,
    { line: isReady ? puts : say`Once the cause is gone, ${puts}` },
  ];
}

// After a rollback.

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

/** What was not put back comes first; if that is all, there is nothing else to say. */
export function revertDocument(run: Run, putBack: PutBack): Document {
  const { results, command } = putBack;
  const left = results
    .filter((result) => !isWritten(result))
    .map(({ kind, key, error }) => ({ kind, key, error: error?.code }));
  // The end of the rollback has said of what Ctrl-C kept it from how to complete it.
  const isTold = left.every(({ error }) => error === "interrupted");
  const isAllLeft = left.length === results.length && left.length > 0;
  const half = isTold ? [] : halfUndoneLines({ ...(!isAllLeft && { run: run.name }), left, command });
  return { light: "none", verdict: [], lead: isAllLeft ? half : [...half, ...fileLines(run, putBack)] };
}

function fileLines({ record }: Run, { before, undeclared, isAll, flag }: PutBack): Line[] {
  if (record.disowns)
    return [
      line`It is this project's again: until a file declares it, every plan lists it as no longer declared.`,
    ];
  const kept = undeclared.length === 0 ? [] : undeclaredLines(undeclared, flag);
  const { git } = record;
  const plan = { command: "boardwright plan" };
  if (record.undoes !== undefined && isAll) return kept;
  if (record.undoes !== undefined)
    return [
      ...kept,
      line`That run was itself a rollback: ${plan} shows whether the files declare the live state.`,
    ];
  const last = before?.record.git?.commit;
  if (!isAll)
    return [
      ...kept,
      line`The files still declare the newer state: the next apply would bring it back.`,
      ...wayBack(git, last),
    ];
  const isCommitted = git !== undefined && !git.dirty && last !== undefined && last !== git.commit;
  if (!isCommitted || kept.length === 0) return kept;
  const it = undeclared.length === 1 ? "it" : "them";
  return [...kept, line`If the commit that it applied took ${it} out of the files: ${revertCommand(git)}.`];
}

/**
 * How the files get the older state. A commit is named only where it can have brought the newer one: what was not committed is in a later
 * commit or in none, and without a run before it the commit may be the whole project.
 */
function wayBack(git: RunRecord["git"], last: string | undefined): Line[] {
  if (!git)
    return [
      line`Change the files back by hand: the run was not made in a Git checkout, so there is no commit to name.`,
    ];
  const isSame = last === git.commit;
  const to = git.commit.slice(0, 9);
  const log = { command: `git log --oneline ${last?.slice(0, 9)}..${to}` };
  if (git.dirty)
    return [
      line`It applied edits that were not committed, on top of ${to}: change them back by hand, or revert the commit that holds them by now.`,
      ...(last === undefined || isSame ? [] : [line`Commits since the run before: ${log}.`]),
    ];
  const plan = { command: "boardwright plan" };
  if (isSame)
    return [line`No commit came between it and the run before: ${plan} shows what they declare differently.`];
  if (last === undefined)
    return [
      line`Revert the commit that brought it (${{ command: "git log" }} has it), or change the files back by hand: no run before it is known.`,
    ];
  return [
    line`Revert what it applied. The last commit of it: ${revertCommand(git)}.`,
    line`All commits since the run before: ${log}.`,
  ];
}

function revertCommand({ merge, commit }: NonNullable<RunRecord["git"]>): Inline {
  return { command: `git revert ${merge ? "-m 1 " : ""}${commit}` };
}

/** Of what a prune deleted: whoever took it out of the files sees it as no longer declared, until one of two things is done. */
function undeclaredLines(undeclared: PutBack["undeclared"], flag: string): Line[] {
  const slugs = undeclared.filter(({ kind }) => kind === "workbook").map(({ key }) => key);
  const reports = undeclared.filter(({ kind }) => kind === "report").map(({ key }) => key);
  const it = undeclared.length === 1 ? "it" : "them";
  const slugText = namedInCommand(slugs, "SLUG")
    .map((slug) => ` ${slug}`)
    .join("");
  const reportText = namedInCommand(reports, "KEY")
    .map((key) => ` --report ${key}`)
    .join("");
  const pull = { command: `boardwright pull${slugText}${flag}` };
  const disown = { command: `boardwright disown${slugText}${reportText}${flag}` };
  return [
    line`No file declares ${nameSome([...slugs, ...reports.map((key) => `report ${key}`)])}: plans list ${it} as no longer declared.`,
    line`Declare ${it} again${slugs.length === 0 ? "" : say` (${pull})`}, or let go of ${it} (${disown}).`,
  ];
}

/** A command with many names, or with odd ones, would not be pasted. */
function namedInCommand(names: readonly string[], placeholder: string): string[] {
  return names.length <= 5 && names.every(isPlainSlug) ? [...names] : [placeholder];
}
