// What the project's globs choose: of the files on the disk, and by name alone.
import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import picomatch from "picomatch";
import type { Project } from "../../model/index.ts";
import { isReserved } from "./reserved.ts";

/** Left out whatever `include` says: what others installed, project files, and the schemas that Boardwright writes for editors. */
export const NEVER = [
  "**/node_modules/**",
  "**/boardwright.yaml",
  "**/schemas/{project,workbooks}.schema.json",
];

/** What is at a path, relative to the project's folder, with forward slashes. */
interface Entry {
  path: string;
  dirent: Dirent;
}

interface Globs {
  root: string;
  /** What is looked for. */
  include: readonly string[];
  /** What is left out; a folder with all that is in it. */
  exclude: readonly string[];
  /** Whether a folder that is the fixed start of a glob may be entered. */
  isOpen(base: string): boolean;
}

/** One way through the braces of a glob. */
interface Way {
  /** The folder that it starts at. */
  base: string;
  /** Its steps, and the first of them that stands for any number of folders. */
  steps: readonly string[];
  deep: number;
  isStatic: boolean;
  form: RegExp;
}

/** All that the globs find, in no order and without folders. Follows no link but those of a glob's fixed start; hidden folders are not entered. */
export function listEntries({ root, include, exclude, isOpen }: Globs): Entry[] {
  const found = new Map<string, Dirent>();
  const excluded = exclude.flatMap(waysOf);
  const trees = excluded.filter(({ steps }) => /^(?:\*\*|[^*?[\\]*)$/.test(steps.at(-1)!));
  const walk = (folder: string, ways: readonly Way[]): void => {
    for (const dirent of entriesOf(join(root, folder))) {
      const path = folder === "" ? dirent.name : `${folder}/${dirent.name}`;
      const name = path.replace(/^\.\//, "");
      if (dirent.isDirectory()) {
        const isEntered = !dirent.name.startsWith(".") && ways.some((way) => mayHold(way, name));
        if (isEntered && !matches(trees, name)) walk(path, ways);
      } else if (matches(ways, name) && !matches(excluded, name)) found.set(path, dirent);
    }
  };
  const included = include.flatMap(waysOf);
  for (const group of [included.filter((way) => way.isStatic), included.filter((way) => !way.isStatic)]) {
    // One that starts everywhere finds what the others find, without their links.
    const isAll = group.some(({ base }) => base === "");
    const bases = new Set(isAll ? [""] : group.map(({ base }) => base));
    for (const base of bases)
      if (isOpen(base || ".")) walk(base, isAll ? group : group.filter((way) => way.base === base));
  }
  return [...found].map(([path, dirent]) => ({ path, dirent }));
}

/** Whether `include` chooses a file of this name (relative to the project's folder) and `exclude` does not leave it out. */
export function isIncluded(project: Project, file: string): boolean {
  const [included, excluded] = [project.include, [...project.exclude, ...NEVER]].map((globs) =>
    picomatch(globs, { dot: false })(file),
  );
  return (
    included === true && excluded === false && !isReserved(file) && join(project.root, file) !== project.file
  );
}

function waysOf(glob: string): Way[] {
  return expand(glob).map((way) => {
    const path = way.replace(/^\.\//, "");
    const steps = path.split("/");
    const { base, prefix, isGlob } = picomatch.scan(way, { unescape: true });
    const isStatic = !isGlob && !way.includes("\\");
    const start = isGlob ? base : steps.slice(0, -1).join("/");
    const deep = steps.findIndex((step) => step.includes("**"));
    const form = picomatch.makeRe(path, { posix: true });
    return { base: start && prefix + start, steps, deep, isStatic, form };
  });
}

/** The globs without braces that one with braces stands for. */
function expand(glob: string): string[] {
  const [all, start, inner, end] = /^(.*?)(?<!\\)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(glob) ?? [];
  if (all === undefined) return /^(?:\/|$)/.test(glob) ? [] : [glob.replace(/\/{2,}/g, "/")];
  return inner!.split(",").flatMap((one) => expand(`${start}${one}${end}`));
}

function matches(ways: readonly Way[], path: string): boolean {
  return ways.some(({ form }) => form.test(path));
}

/** Whether a way may lead below a folder, all those above which it may lead below. */
function mayHold({ steps, deep }: Way, folder: string): boolean {
  const names = folder.split("/");
  if (deep !== -1 && names.length > deep) return true;
  return names.length < steps.length && picomatch.isMatch(names.at(-1)!, steps[names.length - 1]!);
}

/** A folder that is not there, or that nobody may read, has no files. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
