// The project's files as this room sees them: text and parsed values by name, kept only as long as a budget allows, and the
// trees in which places are looked up. Names are relative to the project's folder, with forward slashes.
import { hash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { isInside, UserError } from "../model/index.ts";
import { isReserved } from "./glob/reserved.ts";
import { decodeText, type FileProblem, readText } from "./read-text.ts";
import { formatOf, parseTrees } from "./yaml/parse.ts";
import type { Trees } from "./yaml/tree.ts";

/** Texts are read twice at most (layouts first, then all); up to so many UTF-16 units are kept in between. */
const TEXT_BUDGET = 48_000_000;
/** Texts by name, used instead of those on the disk; null for a file that is deleted. Names are those of real files. */
export type Overlay = ReadonlyMap<string, string | null>;

const NO_OVERLAY: Overlay = new Map();
/** Files whose trees are kept: findings come in runs of one file and its includes. */
const TREE_COUNT = 6;

export interface Files {
  /** Absolute path of the project's folder. */
  root: string;
  /** The text, or why there is none. `keep` holds it in memory for the next reader, within the budget. */
  read(file: string, keep?: boolean): string | FileProblem;
  /** Lets go of a text that was kept. */
  release(file: string): void;
  /** SHA-256 of the bytes of a file that was read, if the files were opened with digests. */
  digest(file: string): string | undefined;
  /** Whether no file that was read again, for digests, had changed in between. */
  isSteady(): boolean;
  /** The trees of a file; none if it cannot be read. */
  trees(file: string): { text: string; trees: Trees };
  /** Where a path leads, symbolic links resolved: the real absolute path, or why not. */
  follow(absolute: string): { real: string } | "missing" | "outside";
  /** The name in the project of what `follow` found. */
  nameOfReal(real: string): string;
  overlay: Overlay;
}

/** What files held when they were first read, by name: for several readings that must see the same. */
export interface Snapshot {
  get(file: string): { text: string | FileProblem; digest: string | undefined } | undefined;
  set(file: string, read: { text: string | FileProblem; digest: string | undefined }): void;
}

/** `digests`: makes one of every file that is read. */
export function openFiles(
  root: string,
  overlay: Overlay = NO_OVERLAY,
  { digests: hasDigests = false, snapshot }: { digests?: boolean; snapshot?: Snapshot | undefined } = {},
): Files {
  const realRoot = realpathSync(root);
  const texts = new Map<string, string>();
  const kept = new Map<string, { text: string; trees: Trees }>();
  const digests = new Map<string, string>();
  let isSteady = true;
  let units = 0;

  const read = (file: string, keep = false): string | FileProblem => {
    const known = texts.get(file);
    if (known !== undefined) return known;
    const text = overlaid(file) ?? readOnce(file);
    if (keep && typeof text === "string" && units + text.length <= TEXT_BUDGET) {
      units += text.length;
      texts.set(file, text);
    }
    return text;
  };
  const readOnce = (file: string): string | FileProblem => {
    const before = snapshot?.get(file);
    if (before) {
      if (before.digest !== undefined) digests.set(file, before.digest);
      return before.text;
    }
    const text = readText(join(root, file), hasDigests || snapshot ? noteBytes(file) : undefined);
    snapshot?.set(file, { text, digest: digests.get(file) });
    return text;
  };
  const noteBytes = (file: string) => (bytes: Buffer) => {
    const digest = hash("sha256", bytes);
    if ((digests.get(file) ?? digest) !== digest) isSteady = false;
    digests.set(file, digest);
  };
  /** Asked by the real file's name, because a link to it means the same text. */
  const overlaid = (file: string): string | FileProblem | undefined => {
    if (overlay.size === 0) return undefined;
    const found = follow(join(root, file));
    const text = typeof found === "string" ? undefined : overlay.get(nameOf(realRoot, found.real));
    return typeof text === "string" ? decodeText(Buffer.from(text)) : undefined;
  };
  const newFolders = foldersOf(overlay);
  const release = (file: string): void => {
    units -= texts.get(file)?.length ?? 0;
    texts.delete(file);
  };
  const trees = (file: string): { text: string; trees: Trees } => {
    let found = kept.get(file);
    if (!found) {
      const text = read(file);
      const usable = typeof text === "string" ? text : "";
      found = { text: usable, trees: parseTrees(usable, formatOf(file)) };
    }
    kept.delete(file);
    kept.set(file, found);
    if (kept.size > TREE_COUNT) kept.delete(kept.keys().next().value!);
    return found;
  };
  const follow = (absolute: string): { real: string } | "missing" | "outside" => {
    if (!isInside(root, absolute)) return "outside";
    let real: string;
    try {
      real = realpathSync(absolute);
    } catch {
      const name = nameOf(root, absolute);
      const isAdded = typeof overlay.get(name) === "string" || newFolders.has(name);
      return isAdded ? { real: absolute } : "missing";
    }
    if (overlay.get(nameOf(realRoot, real)) === null) return "missing";
    return isInside(realRoot, real) ? { real } : "outside";
  };
  return {
    root,
    read,
    release,
    digest: (file) => digests.get(file),
    isSteady: () => isSteady,
    trees,
    follow,
    nameOfReal: (real) => nameOf(realRoot, real),
    overlay,
  };
}

/** The folders of the overlaid files, at any depth. */
function foldersOf(overlay: Overlay): Set<string> {
  const folders = new Set<string>();
  for (const [name, text] of overlay) {
    if (text === null) continue;
    for (let slash = name.indexOf("/"); slash !== -1; slash = name.indexOf("/", slash + 1)) {
      folders.add(name.slice(0, slash));
    }
  }
  return folders;
}

/** The name of an absolute path inside the project. */
export function nameOf(root: string, absolute: string): string {
  const name = relative(root, absolute);
  return sep === "/" ? name : name.split(sep).join("/");
}

/**
 * Throws a UserError if `file` (absolute, and there) is a symbolic link out of its repository, or out of its folder where there is none, or to a
 * reserved file: whoever may write a branch may put one where a command looks for a file by its name. Neither the text nor the place is told.
 */
export function requireOwnFile(file: string): void {
  const folder = realpathSync(dirname(file));
  const real = realpathSync(file);
  if (real === join(folder, basename(file))) return;
  const root = repositoryRoot(folder) ?? folder;
  const isOut = !isInside(root, real);
  if (!isOut && !isReserved(nameOf(root, real))) return;
  const where = isOut ? "out of the repository" : "to a file of Git, of Boardwright or of credentials";
  throw new UserError(`${basename(file)} is a symbolic link ${where}, so it is not read`, {
    details: [
      `The link is ${file}.`,
      "Replace it by the file itself, or by a link to another file of the repository.",
    ],
  });
}

/** The root of the repository that `folder` is in; undefined if there is none. */
export function repositoryRoot(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    // A worktree's .git is a file.
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return undefined;
  }
}
