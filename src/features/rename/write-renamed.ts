// Writes what a rename changes: all files, or none; and after a run that was killed in between, the rest of them.

import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isReserved } from "../../desired/index.ts";
import {
  ChangedMeanwhile,
  ensureFolder,
  leadsOutside,
  PartlyWritten,
  PRIVATE,
  readRegular,
  stayInside,
  writeTogether,
  writeWhole,
} from "../../files/index.ts";
import { isObject, normalizeSlug, type Renamed, type Renaming, UserError } from "../../model/index.ts";

/** `written`: files that a killed run wrote already; its note stays then. Rejects with a UserError that says how far it is. */
export async function writeRenamed(
  root: string,
  renamed: Renamed,
  written: ReadonlySet<string> = new Set(),
): Promise<void> {
  const isRest = written.size > 0;
  const texts = new Map([...renamed.texts].filter(([file]) => !written.has(file)));
  for (const file of texts.keys()) stayInside(root, join(root, file), "a renamed file");
  if (!isRest) await noteRename(root, renamed);
  const side = (which: "before" | "after") =>
    new Map([...texts].map(([file, text]) => [join(root, file), text[which]]));
  try {
    await writeTogether(side("after"), side("before"));
  } catch (error) {
    if (error instanceof PartlyWritten)
      throw new UserError(
        `${written.size + error.written} of ${renamed.texts.size} files are renamed, then: ${error.message}`,
        {
          details: ["Remove what prevents it and run the same command again, which writes the rest."],
        },
      );
    if (!isRest) forgetRename(root);
    if (!(error instanceof ChangedMeanwhile)) throw error;
    throw new UserError(
      `${error.message}, so ${isRest ? "the rest" : "nothing"} was ${isRest ? "not " : ""}renamed`,
      {
        details: ["Run the same command again."],
      },
    );
  }
  forgetRename(root);
}

// What a rename is about to write, noted beside the project until all of it is written: a process that is killed in between leaves files of
// which some have the new name, and the same command finishes them.

/** Below the project's folder. */
const NOTE = ".boardwright/renaming.json";

interface Unfinished {
  /** As it was noted, whole. */
  renamed: Renamed;
  /** The files of it that are written. */
  written: ReadonlySet<string>;
}

/**
 * A rename that was killed while it wrote, if it is the one that is asked for.
 * Throws a UserError if another one is half done. A note of files that somebody changed since is forgotten.
 */
export async function findUnfinished(root: string, asked: Renaming): Promise<Unfinished | undefined> {
  const noted = await readNote(root);
  if (!noted) return undefined;
  const texts = new Map(noted.texts);
  const files = [...texts.keys()];
  const done = files.filter((file) => textOf(root, file) === texts.get(file)!.after);
  const isKnown = files.every(
    (file) => done.includes(file) || textOf(root, file) === texts.get(file)!.before,
  );
  if (done.length === 0 || !isKnown) {
    forgetRename(root);
    return undefined;
  }
  const { kind, from, to } = noted.renaming;
  if (asked.kind === kind && asked.to === to && sameName(asked.from, noted.renaming))
    return { renamed: { ...noted, texts }, written: new Set(done) };
  if (done.length === files.length) return undefined;
  throw new UserError(
    `the ${kind} ${from} is renamed to ${to} in ${done.length} of ${files.length} files: a run was killed there`,
    {
      details: [
        `Finish it with \`boardwright rename ${kind} ${from} ${to}\`, or take the files back with Git.`,
        `What it was about to write is in ${NOTE}.`,
      ],
    },
  );
}

/** Before the first file is written. Where it cannot be noted, the rename is made without: only a killed run would miss it. */
async function noteRename(root: string, renamed: Renamed): Promise<void> {
  const path = join(root, NOTE);
  if (leadsOutside(root, path)) return;
  const text = JSON.stringify({ version: 1, ...renamed, texts: [...renamed.texts] });
  try {
    ensureFolder(dirname(path), PRIVATE.folder);
    await writeWhole(path, text, { mode: PRIVATE.file });
  } catch {
    return;
  }
}

/** Once all of it is written, or nothing is. */
function forgetRename(root: string): void {
  const path = join(root, NOTE);
  if (!leadsOutside(root, path)) rmSync(path, { force: true });
}

type Noted = Omit<Renamed, "texts"> & {
  version: number;
  texts: [string, { before: string; after: string }][];
};

/** Undefined if there is none that can be used. */
async function readNote(root: string): Promise<Noted | undefined> {
  const path = join(root, NOTE);
  if (leadsOutside(root, path)) return undefined;
  const text = await readRegular(path).catch(() => undefined);
  try {
    const noted = JSON.parse(text ?? "") as Noted;
    // A branch may hold such a file, and must not name what no rename writes.
    const isWhole =
      noted.version === 1 && isObject(noted.renaming) && [noted.places, noted.left].every(Array.isArray);
    const isUsable = isWhole && noted.texts.every(([file, text]) => !isReserved(file) && isObject(text));
    return isUsable ? noted : undefined;
  } catch {
    return undefined;
  }
}

function sameName(asked: string, { kind, from }: Renaming): boolean {
  return (kind === "workbook" ? normalizeSlug(asked) : asked) === from;
}

function textOf(root: string, file: string): string | undefined {
  try {
    return readFileSync(join(root, file), "utf8");
  } catch {
    return undefined;
  }
}
