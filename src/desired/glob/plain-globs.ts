// Globs as nearly every project writes them: `dashboards/**` + `/*.{yaml,yml}`. They are read here, because the libraries that know all globs
// take as long to load as a short `lint` takes to run. test/desired/plain-globs.property.test.ts holds that both find the same.
import type { Dirent } from "node:fs";
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** What is at a path, relative to the project's folder, with forward slashes. */
export interface Entry {
  path: string;
  dirent: Omit<Dirent, "parentPath" | "path">;
}

export interface Globs {
  root: string;
  /** What is looked for. */
  include: readonly string[];
  /** What is left out; a folder with all that is in it. */
  exclude: readonly string[];
  /** Whether a folder that is the fixed start of a glob may be entered. */
  isOpen(base: string): boolean;
}

/** `base` + `/**` + `/last`. */
interface PlainGlob {
  base: string;
  isDeep: boolean;
  last: RegExp;
}

/** One step of a glob: letters, one `*` at most, one list of words at most. No hidden file, no other sign. */
const STEP = /^(?!\.|$)[\w.-]*\*?[\w.-]*(?:\{[\w-]+(?:,[\w-]+)+\}[\w.-]*)?$/;
const NAME = /^(?!\.)[\w.-]+$/;

/** All that the globs find, sorted by nothing, without folders; undefined if they are not plain. */
export function listPlain({ root, include, exclude, isOpen }: Globs): Entry[] | undefined {
  const globs = include.map(readIncluded);
  const excluded = exclude.map(readExcluded);
  if (!globs.every(isDefined) || !excluded.every(isDefined)) return undefined;
  // Globs that start at different places, one of them everywhere, are walked in ways of the library's own.
  if (new Set(globs.map(({ base }) => base)).size > 1 && globs.some(({ base }) => base === ""))
    return undefined;
  const found = new Map<string, Dirent>();
  const isLeftOut = (path: string, isFolder: boolean) =>
    excluded.some(({ whole, isTree }) => (isTree || !isFolder) && whole.test(path));
  const walk = (folder: string, glob: PlainGlob): void => {
    for (const dirent of entriesOf(join(root, folder))) {
      const path = folder === "" ? dirent.name : `${folder}/${dirent.name}`;
      if (dirent.isDirectory()) {
        if (glob.isDeep && !dirent.name.startsWith(".") && !isLeftOut(path, true)) walk(path, glob);
      } else if (glob.last.test(dirent.name) && !isLeftOut(path, false)) found.set(path, dirent);
    }
  };
  for (const glob of globs) if (isOpen(glob.base || ".")) walk(glob.base, glob);
  return [...found].map(([path, dirent]) => ({ path, dirent }));
}

function isDefined<Value>(value: Value | undefined): value is Value {
  return value !== undefined;
}

/** A folder that is not there, or that nobody may read, has no files. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function readIncluded(glob: string): PlainGlob | undefined {
  const steps = glob.split("/");
  const last = steps.pop() ?? "";
  const isDeep = steps.at(-1) === "**";
  if (isDeep) steps.pop();
  // A glob without a star names one path.
  if (!steps.every((step) => NAME.test(step)) || !last.includes("*") || !STEP.test(last)) return undefined;
  const hidden = last.startsWith("*") ? "(?!\\.)" : "";
  return { base: steps.join("/"), isDeep, last: new RegExp(`^${hidden}${patternOf(last)}$`) };
}

/** `isTree` if a folder that it matches is left out with all that is in it. */
function readExcluded(glob: string): { whole: RegExp; isTree: boolean } | undefined {
  const steps = glob.split("/");
  const last = steps.pop() ?? "";
  if (![...steps, last].every((step) => step === "**" || STEP.test(step))) return undefined;
  // More of them could take a regular expression long.
  if (steps.filter((step) => step === "**").length > 1) return undefined;
  // Behind anything but a name, the library's own way with `/**` begins.
  if (last === "**" && !NAME.test(steps.at(-1) ?? "")) return undefined;
  const before = steps.map((step) => (step === "**" ? "(?:[^/]+/)*" : `${patternOf(step)}/`)).join("");
  const isTree = last === "**" || !last.includes("*");
  const whole = last === "**" ? `${before.replace(/\/$/, "")}(?:/[^]*)?` : `${before}${patternOf(last)}`;
  return { whole: new RegExp(`^${whole}$`), isTree };
}

function patternOf(step: string): string {
  return step
    .replaceAll(".", "\\.")
    .replace("*", "[^/]*")
    .replace(/\{(.*)\}/, (_, words: string) => `(?:${words.replaceAll(",", "|")})`);
}
