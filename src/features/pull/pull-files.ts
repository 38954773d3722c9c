// Pulls what was edited live, and writes it into the files if that is wanted: all of them or none.

import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { ChangedMeanwhile, PartlyWritten, stayInside, writeTogether } from "../../files/index.ts";
import {
  compareText,
  EXIT,
  type FileChange,
  type FoundTemplate,
  type Pulled,
  type PullNote,
  type PullResult,
  UserError,
} from "../../model/index.ts";
import { refuseSecretFiles } from "../../project/refuse-secrets.ts";
import { type MadePull, makePull, type PullOptions } from "./make-pull.ts";
import { changedMeanwhile, textsAsBefore } from "./meanwhile.ts";

export interface PullFilesOptions extends PullOptions {
  /** Looks for workbooks that are alike, new ones and those of files, and makes templates of them. */
  findTemplates?: boolean | undefined;
  /** Called with what would be written; nothing is if it resolves to false. */
  confirm?: ((result: PullResult) => Promise<boolean>) | undefined;
}

export interface PulledFiles {
  result: PullResult;
  /** Name → text, or null for a file that must go. Names are relative to the project's folder. */
  texts: ReadonlyMap<string, string | null>;
}

/** Sends GET requests only. Rejects with a UserError if the files have errors or cannot be written; then they are as they were. */
export async function pullFiles(options: PullFilesOptions): Promise<PulledFiles> {
  const { project, target, signal, write = false, confirm, findTemplates = false } = options;
  const made = await makePull(options);
  const { unchanged, unedited } = made;
  const { files, before, pulled, notes, templates } = findTemplates
    ? await withTemplates(options, made)
    : { ...made, templates: undefined };
  if (signal?.aborted)
    throw new UserError("interrupted: nothing was written", { exitCode: EXIT.interrupted });
  refuseSecretFiles(files, { ...options, platform: await options.connect() });
  const taken = pulled.filter(({ action }) => action !== "unchanged");
  const result: PullResult = {
    project: project.name,
    target: { name: target.name, url: target.url, deploymentId: target.deployment },
    pulled: taken.sort(comparePulled),
    unchanged: unchanged + pulled.length - taken.length,
    unedited,
    files: [...files.keys()].sort(compareText),
    notes,
    ...(templates && { templates }),
  };
  const readUnwritten = async () => ({ ...result, unwritten: await readChanges(project.root, files) });
  const isWanted = write && (files.size === 0 || !confirm || (await confirm(await readUnwritten())));
  if (isWanted) await writeFiles(project.root, files, before);
  return { result: isWanted ? result : await readUnwritten(), texts: files };
}

/** What was made, with templates in the place of the files that are alike. */
async function withTemplates(
  options: PullOptions,
  { files, before, pulled, notes }: MadePull,
): Promise<Pick<MadePull, "files" | "before" | "pulled" | "notes"> & { templates: FoundTemplate[] }> {
  const { findTemplates } = await import("./find-templates.ts");
  const found = await findTemplates(options, files);
  const inTemplate = <T extends Pulled | PullNote>(one: T): T => {
    const file = found.moved.get(one.file ?? "");
    // The line was one of the plain file.
    return file === undefined ? one : { ...one, file, line: undefined };
  };
  const said = [...before, ...found.before].filter(([name]) => found.files.has(name));
  return {
    files: found.files,
    before: new Map(said),
    pulled: pulled.map(inTemplate),
    notes: notes.map(inTemplate),
    templates: found.templates,
  };
}

async function readChanges(root: string, files: ReadonlyMap<string, string | null>): Promise<FileChange[]> {
  const changes = [...files].map(async ([file, after]): Promise<FileChange> => {
    const before = await readFile(join(root, file), "utf8").catch(() => undefined);
    return { file, before, after: after ?? undefined };
  });
  return (await Promise.all(changes)).sort((a, b) => compareText(a.file, b.file));
}

/** `before`: what they said, as `noteBefore` has it. */
async function writeFiles(
  root: string,
  files: ReadonlyMap<string, string | null>,
  before: ReadonlyMap<string, string | null>,
): Promise<void> {
  const absolute = new Map([...files].map(([name, text]) => [join(root, name), text]));
  for (const path of absolute.keys()) stayInside(root, path, "what is pulled");
  const asRead = textsAsBefore(root, before);
  try {
    await writeTogether(absolute, asRead);
  } catch (error) {
    if (error instanceof ChangedMeanwhile) throw changedMeanwhile(relative(root, error.path));
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError("what was pulled could not be written", {
      details: [
        why,
        error instanceof PartlyWritten
          ? `Written before: ${error.written} of ${files.size} files; \`git status\` shows them.`
          : "The files are as they were.",
        "Fix that and pull again.",
      ],
      cause: error,
    });
  }
}

function comparePulled(a: Pulled, b: Pulled): number {
  const rank = ({ kind }: Pulled) => (kind === "workbook" ? 0 : 1);
  return rank(a) - rank(b) || compareText(a.key, b.key);
}
