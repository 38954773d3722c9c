// The part of planning that needs no platform: what the files declare, narrowed to what the command line asks for.

import { FIRM } from "../lint/index.ts";
import {
  type Diagnostic,
  nameSome,
  type Place,
  type PlanOptions,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Span,
  slugsBefore,
  UsageError,
  UserError,
  writtenOwners,
} from "../model/index.ts";
import {
  type Declared,
  type DeclaredNote,
  declare,
  declareNoted,
  FILES_HAVE_ERRORS,
  isInShard,
  type KnownRows,
  noteDeclared,
  type Outline,
  outlineDeclared,
  outlineOf,
  type TemplateRow,
} from "../plan/index.ts";
import { type Checked, checkFiles, LintError } from "./check-files.ts";
import type { Asked, ProjectContext } from "./context.ts";
import { readPaths } from "./named-paths.ts";
import { readIgnored } from "./read-ignored.ts";
import { selectSlugs } from "./select-slugs.ts";

/** Narrowing makes nothing an orphan; a shard is the whole of its part, orphans and all. */
export interface DeclaredOptions extends Omit<ProjectContext, "connect">, Asked<PlanOptions> {
  /** Whether errors in the files stop nothing, for what only reports on what is live: they become a finding that names what they are in. */
  goesOn?: boolean;
}

export interface Read {
  /** Those that the command line selects. */
  declared: Map<string, Declared>;
  /** The others in the files that were read; none if the work is not narrowed. */
  unselected: Map<string, Outline>;
  /** Of all of them, those of other shards too. */
  slugs: ReadonlySet<string>;
  /** Slug that was → slug, of all of them. */
  renames: ReadonlyMap<string, string>;
  /** Slug → the owners that a workbook says itself, of all of them. */
  owners: ReadonlyMap<string, readonly string[]>;
  /** Which rows declare what, of all of them. */
  rows: KnownRows;
  checked: Checked;
  /** Whether all that the files declare was read. */
  isCertain: boolean;
}

/** Stops every command, whatever it is about. */
const SECRET = "secret-environment-variable";

/** The part of a plan that needs no platform: throws for errors in what is selected, and for options that do not fit them. */
export async function readDeclared(options: DeclaredOptions): Promise<Read> {
  const { project, cwd, only = [], paths = [], prune = false, shard, goesOn = false } = options;
  const ignored = readIgnored(project);
  const narrowed = only.length > 0 || paths.length > 0;
  if (prune && narrowed) throw pruneNarrowed();
  const named = await readPaths({ project, cwd, paths });
  const selection = selectSlugs(only, paths.length > 0 ? "none of the files named declares" : undefined);
  const declared = new Map<string, Declared>();
  const unselected = new Map<string, Outline>();
  const slugs = new Set<string>();
  const renames = new Map<string, string>();
  const noteRenames = (slug: string, was: readonly string[] = []): void => {
    for (const old of was) renames.set(old, slug);
  };
  const owners = new Map<string, readonly string[]>();
  const noteOwners = (slug: string, said: readonly string[] | undefined) => said && owners.set(slug, said);
  const workbooks = new Map<string, TemplateRow>();
  const noteRow = ({ slug, template, row }: Omit<ResolvedWorkbook, "entry">) => {
    if (template !== undefined && row !== undefined) workbooks.set(slug, { template, row });
  };
  const isWanted = ({ slug, file }: { slug: string; file: string }): boolean => {
    slugs.add(slug);
    return named.takes({ slug, file }) && selection.takes(slug);
  };
  const found = await checkFiles({
    ...options,
    paths: named.paths,
    visit(workbook) {
      const { slug, entry } = workbook;
      noteRenames(slug, slugsBefore(entry));
      noteOwners(slug, writtenOwners(entry.owner));
      noteRow(workbook);
      if (!isWanted(workbook)) unselected.set(slug, outlineOf(workbook));
      else if (isInShard(slug, shard)) declared.set(slug, declare(workbook, ignored));
    },
    keeps: {
      note({ slug }) {
        const one = declared.get(slug);
        return one && noteDeclared(one);
      },
      revisit(workbook, note) {
        const { slug } = workbook;
        const read = () => declareNoted(workbook, note as DeclaredNote);
        noteRenames(slug, (note as DeclaredNote).facts.was);
        noteOwners(slug, (note as DeclaredNote).facts.owners);
        noteRow(workbook);
        if (!isWanted(workbook)) unselected.set(slug, outlineDeclared(read()));
        else if (isInShard(slug, shard)) declared.set(slug, read());
      },
    },
  });
  const used = new Set([...declared.values()].flatMap(({ references }) => references));
  const isOfOthers = ({ rule, slug, also = [], ofRows, ...at }: Diagnostic): boolean => {
    if (rule === SECRET) return false;
    const slugs = ofRows?.slugs ?? [slug, ...also];
    if (slugs.every((one) => one === undefined)) {
      const reports = found.reports.filter(({ file, locate }) => file === at.file && isIn(locate([]), at));
      const isOwn = ({ key, entry }: ResolvedReport) => used.has(key) || declared.has(String(entry.workbook));
      return reports.length > 0 && !FIRM.has(rule) && !reports.some(isOwn);
    }
    return slugs.every(
      (one) =>
        one !== undefined &&
        !declared.has(one) &&
        (unselected.has(one) || !isWanted({ slug: one, file: at.file })),
    );
  };
  const errors = found.diagnostics.filter(({ severity }) => severity === "error");
  const own = narrowed ? errors.filter((one) => !isOfOthers(one)) : errors;
  if (own.length > 0 && (!goesOn || own.some(({ rule }) => rule === SECRET)))
    throw new LintError(found, "nothing was sent");
  const unread = own.filter(({ rule }) => FIRM.has(rule));
  for (const { slug, also = [], ofRows } of unread)
    for (const one of ofRows?.slugs ?? [slug, ...also]) if (one !== undefined) declared.delete(one);
  const isCertain = unread.length === 0;
  const checked: Checked = { ...found, diagnostics: withoutErrors(found.diagnostics, isCertain) };
  selection.check();
  if (prune && checked.files === 0) throw pruneEverything();
  const reports = new Map(
    checked.reports.flatMap(({ key, template, row }) =>
      template === undefined || row === undefined ? [] : [[key, { template, row }] as const],
    ),
  );
  return { declared, unselected, slugs, renames, owners, rows: { workbooks, reports }, checked, isCertain };
}

function isIn({ line, endLine }: Span, at: Place): boolean {
  return at.line >= line && at.line <= endLine;
}

/** With one finding in the place of errors that stop nothing; an error itself if it is not certain that all that is selected was read. */
function withoutErrors(found: readonly Diagnostic[], isCertain: boolean): Diagnostic[] {
  const errors = found.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (!first) return [...found];
  const names = new Set(errors.flatMap(({ slug, also = [], file }) => [slug ?? file, ...also]));
  const { file, line, column } = first;
  const many = errors.length === 1 ? "an error" : `${errors.length} errors`;
  const message = `the files have ${many}, in ${nameSome([...names])}`;
  const help = "`boardwright lint` shows all. Plan and apply refuse what has an error.";
  const severity = isCertain ? "warning" : "error";
  const rest = found.filter((one) => one.severity !== "error");
  return [...rest, { rule: FILES_HAVE_ERRORS, severity, message, help, file, line, column }];
}

function pruneNarrowed(): UsageError {
  return new UsageError("--prune covers the whole project: it takes no --only, no --except and no paths", [
    "Narrowed work never makes anything an orphan, so there would be nothing to delete.",
  ]);
}

/** A wrong `include` must not read as "nothing is declared any more". */
function pruneEverything(): UserError {
  return new UserError("--prune would delete all that this project manages: no file matches its `include`", {
    details: [
      "Look at `include` and `exclude` in boardwright.yaml, and at the folder that it is in.",
      "To delete everything on purpose, keep one file that declares nothing.",
    ],
  });
}
