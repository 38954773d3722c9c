// The project's files as this room sees them: text and parsed values by name, kept only as long as a budget allows, and the
// trees in which places are looked up. Names are relative to the project's folder, with forward slashes.
import { realpathSync } from "node:fs";
import { isAbsolute, join, posix, relative, resolve, sep } from "node:path";
import { formatOf, parseTrees } from "./parse.ts";
import { decodeText, type FileProblem, readText } from "./read-text.ts";
import type { Trees } from "./tree.ts";

/** Texts are read twice at most (layouts first, then all); up to so many UTF-16 units are kept in between. */
const TEXT_BUDGET = 48_000_000;
/** Files whose trees are kept: findings come in runs of one file and its includes. */
const TREE_COUNT = 6;

export interface Files {
  /** Absolute path of the project's folder. */
  root: string;
  /** The text, or why there is none. `keep` holds it in memory for the next reader, as far as the budget goes. */
  read(file: string, keep?: boolean): string | FileProblem;
  /** Lets go of a text that was kept. */
  release(file: string): void;
  /** The trees of a file; none where it cannot be read. */
  trees(file: string): { text: string; trees: Trees };
  /** The overlaid files below a folder, relative to it. */
  overlaid(folder: string): readonly string[];
  /** Where a path leads, symbolic links resolved: the real absolute path, or why not. */
  follow(absolute: string): { real: string } | "missing" | "outside";
}

/** Name → text of files as they will be: read instead of what is on the disk, or beside it. */
export type Overlay = ReadonlyMap<string, string>;

const NOTHING: Overlay = new Map();

export function openFiles(root: string, overlay: Overlay = NOTHING): Files {
  const realRoot = realpathSync(root);
  const texts = new Map<string, string>();
  const kept = new Map<string, { text: string; trees: Trees }>();
  let units = 0;

  const below = foldersOf(overlay);
  const overlaid = (folder: string): readonly string[] => below.get(folder) ?? [];
  const read = (file: string, keep = false): string | FileProblem => {
    const given = overlay.get(file);
    if (given !== undefined) return decodeText(Buffer.from(given));
    const known = texts.get(file);
    if (known !== undefined) return known;
    const text = readText(join(root, file));
    if (keep && typeof text === "string" && units + text.length <= TEXT_BUDGET) {
      units += text.length;
      texts.set(file, text);
    }
    return text;
  };
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
    const name = nameOf(root, absolute);
    if (overlay.has(name) || overlaid(name).length > 0) return { real: join(realRoot, name) };
    let real: string;
    try {
      real = realpathSync(absolute);
    } catch {
      return "missing";
    }
    return isInside(realRoot, real) ? { real } : "outside";
  };
  return { root, read, release, trees, overlaid, follow };
}

/** Folder → the files below it, at any depth, relative to it. */
function foldersOf(overlay: Overlay): Map<string, string[]> {
  const below = new Map<string, string[]>();
  for (const name of overlay.keys()) {
    for (let slash = name.indexOf("/"); slash !== -1; slash = name.indexOf("/", slash + 1)) {
      const folder = name.slice(0, slash);
      const names = below.get(folder);
      if (names) names.push(name.slice(slash + 1));
      else below.set(folder, [name.slice(slash + 1)]);
    }
  }
  return below;
}

/** Whether `path` is `folder` or lies below it. Both absolute; only the text is looked at. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The name of an absolute path inside the project. */
export function nameOf(root: string, absolute: string): string {
  const name = relative(root, absolute);
  return sep === "/" ? name : name.split(sep).join("/");
}

/** The absolute path that `path`, written in `file`, means. */
export function pathFrom(root: string, file: string, path: string): string {
  return resolve(root, posix.dirname(file), path);
}
