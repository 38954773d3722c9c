// A workbook, report, member or target with another name: the new texts of all files that name it, proven by loading the project with them.
// Reads files and writes none.

import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isReserved, nameOf, type Overlay, readText } from "../../desired/index.ts";
import { editTexts, type Step, type TextEdit, writtenAt } from "../../edit/index.ts";
import {
  compareText,
  isInside,
  type Json,
  keysBefore,
  normalizeSlug,
  type Place,
  type Project,
  type Renamed,
  type Renaming,
  type ResolvedReport,
  renameWithin,
  UserError,
} from "../../model/index.ts";
import { derivePublicId } from "../../plan/index.ts";
import type { Environment } from "../../target/index.ts";
import { checkRenaming } from "./check-renaming.ts";
import { findMember, findReport, findWorkbook } from "./find-mentions.ts";
import { loadSides, type Side } from "./load-sides.ts";
import { prove } from "./prove.ts";

/**
 * Throws a UserError if it cannot be renamed, with the places that stand in the way, and a LintError if a file does not load. `overlay`: what
 * files are to say before it, in the place of what they say.
 */
export async function makeRename(
  project: Project,
  env: Environment,
  asked: Renaming,
  overlay: Overlay = new Map(),
): Promise<Renamed> {
  const sides = await loadSides(project, env, overlay);
  const renaming = checkRenaming(project, sides, asked);
  const realRoot = realpathSync(project.root);
  // Links to one file are one file: what is written twice, or read by another name, would be two.
  const realName = (file: string) => {
    const real = realpathSync(join(project.root, file));
    return isInside(realRoot, real) ? nameOf(realRoot, real) : file;
  };
  const read = (file: string) => overlay.get(file) ?? readFileSync(join(project.root, file), "utf8");
  const edits = [
    ...mentionEdits(sides, renaming),
    ...keyEdits(project, sides, renaming),
    ...fieldEdits(project, sides, renaming, (file) => read(realName(file))),
  ].map((edit) =>
    edit.kind === "rename"
      ? { ...edit, at: { ...edit.at, file: realName(edit.at.file) } }
      : { ...edit, file: realName(edit.file) },
  );
  const { texts, places, refused } = editTexts(read, edits);
  if (refused.length > 0) {
    const many = refused.length === 1 ? "1 place" : `${refused.length} places`;
    throw new UserError(
      `${renaming.from} cannot be renamed: ${many} would have to be written by hand first`,
      {
        details: refused
          .map(({ place: { file, line, column }, written }) => {
            return `${file}:${line}:${column}  ${(written.split("\n")[0] ?? "").slice(0, 60)}`;
          })
          .sort(),
      },
    );
  }
  await prove(project, env, renaming, { sides, changed: texts, overlay });
  const left = renaming.kind === "member" ? findLeft(project.root, sides, { renaming, texts, realName }) : [];
  return { renaming, texts, places: places.sort(byPlace), left: left.sort(byPlace) };
}

function mentionEdits(sides: readonly Side[], renaming: Renaming): TextEdit[] {
  const find = { workbook: findWorkbook, report: findReport, member: findMember, target: () => [] };
  return sides.flatMap((side) => find[renaming.kind](side, renaming));
}

// Keys that no resolved value keeps: of `layouts`, of overrides and of publicIds per target. They are found in the texts.

const ANY = () => true;
const SECTIONS: ReadonlySet<string> = new Set(["workbooks", "reports", "layouts"]);

function keyEdits(project: Project, sides: readonly Side[], { kind, from, to }: Renaming): TextEdit[] {
  const all = (file: string, part: "key" | "value", ...ways: readonly (readonly Step[])[]) =>
    ways.map((way): TextEdit => ({ kind: "rename-all", file, way, part, from, to }));
  if (kind === "workbook") {
    const isIt = (key: string) => normalizeSlug(key) === from;
    // At the root of a file that is included as `layouts`.
    const isRoot = (key: string) => isIt(key) && !SECTIONS.has(key);
    const workbook = sides.flatMap((one) => one.workbooks).find(({ slug }) => slug === from);
    const files = new Set(workbook?.layoutFiles?.() ?? []);
    return [...files].flatMap((file) => all(file, "key", ["layouts", isIt], [isRoot]));
  }
  if (kind !== "target") return [];
  const inFiles = (sides[0]?.names ?? []).flatMap((file) => [
    ...all(file, "key", ["workbooks", ANY, "overrides", from], ["reports", ANY, "publicId", from]),
    ...all(file, "value", ["workbooks", ANY, "targets"], ["reports", ANY, "targets"]),
  ]);
  const nameIn = (path: string) => path.slice(project.root.length + 1);
  const ofProject = nameIn(project.file);
  const ofTargets = project.targetsFile === undefined ? [] : [nameIn(project.targetsFile)];
  return [
    ...inFiles,
    ...all(ofProject, "key", ["targets", from]),
    ...all(ofProject, "value", ["targets", ANY, "like"], ["defaultTarget"], ["groups", ANY]),
    ...ofTargets.flatMap((file) => [...all(file, "key", [from]), ...all(file, "value", [ANY, "like"])]),
  ];
}

const byPlace = (a: Place, b: Place) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column;

// What keeps the live one what it is: `was`, with which the next apply renames it, or the publicId that was made of a report's old key
// (contract 12). What was written for that goes again when it gets its old name back.

type Read = (file: string) => string;

function fieldEdits(project: Project, sides: readonly Side[], renaming: Renaming, read: Read): TextEdit[] {
  const { kind, from, to } = renaming;
  if (kind === "workbook") {
    const workbook = sides[0]?.workbooks.find(({ slug }) => slug === from);
    if (!workbook) return [];
    return [wasEdit(workbook, { ...renaming, key: workbook.writtenSlug, normal: normalizeSlug }, read)];
  }
  const report = sides.flatMap(({ reports }) => reports).find(({ key }) => key === from);
  if (kind !== "report" || !report) return [];
  const [first] = keysBefore(report.entry);
  if (first === undefined) return publicIdEdits(project, sides, renaming, read);
  // Of its first key, the publicId is made without `was`, and of none that is left in it.
  const normal = (name: string) => (first === to ? to : name);
  return [wasEdit(report, { ...renaming, key: from, normal }, read)];
}

/** Throws a UserError if the entry cannot hold the field. */
function wasEdit(
  { file, locate }: Pick<ResolvedReport, "file" | "locate">,
  { kind, from, to, key, normal }: Renaming & { key: string; normal(name: string): string },
  read: Read,
): TextEdit {
  const path = [kind === "report" ? "reports" : "workbooks", key, "was"];
  const known = writtenAt(file, read(file), path) ?? undefined;
  const before = known === undefined ? [] : [known].flat().map(String);
  const isBack = before.some((name) => normal(name) === to);
  const left = isBack ? before.filter((name) => normal(name) !== to) : [...before, from];
  const [first] = left;
  const edit: TextEdit =
    first === undefined
      ? { kind: "delete", file, path }
      : { kind: "set", file, path, value: left.length === 1 ? first : left };
  if (known !== undefined || (kind === "workbook" && isPossible(edit, read))) return edit;
  const { file: written, line } = locate([], "key");
  throw new UserError(
    `the ${kind} ${from} cannot be renamed: its \`was\` cannot be written at ${written}:${line}`,
    {
      details: [
        `Rename it by hand, and write \`was: ${from}\` in it, so that the live ${kind} is renamed and not made again.`,
      ],
    },
  );
}

/** The id of a report is derived from its key unless the file gives it: it is written, so that the live report stays the same. */
function publicIdEdits(
  project: Project,
  all: readonly Side[],
  { from, to }: Renaming,
  read: Read,
): TextEdit[] {
  // It may be declared for some targets only.
  const sides = all.filter(({ reports }) => reports.some(({ key }) => key === from));
  const { file, locate } = sides[0]!.reports.find(({ key }) => key === from)!;
  const path = ["reports", from, "publicId"];
  if (isPutThere({ kind: "set", file, path, value: idsField(idsOf(project, sides, to)) }, read))
    return [{ kind: "delete", file, path }];
  const ofReport = sides.map(({ reports }) => reports.find(({ key }) => key === from));
  const derived = sides.filter((_, index) => ofReport[index]?.entry.publicId === undefined);
  if (derived.every(({ target }) => target === undefined)) return [];
  const unknown = derived.find(({ target }) => target?.deployment === undefined);
  if (unknown) {
    const { name } = unknown.target!;
    throw new UserError(`the report ${from} cannot be renamed: on ${name} its publicId comes from its key`, {
      details: [`Write the publicId that it has there, or the deployment of ${name} in the project file.`],
    });
  }
  const ids = idsOf(project, derived, from);
  const edit: TextEdit = { kind: "set", file, path, value: idsField(ids) };
  if (derived.length === sides.length && isPossible(edit, read)) return [edit];
  const place = locate([], "key");
  throw new UserError(`the report ${from} cannot be renamed: its publicId is not written for each target`, {
    details: [
      `Write it first, under \`publicId\` at ${place.file}:${place.line}:`,
      ...[...ids].map(([target, id]) => `${target}: ${id}`),
    ],
  });
}

/** Target → the id that a key gives there, where the deployment is known. */
function idsOf(project: Project, sides: readonly Side[], key: string): Map<string, string> {
  const targets = sides.flatMap(({ target }) => (target ? [target] : []));
  return new Map(
    targets.flatMap(({ name, deployment: deploymentId }) =>
      deploymentId === undefined
        ? []
        : [[name, derivePublicId({ project: project.name, deploymentId, key })]],
    ),
  );
}

/** One id for all targets, or each its own. */
function idsField(ids: ReadonlyMap<string, string>): Json {
  const [first] = ids.values();
  return first !== undefined && new Set(ids.values()).size === 1 ? first : Object.fromEntries(ids);
}

function isPossible(edit: TextEdit, read: Read): boolean {
  return editTexts(read, [edit]).refused.length === 0;
}

/** Whether a field is one that was added: taken out and added again, the text is what it is. */
function isPutThere(added: Extract<TextEdit, { kind: "set" }>, read: Read): boolean {
  const { file, path } = added;
  const without = editTexts(read, [{ kind: "delete", file, path }]).texts.get(file)?.after;
  return without !== undefined && editTexts(() => without, [added]).texts.get(file)?.after === read(file);
}

// What names a member still after a rename: texts, SQL, comments, and the files that come by `$file`, `$dir` and `$include`.

/** Lines and columns are those of the texts as they will be. What is no text is left out. */
function findLeft(
  root: string,
  sides: readonly Side[],
  { renaming, texts, realName }: Pick<Renamed, "renaming" | "texts"> & { realName(file: string): string },
): Place[] {
  const realRoot = realpathSync(root);
  const named = new Set(sides.flatMap(({ loaded }) => [...loaded.named.keys()]));
  const files = new Set([
    ...sides.flatMap(({ names }) => names.map(realName)),
    ...[...named].flatMap((path) => filesAt(realRoot, path)),
    ...texts.keys(),
  ]);
  return [...files].flatMap((file) => {
    const text = texts.get(file)?.after ?? readText(join(root, file));
    return typeof text === "string" ? placesIn(file, text, renaming) : [];
  });
}

function placesIn(file: string, text: string, renaming: Renaming): Place[] {
  return text.split("\n").flatMap((line, index) => {
    const renamed = renameWithin(renaming, line);
    if (renamed === line) return [];
    const column = [...line].findIndex((_, at) => line[at] !== renamed[at]) + 1;
    return [{ file, line: index + 1, column }];
  });
}

/** The names of the files at a real path: those of a folder at any depth, as `$dir` reads them. */
function filesAt(realRoot: string, path: string): string[] {
  const name = nameOf(realRoot, path);
  if (!statSync(path).isDirectory()) return [name];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => nameOf(realRoot, join(entry.parentPath, entry.name)))
    .filter((file) => !isReserved(file));
}
