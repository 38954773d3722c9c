// Puts files, live state and pulling together: what a pull would write, verified. Sends nothing but GET, writes nothing.

import {
  endWithGuess,
  normalizeSlug,
  type Pulled,
  type PullNote,
  type ResolvedWorkbook,
  targetFlag,
  UserError,
} from "../../model/index.ts";
import { type Declared, declare, declareReport } from "../../plan/index.ts";
import {
  type Composition,
  compose,
  freshReport,
  type Part,
  type Resolution,
  type Survey,
  surveyLive,
} from "../../pull/index.ts";
import { nameToSay } from "../../target/index.ts";
import { checkFiles, LintError } from "../check-files.ts";
import { readIgnored } from "../declared/read-ignored.ts";
import { readLastSeen } from "../runs/last-seen.ts";
import type { TaskContext } from "../task-context.ts";
import { followRenames, namedAnew } from "./follow-renames.ts";
import { noteLeftBehind } from "./left-behind.ts";
import { isBlocking, lintNotes } from "./lint-findings.ts";
import { noteBefore } from "./meanwhile.ts";
import { noteOtherTargets } from "./other-targets.ts";
import { placeNewFiles } from "./place-new-files.ts";
import { surveyNotes } from "./pull-notes.ts";
import { verifyPull } from "./verify-pull.ts";
import { type OfRows, type WrittenOut, writeOut } from "./write-out.ts";

export interface PullOptions extends TaskContext, OfRows {
  slugs: readonly string[];
  all: boolean;
  into?: string | undefined;
  /** Lays new files out in folders that are named like the platform's. */
  mirrorFolders?: boolean | undefined;
  /** Writes blocks that several new files repeat once, as fragments that they include. */
  share?: boolean | undefined;
  /** Whether nothing is going to be written. */
  isDry?: boolean | undefined;
  resolution: Resolution;
  /** Absent: all of each workbook. */
  part?: Part | undefined;
}

export interface MadePull {
  /** Name → text, or null for a file that must go: what is to be written, aids before what names them. */
  files: Map<string, string | null>;
  /** SHA-256 of what each of these files said when it was read first, null for one that is new. */
  before: ReadonlyMap<string, string | null>;
  pulled: Pulled[];
  notes: PullNote[];
  unchanged: number;
  /** Of the declared workbooks that were asked for, those that nobody edited live. */
  unedited: number;
}

/** Connects when the files are known to be right. */
export async function makePull(options: PullOptions): Promise<MadePull> {
  const { project, target, env, cwd, all, resolution } = options;
  const place = { project, target, env, cwd };
  const ignored = readIgnored(project);
  const scope = { project: project.name, target: target.name, deploymentId: target.deployment };
  const declared = new Map<string, Declared>();
  const checked = await checkFiles({
    ...place,
    hasDigests: true,
    visit: (workbook) => declared.set(workbook.slug, declare(workbook, ignored)),
  });
  if (checked.diagnostics.some(isBlocking)) throw new LintError(checked, "nothing was pulled");
  const placing = placeNewFiles(project, {
    cwd,
    into: options.into,
    mirrorFolders: options.mirrorFolders,
    share: options.share,
    isDry: options.isDry,
    checked,
  });
  const reports = checked.reports.map((report) => declareReport(report, scope));
  const named = options.slugs.length > 0 ? new Set(options.slugs.map(normalizeSlug)) : undefined;
  const surveyed = {
    project,
    target,
    ignored,
    declared,
    reports,
    named,
    all,
    readLastSeen: () => readLastSeen(project, target),
  };
  const survey = await surveyLive(await options.connect(), surveyed);
  checkSlugs(named, declared, survey);

  const entries = await readEntries(options, survey);
  const flag = targetFlag(nameToSay(project, target, env));
  const composing = {
    ...scope,
    survey,
    entries,
    reports: new Map(checked.reports.map((report) => [report.key, report])),
    reportIds: survey.reportIds,
    declared: new Set(declared.keys()),
    ignored,
    reportKeys: project.reportKeys,
    resolution,
    part: options.part,
    flag,
  };
  const excluded = new Map<string, PullNote>();
  // Each round leaves something out, so there are no more rounds than things.
  for (;;) {
    const composition = compose({ ...composing, excluded: new Set(excluded.keys()) });
    const written = await writeOut(options, composition, placing);
    const proposed = { ...place, composition, overlay: written.files };
    const { wrong, diagnostics } =
      written.failed.size > 0
        ? { wrong: written.failed, diagnostics: [] }
        : await verifyPull({ ...proposed, ignored, newFiles: written.places });
    for (const [name, note] of wrong) excluded.set(name, note);
    if (wrong.size > 0) continue;
    const followed = await followRenames(
      options,
      survey.renamed.filter(({ from }) => !excluded.has(renameOf(from))),
      written.files,
    );
    for (const [from, note] of followed.failed)
      excluded.set(renameOf(from), note).set(`workbook ${from}`, note);
    if (followed.failed.size > 0) continue;
    const pulled = [...composition.pulled, ...leftOut(survey, excluded)].map((item) =>
      withReason(placed(item, written, composition), excluded, composition.notes),
    );
    return {
      files: followed.files,
      before: noteBefore(
        { ...written, files: followed.files },
        { root: project.root, digest: checked.digest },
      ),
      pulled: namedAnew(pulled, survey.renamed, followed.slugs),
      notes: [
        ...composition.notes,
        ...notesOf(excluded, composition),
        ...lintNotes(diagnostics, composition.pulled),
        ...written.notes,
        ...noteOtherTargets(options, composition, written.elsewhere),
        ...(await noteLeftBehind({ project, env, files: written.files })),
        ...surveyNotes(survey, flag),
      ],
      unchanged: survey.unchanged,
      unedited: survey.unedited,
    };
  }
}

/** The declared workbooks that differ, once more and whole: keeping all of them from the first reading would take too much memory. */
async function readEntries(
  { project, target, env, cwd }: PullOptions,
  { edits }: Survey,
): Promise<Map<string, ResolvedWorkbook>> {
  const wanted = new Set(edits.map(({ live }) => live.slug));
  const entries = new Map<string, ResolvedWorkbook>();
  if (wanted.size === 0) return entries;
  const visit = (workbook: ResolvedWorkbook) => {
    if (wanted.has(workbook.slug)) entries.set(workbook.slug, workbook);
  };
  await checkFiles({ project, target, env, cwd, visit });
  return entries;
}

/** The renaming of a workbook, among what is left out. */
const renameOf = (slug: string): string => `rename ${slug}`;

function checkSlugs(
  named: ReadonlySet<string> | undefined,
  declared: ReadonlyMap<string, Declared>,
  survey: Survey,
): void {
  for (const slug of named ?? []) {
    if (survey.slugs.has(slug) || survey.aliases.has(slug) || declared.has(slug)) continue;
    const missing = `there is no workbook ${JSON.stringify(slug)}, neither live nor in the files`;
    throw new UserError(endWithGuess(missing, slug, [...survey.slugs.keys(), ...declared.keys()]), {
      details: ["Nothing was pulled. `boardwright workbooks list` shows what is live."],
    });
  }
}

/** The reports of new files that no file may hold as they are. */
function leftOut({ reports }: Survey, excluded: ReadonlyMap<string, PullNote>): Pulled[] {
  return [...reports.values()].flatMap(({ id, name }): Pulled[] => {
    const note = excluded.get(freshReport(id));
    return note ? [{ kind: "report", key: note.key ?? name, action: "skipped", name, id }] : [];
  });
}

/** Why things were left out. A report that only had to go into another file was not. */
function notesOf(excluded: ReadonlyMap<string, PullNote>, { fresh }: Composition): PullNote[] {
  const isWritten = (name: string) => fresh.some(({ reports }) => reports.has(name.replace(/^report /, "")));
  const notes = [...excluded].flatMap(([name, note]) =>
    name.startsWith("report ") && isWritten(name) ? [] : [note],
  );
  // One that cannot be renamed is not edited either, for the same reason.
  return [...new Set(notes)];
}

/** With why it was left out, if it was. */
function withReason(
  item: Pulled,
  excluded: ReadonlyMap<string, PullNote>,
  notes: readonly PullNote[],
): Pulled {
  if (item.action !== "skipped") return item;
  const why =
    (item.kind === "report" ? excluded.get(freshReport(item.id)) : undefined) ??
    excluded.get(`${item.kind} ${item.key}`) ??
    notes.find(({ code, key }) => code === "cannot-hold" && key === item.key);
  return why ? { ...item, reason: { code: why.code, message: why.message, help: why.help } } : item;
}

/** With the file that it got; a workbook is right under the first key of it. */
function placed(item: Pulled, { places, files }: WrittenOut, { fresh, additions }: Composition): Pulled {
  if (item.action !== "created") return item;
  const addition = additions.find(({ reports }) => item.kind === "report" && reports.has(item.key));
  if (addition) return { ...item, file: addition.file };
  const slug = item.kind === "workbook" ? item.key : fresh.find(({ reports }) => reports.has(item.key))?.slug;
  const file = places.get(slug ?? "");
  if (file === undefined) return item;
  const lines = item.kind === "workbook" ? (files.get(file) ?? "").split("\n", 10) : [];
  const line = lines.findIndex((text) => text.startsWith(" ")) + 1;
  return { ...item, file, ...(line > 0 ? { line } : {}) };
}
