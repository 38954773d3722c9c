// A workbook, report, member or target with another name: the new texts of all files that name it, proven by loading the project with them.
// Reads files and writes none.

import type { Overlay } from "../../desired/index.ts";
import { respell, textOfScalar } from "../../edit/index.ts";
import { type Place, type Project, type Renamed, type Renaming, UserError } from "../../model/index.ts";
import { derivePublicId } from "../../plan/index.ts";
import type { Environment } from "../../target/index.ts";
import { addWas } from "./add-was.ts";
import { checkRenaming } from "./check-renaming.ts";
import { findEntry, findInProjectFile, findLayoutKeys, findTargetKeys } from "./find-keys.ts";
import { findMember, findReport, findWorkbook, type Named } from "./find-mentions.ts";
import type { Found } from "./found-at.ts";
import { loadSides, type Side } from "./load-sides.ts";
import { prove } from "./prove.ts";
import { renameWithin } from "./renaming.ts";
import { type Edit, type Editing, openTexts } from "./texts.ts";

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
  const edits = new Map<string, Edit[]>();
  const texts = openTexts(project.root, overlay);
  const add = (file: string, edit: Edit) => {
    const known = edits.get(file) ?? [];
    if (!known.some(({ start }) => start === edit.start)) known.push(edit);
    edits.set(file, known);
  };
  const unwritable = addMentions(sides, renaming, { add, texts });
  addKeys(project, sides, renaming, { add, texts });
  if (renaming.kind === "workbook") addWas(sides, renaming, { add, texts });
  if (renaming.kind === "report") addPublicId(project, sides, renaming, { add, texts });
  if (unwritable.length > 0) {
    const many = unwritable.length === 1 ? "1 place" : `${unwritable.length} places`;
    throw new UserError(
      `${renaming.from} cannot be renamed: ${many} would have to be written by hand first`,
      {
        details: unwritable,
      },
    );
  }
  const changed = new Map(
    [...edits].map(([file, list]) => [file, { before: texts.whole(file), after: texts.edited(file, list) }]),
  );
  await prove(project, env, renaming, { sides, changed, overlay });
  const places = [...edits].flatMap(([file, list]) => list.map(({ start }) => texts.place(file, start)));
  const left = renaming.kind === "member" ? leftIn(sides, changed, renaming, texts.whole) : [];
  return { renaming, texts: changed, places: places.sort(byPlace), left: left.sort(byPlace) };
}

/** Gives the places that hold the name in another way than as a text of their own. */
function addMentions(sides: readonly Side[], renaming: Renaming, { add, texts }: Editing): string[] {
  const find = {
    workbook: findWorkbook,
    report: findReport,
    member: findMember,
    target: () => [] as Named[],
  };
  const unwritable = new Set<string>();
  for (const { span, from, to, isWithin } of sides.flatMap((side) => find[renaming.kind](side, renaming))) {
    const found = texts.find(span);
    const written = texts.of(span.file).slice(found.start, found.end);
    // What an alias repeats is renamed where it is written.
    if (written.startsWith("*")) continue;
    if (isWithin) add(span.file, { ...found, text: renameWithin(renaming, written) });
    else if (textOfScalar(written) === from) add(span.file, { ...found, text: respell(written, to) });
    else
      unwritable.add(
        `${span.file}:${span.line}:${span.column}  ${(written.split("\n")[0] ?? "").slice(0, 60)}`,
      );
  }
  return [...unwritable].sort();
}

function addKeys(
  project: Project,
  sides: readonly Side[],
  { kind, from, to }: Renaming,
  { add, texts }: Editing,
): void {
  const addAll = (file: string, found: readonly Found[]) => {
    for (const one of found) {
      const text = respell(texts.of(file).slice(one.start, one.end), to);
      add(file, { ...one, text });
    }
  };
  const [side] = sides;
  if (kind === "workbook") {
    const files = side?.workbooks.find(({ slug }) => slug === from)?.layoutFiles?.() ?? [];
    for (const file of new Set(files)) addAll(file, findLayoutKeys(texts.of(file), from));
  }
  if (kind !== "target") return;
  for (const file of side?.names ?? []) addAll(file, findTargetKeys(texts.of(file), from));
  const file = project.file.slice(project.root.length + 1);
  addAll(file, findInProjectFile(texts.of(file), from));
}

/**
 * The id of a report is derived from its key unless the file gives it: it is written, so that the live report stays the same. What was
 * written for that goes again when the report gets its old key back.
 */
function addPublicId(
  project: Project,
  sides: readonly Side[],
  { from, to }: Renaming,
  { add, texts }: Editing,
): void {
  const { file } = sides[0]!.reports.find(({ key }) => key === from)!;
  const spot = findEntry(texts.of(file), ["reports", from]);
  const back = spot && lineOfIds(idsOf(project, sides, to)) + spot.behind;
  if (spot && back && texts.of(file).startsWith(back, spot.at)) {
    add(file, { start: spot.at, end: spot.at + back.length, text: "" });
    return;
  }
  const ofReport = sides.map(({ reports }) => reports.find(({ key }) => key === from));
  const derived = sides.filter((_, index) => ofReport[index]?.entry.publicId === undefined);
  if (derived.every(({ target }) => target === undefined)) return;
  const unknown = derived.find(({ target }) => target?.deployment === undefined);
  if (unknown) {
    const { name } = unknown.target!;
    throw new UserError(`the report ${from} cannot be renamed: on ${name} its publicId comes from its key`, {
      details: [`Write the publicId that it has there, or the deployment of ${name} in the project file.`],
    });
  }
  const ids = idsOf(project, derived, from);
  if (!spot || derived.length < sides.length) {
    const lines = [...ids].map(([target, id]) => `${target}: ${id}`);
    throw new UserError(`the report ${from} cannot be renamed: its publicId is not written for each target`, {
      details: [`Write it first, under \`publicId\` in ${file}:`, ...lines],
    });
  }
  add(file, { start: spot.at, end: spot.at, text: lineOfIds(ids) + spot.behind });
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

function lineOfIds(ids: ReadonlyMap<string, string>): string {
  const [first] = ids.values();
  const isOne = new Set(ids.values()).size === 1;
  const pairs = [...ids].map(([target, id]) => `${respell("", target)}: ${id}`);
  return `publicId: ${isOne ? first : `{ ${pairs.join(", ")} }`}`;
}

function leftIn(
  sides: readonly Side[],
  changed: Renamed["texts"],
  renaming: Renaming,
  read: (file: string) => string,
): Place[] {
  const files = new Set([...sides.flatMap(({ names }) => names), ...changed.keys()]);
  return [...files].flatMap((file) => {
    const lines = (changed.get(file)?.after ?? read(file)).split("\n");
    return lines.flatMap((line, index) => {
      const renamed = renameWithin(renaming, line);
      if (renamed === line) return [];
      const column = [...line].findIndex((_, at) => line[at] !== renamed[at]) + 1;
      return [{ file, line: index + 1, column }];
    });
  });
}

const byPlace = (a: Place, b: Place) =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column;
