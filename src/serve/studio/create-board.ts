// A new dashboard → the text of its file, proven by loading the project as it would be with it. Writes nothing.

import { formatOf } from "../../desired/index.ts";
import { editTexts, type TextEdit } from "../../edit/index.ts";
import { printWorkbook } from "../../features/pull/new-file.ts";
import {
  copyOf,
  type Diagnostic,
  isObject,
  type JsonObject,
  newFindings,
  type ResolvedWorkbook,
  type Span,
  writeJson,
} from "../../model/index.ts";
import { checkFiles } from "../../project/check-files.ts";
import { WORKBOOKS_SCHEMA } from "../../project/schema-files.ts";
import { versionOf } from "./board-view.ts";
import { placingOf } from "./choices.ts";
import { type Outcome, refused, refuseSecrets, type StudioProject } from "./edit-board.ts";
import type { FollowedFiles } from "./follow-files.ts";
import type { CreateRequest } from "./making-protocol.ts";
import { whyNoPlace } from "./new-file-place.ts";
import { folderText } from "./wanted.ts";

/** As `boardwright init` begins one. */
const EMPTY: JsonObject = {
  kind: "CLASSIC",
  layout: { cols: { lg: 12, sm: 6 }, rowHeight: 40 },
  widgets: [],
};

/** Characters. */
const LONGEST = 200;

/** Texts that a copy could have, best first: the first that is right is taken. */
interface Draft {
  entry: JsonObject;
  texts: string[];
}

export async function createBoard(
  place: StudioProject,
  files: FollowedFiles,
  request: CreateRequest,
): Promise<Exclude<Outcome, "nothing">> {
  const { file, slug, title, from } = request;
  const no = (message: string, help: string | null) => ({ answer: refused(message, help) });
  if (slug.trim() === "" || slug.length > LONGEST)
    return no("A dashboard needs a slug.", "Write a short one.");
  if (title.trim() === "" || title.length > LONGEST)
    return no("A dashboard needs a title.", "Write a short one.");
  const known = files.boards.get(slug)?.workbook;
  if (known) return no(`The slug ${slug} is taken: ${known.file} declares it.`, "Choose another one.");
  const wrong = whyNoPlace(place.project, file);
  if (wrong) return no(wrong.message, wrong.help);
  const source = from === null ? undefined : files.reading.boards.get(from)?.workbook;
  if (from !== null && (!source || files.isBroken(from)))
    return no(`There is no dashboard ${from} to copy.`, "Choose another one.");
  const draft = await draftOf(place, files, request, source);
  let problem = "";
  for (const text of draft.texts) {
    const steps = [{ file, before: null, after: text }];
    const secret = refuseSecrets(steps, place.env);
    if (secret) return { answer: secret };
    const found = await findProblem(place, files, { request, text, entry: draft.entry });
    if (found === undefined)
      return {
        made: { files: steps, step: source ? `${title} created from ${source.slug}` : `${title} created` },
      };
    problem = found;
  }
  return no(`${file} cannot be made: ${problem}`, null);
}

async function draftOf(
  { project }: StudioProject,
  { reading }: FollowedFiles,
  request: CreateRequest,
  source: ResolvedWorkbook | undefined,
): Promise<Draft> {
  const { formatPrinted } = await import("../../project/format-text.ts");
  const { file, slug, title } = request;
  const folder = request.folder?.trim();
  const entry = source
    ? copiedEntry(source, title, folder)
    : { name: title, ...(folder && { folder }), dashboard: EMPTY };
  const { schema, isThere } = placingOf(project, reading);
  // What an editor cannot find it would only complain about.
  const named = schema === WORKBOOKS_SCHEMA && !isThere(schema) ? undefined : schema;
  const printed = printWorkbook(slug, entry, { file, schema: named });
  const canonical = (await formatPrinted(printed, file)) ?? printed;
  const text = source && reading.text(source.file);
  const copied = source && text !== undefined ? copyText(source, text, { slug, title, folder }) : undefined;
  return { entry, texts: copied === undefined ? [canonical] : [copied, canonical] };
}

/** What is wrong with the project as it would be with the file: nothing else may change, and no error may come with it. */
async function findProblem(
  { project, target, env }: StudioProject,
  { reading }: FollowedFiles,
  { request, text, entry }: { request: CreateRequest; text: string; entry: JsonObject },
): Promise<string | undefined> {
  const { slug, file, from } = request;
  const versions = new Map<string, string>();
  const { diagnostics, reports } = await checkFiles({
    project,
    target,
    env,
    cwd: project.root,
    overlay: new Map([[file, text]]),
    visit: (workbook) => versions.set(workbook.slug, versionOf(workbook)),
  });
  // What lint says of the original it says of a copy.
  const isOfBoth = (one: Diagnostic) =>
    one.slug === slug &&
    reading.diagnostics.some(({ slug: other, rule }) => other === from && rule === one.rule);
  const error = newFindings(reading.diagnostics, diagnostics).find(
    (one) => one.severity === "error" && !isOfBoth(one),
  );
  if (error) return error.message;
  if (versions.get(slug) !== versionOf({ entry })) return "its text would not give what is wanted.";
  for (const [other, { version }] of reading.boards)
    if (versions.get(other) !== version) return `${other} would change with it.`;
  if (versions.size !== reading.boards.size + 1) return "it would declare more than one dashboard.";
  const isSame = reports.every(
    ({ key, entry: now }) => writeJson(now) === writeJson(reading.reports.get(key)?.entry ?? null),
  );
  return isSame && reports.length === reading.reports.size ? undefined : "reports would change with it.";
}

// The text of a file that declares one dashboard, for another of its kind: only the slug and the names are other, and every comment stays.

/** A copy as it has to be: the same but for its name and folder, and for its title where that is the name, too. */
function copiedEntry({ entry }: ResolvedWorkbook, title: string, folder: string | undefined): JsonObject {
  const copy: JsonObject = { ...copyOf(entry), name: title };
  const { dashboard } = copy;
  if (folder !== undefined && folder !== folderText(entry)) {
    delete copy.folderId;
    // In its place: the order of keys is compared, too.
    if (folder === "") delete copy.folder;
    else copy.folder = folder;
  }
  if (isObject(dashboard) && typeof dashboard.title === "string" && dashboard.title === entry.name)
    dashboard.title = title;
  return copy;
}

/** Undefined if it is no matter of a few words; whether it gives what is wanted has to be tried. */
function copyText(
  source: ResolvedWorkbook,
  text: string,
  { slug, title, folder }: { slug: string; title: string; folder: string | undefined },
): string | undefined {
  const { entry, file, writtenSlug, locate } = source;
  if (source.template !== undefined || formatOf(file) !== "yaml") return undefined;
  if (writtenSlug !== source.slug || typeof entry.name !== "string") return undefined;
  const { dashboard } = entry;
  const isTitled = isObject(dashboard) && dashboard.title === entry.name;
  const isMoved = folder !== undefined && folder !== folderText(entry);
  if (isMoved && (folder === "" || typeof entry.folder !== "string")) return undefined;
  const names: [Span, string][] = [
    [locate([], "key"), slug],
    [locate(["name"]), title],
    ...(isMoved ? [[locate(["folder"]), folder] as [Span, string]] : []),
    ...(isTitled ? [[locate(["dashboard", "title"]), title] as [Span, string]] : []),
  ];
  if (names.some(([at]) => at.file !== file)) return undefined;
  const edits = names.map(([at, to]): TextEdit => {
    return { kind: "rename", at, to: to.replaceAll("${", () => "$${") };
  });
  return editTexts(() => text, edits).texts.get(file)?.after;
}
