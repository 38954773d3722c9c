// Puts files, live state and pulling together: what a pull would write, verified. Sends nothing but GET, writes nothing.

import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { isIncluded, loadFiles, type Overlay, readText } from "../../desired/index.ts";
import {
  type PullOptions as AskedPull,
  compareText,
  endWithGuess,
  nameSome,
  normalizeSlug,
  type Project,
  type Pulled,
  type PullNote,
  type ResolvedWorkbook,
  shellWord,
  type Target,
  targetFlag,
  UserError,
} from "../../model/index.ts";
import { type Declared, declare, declareReport } from "../../plan/index.ts";
import { checkFiles, LintError } from "../../project/check-files.ts";
import type { Asked, ProjectContext } from "../../project/context.ts";
import { readIgnored } from "../../project/read-ignored.ts";
import { readLastSeen } from "../../project/runs/last-seen.ts";
import { type Environment, nameToSay } from "../../target/index.ts";
import { makeRename } from "../rename/make-rename.ts";
import { type Composition, compose, freshReport } from "./compose.ts";
import type { Part } from "./decide.ts";
import { isBlocking, lintNotes } from "./lint-findings.ts";
import { noteBefore } from "./meanwhile.ts";
import { placeNewFiles } from "./place-new-files.ts";
import { surveyNotes } from "./pull-notes.ts";
import { type Survey, surveyLive } from "./survey.ts";
import { verifyPull } from "./verify-pull.ts";
import { type OfRows, type WrittenOut, writeOut } from "./write-out.ts";

// Files that a pull leaves behind: an edit takes out the last `$file`, `$dir` or `$include` that named them. They are named, never
// deleted: somebody else may need them, and Git shows a deletion that somebody made.

/** Names in the command that removes them. */
const MOST_REMOVED = 10;
const NAMING = /\$(?:file|dir|include)\b/g;

interface LeavingBehind {
  project: Project;
  env: Environment;
  /** Name → text as it will be, or null. */
  files: ReadonlyMap<string, string | null>;
}

/** One note for each, sorted by name. Loads the files of every target twice, but only if an edit takes out what names a file. */
async function noteLeftBehind({ project, env, files }: LeavingBehind): Promise<PullNote[]> {
  const namesLess = ([name, text]: [string, string | null]) =>
    namings(readText(join(project.root, name))) > namings(text);
  if (![...files].some(namesLess)) return [];
  const root = realpathSync(project.root);
  const before = new Map<string, ReadonlySet<string>>();
  const after = new Set<string>();
  for (const target of Object.values(project.targets)) {
    for (const [real, places] of await namedFor(target, { project, env }))
      before.set(real, new Set([...(before.get(real) ?? []), ...places]));
    for (const real of (await namedFor(target, { project, env, overlay: files })).keys()) after.add(real);
  }
  const left = [...before].flatMap(([real, places]) => {
    const name = nameOf(root, real);
    const isKept = after.has(real) || isAbsolute(name) || name.startsWith("../../project/");
    return isKept || files.get(name) === null ? [] : [{ name, places }];
  });
  const names = left.map(({ name }) => name).sort(compareText);
  const shown = names.length > MOST_REMOVED ? ["FILE…"] : names.map(shellWord);
  const help = `What is left behind stays where it is. If nothing else needs it: \`git rm -r ${shown.join(" ")}\`.`;
  return left
    .sort((a, b) => compareText(a.name, b.name))
    .map(({ name, places }) => {
      const from = new Set([...places].map(fileOf));
      const stray = isIncluded(project, name)
        ? ", and `include` takes it for a workbook file, which lint refuses"
        : "";
      const message = `no file names it any more${stray}; ${nameSome([...from].sort(compareText))} did`;
      return { code: "left-behind", file: name, message, help };
    });
}

function namings(text: unknown): number {
  return typeof text === "string" ? (text.match(NAMING)?.length ?? 0) : 0;
}

/** Real path of each file or folder that the files name for the target → the places that do. What only strays name is not named. */
async function namedFor(
  target: Target,
  { project, env, overlay }: { project: Project; env: Environment; overlay?: Overlay },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { named, strays } = await loadFiles({
    project,
    target,
    env,
    ...(overlay && { overlay }),
    visit() {},
  });
  const root = realpathSync(project.root);
  const unnamed = new Set(strays);
  const left = new Map(named);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [real, places] of left) {
      if (![...places].every((place) => unnamed.has(fileOf(place)))) continue;
      unnamed.add(nameOf(root, real));
      left.delete(real);
    }
  }
  return left;
}

function nameOf(root: string, real: string): string {
  return relative(root, real).split(sep).join("/");
}

/** Of a place like `dashboards/a.yaml line 3`. */
function fileOf(place: string): string {
  return place.slice(0, place.indexOf(" "));
}

export interface PullOptions extends ProjectContext, OfRows, Asked<AskedPull> {
  /** Absent: all of each workbook. */
  part?: Part | undefined;
  /** Asked once what is repeated is known and not shared: whether it is to be. */
  askToShare?: ((repeated: readonly PullNote[]) => Promise<boolean>) | undefined;
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
  const { project, target, env, cwd, slugs = [], all = false, resolution, write = false } = options;
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
  let placing = placeNewFiles(project, {
    cwd,
    into: options.into,
    mirrorFolders: options.mirrorFolders,
    share: options.share,
    isDry: !write,
    checked,
  });
  const reports = checked.reports.map((report) => declareReport(report, scope));
  const named = slugs.length > 0 ? new Set(slugs.map(normalizeSlug)) : undefined;
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
    targets: project.targets,
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
    const repeated = written.notes.filter(({ code }) => code === "repeated");
    if (repeated.length > 0 && (await options.askToShare?.(repeated))) {
      placing = { ...placing, shares: true };
      continue;
    }
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

// Workbooks that somebody gave another slug in the UI, renamed in the files: over the texts that a pull is going to write, so that the files get
// the new slug and what was edited in one write.

type RenamedLive = Survey["renamed"][number];

interface Followed {
  /** Name → text, or null for a file that must go: with the new slugs. */
  files: Map<string, string | null>;
  /** Slug that was → slug, of those that are renamed. */
  slugs: ReadonlyMap<string, string>;
  /** What could not be renamed, by the slug that the files have. */
  failed: Map<string, PullNote>;
}

/** `files`: what the pull would write without. Each renaming is proven over those before it. Reads files and writes none. */
async function followRenames(
  { project, env }: Pick<ProjectContext, "project" | "env">,
  renamed: readonly RenamedLive[],
  files: ReadonlyMap<string, string | null>,
): Promise<Followed> {
  const followed = {
    files: new Map(files),
    slugs: new Map<string, string>(),
    failed: new Map<string, PullNote>(),
  };
  for (const one of renamed) {
    const { from, to } = one;
    try {
      const { texts } = await makeRename(project, env, { kind: "workbook", from, to }, followed.files);
      for (const [file, { after }] of texts) followed.files.set(file, after);
      followed.slugs.set(from, to);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      followed.failed.set(from, notRenamed(one, error));
    }
  }
  return followed;
}

function notRenamed({ from, to, file, line }: RenamedLive, { message, details = [] }: UserError): PullNote {
  return {
    code: "cannot-rename",
    key: from,
    file,
    line,
    message: `${from} is live as ${to}, and is not pulled: ${message}`,
    help: [...details, `Or give it the slug ${from} back on the platform.`].join(" "),
  };
}

/** What was pulled, under the slugs that the files have then; and an item for each renaming, before what else was taken of it. */
function namedAnew(
  pulled: readonly Pulled[],
  renamed: readonly RenamedLive[],
  slugs: ReadonlyMap<string, string>,
): Pulled[] {
  const now = (slug: string) => slugs.get(slug) ?? slug;
  const renames = renamed.flatMap(({ from, to, id, name, file, line }): Pulled[] =>
    slugs.has(from)
      ? [{ kind: "workbook", key: to, action: "renamed", was: from, name, id, file, line }]
      : [],
  );
  const others = pulled.map((item): Pulled => {
    const slug = item.slug === undefined ? {} : { slug: now(item.slug) };
    if (item.kind === "report") return { ...item, ...slug };
    const key = now(item.key);
    return { ...item, ...slug, key, ...(item.change && { change: { ...item.change, key } }) };
  });
  return [...renames, ...others];
}

// What a pull from one target does to the others: a value that the files say for all of them changes for all of them.

/** A note for each edited declaration that other targets share, sorted as the composition is. `elsewhere`: `kind/key` → their names. */
function noteOtherTargets(
  { project, target }: { project: Project; target: Target },
  { pulled }: Composition,
  elsewhere: ReadonlyMap<string, readonly string[]>,
): PullNote[] {
  return pulled.flatMap(({ kind, key, action, file, line }): PullNote[] => {
    // Only its maker looks at an embedded sandbox.
    const names = (elsewhere.get(`${kind}/${key}`) ?? []).filter(
      (name) => !project.targets[name]!.url.startsWith("sandbox:"),
    );
    if (action !== "edited" || names.length === 0) return [];
    const only =
      kind === "report"
        ? ""
        : ` If it is meant for ${target.name} only, put it under \`overrides: { ${target.name}: … }\`.`;
    return [
      {
        code: "other-targets",
        key,
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { line }),
        message: `${kind === "report" ? "report " : ""}${key}: what was taken from ${target.name} also changes ${names.join(", ")}, because the files say it for all targets`,
        help: `See it with \`boardwright plan ${names.map((name) => `--target ${name}`).join(" ")}\`.${only}`,
      },
    ];
  });
}
