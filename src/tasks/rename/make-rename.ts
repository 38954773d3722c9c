// A workbook, report, member or target with another name: the new texts of all files that name it, proven by loading the project with them.
// Reads files and writes none.

import type { Overlay } from "../../desired/index.ts";
import { respell, textOfScalar } from "../../edit/index.ts";
import { type Place, type Project, type Renamed, type Renaming, UserError } from "../../model/index.ts";
import type { Environment } from "../../target/index.ts";
import { addPublicId } from "./add-public-id.ts";
import { addKeyBefore, addWas } from "./add-was.ts";
import { checkRenaming } from "./check-renaming.ts";
import { findInProjectFile, findLayoutKeys, findTargetKeys } from "./find-keys.ts";
import { findLeft } from "./find-left.ts";
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
  const add = (name: string, edit: Edit) => {
    // Links to one file are one file: what is written twice, or read by another name, would be two.
    const file = texts.realName(name);
    const known = edits.get(file) ?? [];
    if (!known.some(({ start }) => start === edit.start)) known.push(edit);
    edits.set(file, known);
  };
  const unwritable = addMentions(sides, renaming, { add, texts });
  addKeys(project, sides, renaming, { add, texts });
  if (renaming.kind === "workbook") addWas(sides, renaming, { add, texts });
  if (renaming.kind === "report" && !addKeyBefore(sides, renaming, { add, texts }))
    addPublicId(project, sides, renaming, { add, texts });
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
  const left = renaming.kind === "member" ? findLeft(project.root, sides, { renaming, changed, texts }) : [];
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
    const workbooks = sides.flatMap((one) => one.workbooks);
    const files = workbooks.find(({ slug }) => slug === from)?.layoutFiles?.() ?? [];
    for (const file of new Set(files)) addAll(file, findLayoutKeys(texts.of(file), from));
  }
  if (kind !== "target") return;
  for (const file of side?.names ?? []) addAll(file, findTargetKeys(texts.of(file), from));
  for (const own of [project.file, project.targetsFile]) {
    if (own === undefined) continue;
    const file = own.slice(project.root.length + 1);
    addAll(file, findInProjectFile(texts.of(file), from, own !== project.file));
  }
}

const byPlace = (a: Place, b: Place) =>
  a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line || a.column - b.column;
