// $include, $file and $dir (contract 2): what they name, and the text behind it. Values are put in place by resolve.ts.
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { compareText, isObject, type Json, type JsonObject, suggestFrom } from "../model/index.ts";
import { type Files, nameOf } from "./files.ts";
import { isReserved } from "./glob/reserved.ts";

export const DIRECTIVES = ["$include", "$file", "$dir"] as const;
export type Directive = (typeof DIRECTIVES)[number];

/** A cheap first check of a text: its value is walked only if this is true. Escaped dollar signs count. */
export function mayHoldDirectives(text: string): boolean {
  return /\$(?:\{|include|file|dir)|\\(?:x24|u0024|U00000024)/.test(text);
}

export interface DirectiveProblem {
  rule:
    | "include-missing"
    | "include-outside-project"
    | "include-reserved"
    | "include-cycle"
    | "include-invalid"
    | "unsafe-key";
  message: string;
  help?: string;
}

/** The directive that a map is, or undefined for ordinary data. */
export function directiveOf(object: JsonObject): Directive | undefined {
  for (const name of DIRECTIVES) if (Object.hasOwn(object, name)) return name;
  return undefined;
}

type Found = { name: string; real: string };

/** For each project as it is read, what was found: a file may be named in very many places, and each look asks the disk. */
const foundIn = new WeakMap<Files, Map<string, Found>>();

/** The file or folder that a directive in `file` names: its name in the project and its real path. */
export function findTarget(
  files: Files,
  { file, directive, path }: { file: string; directive: Directive; path: Json | undefined },
): Found | DirectiveProblem {
  if (typeof path !== "string" || path.trim() === "") {
    return { rule: "include-invalid", message: `\`${directive}\` needs a path, relative to this file.` };
  }
  const known = foundIn.get(files) ?? new Map<string, Found>();
  foundIn.set(files, known);
  const key = `${dirname(file)}\n${path}`;
  const target = known.get(key) ?? lookFor(files, file, path);
  if (!isDirectiveProblem(target)) known.set(key, target);
  return target;
}

function lookFor(files: Files, file: string, path: string): Found | DirectiveProblem {
  const absolute = resolve(files.root, dirname(file), path);
  const found = files.follow(absolute);
  const name = nameOf(files.root, absolute);
  // Before anything is said of the disk: whether such a file is there is nobody's business either.
  if (
    found !== "outside" &&
    (isReserved(name) || (found !== "missing" && isReserved(files.nameOfReal(found.real))))
  )
    return reserved(path);
  if (found === "outside") {
    const message = `\`${path}\` is outside the project.`;
    const help = "Only files inside the project's folder can be named, after symbolic links are resolved.";
    return { rule: "include-outside-project", message, help };
  }
  if (found === "missing") {
    const message = `There is no \`${path}\`.${suggestBeside(files, absolute)}`;
    return { rule: "include-missing", message, help: `Looked for ${name}.` };
  }
  return { name, real: found.real };
}

function reserved(path: string): DirectiveProblem {
  const message = `\`${path}\` is not read: dot files, node_modules and files with credentials never are.`;
  return {
    rule: "include-reserved",
    message,
    help: "Copy what belongs into a dashboard to a file of its own.",
  };
}

/** For each project as it is read, what is near to a name in a folder: one folder may miss many names. */
const near = new WeakMap<Files, Map<string, (name: string) => string>>();

function suggestBeside(files: Files, absolute: string): string {
  const folder = dirname(absolute);
  const known = near.get(files) ?? new Map<string, (name: string) => string>();
  const suggest = known.get(folder) ?? suggestFrom(namesIn(folder));
  near.set(files, known.set(folder, suggest));
  return suggest(basename(absolute));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => !isReserved(name))
      .sort();
  } catch {
    return [];
  }
}

/** A text file as a value. How its lines end is the checkout's business. */
export function contentOf(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\r\n", "\n") : text;
}

/** A folder as a map of relative path to content, sorted; reserved files are left out. A link to a folder is no file. */
export function readFolder(files: Files, folder: string): JsonObject | DirectiveProblem {
  const contents: JsonObject = {};
  const names: string[] = [];
  const list = (below: string): void => {
    for (const entry of readdirSync(join(files.root, folder, below), { withFileTypes: true })) {
      if (isReserved(entry.name)) continue;
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) list(name);
      else names.push(name);
    }
  };
  // A folder whose files are only in the overlay is not on the disk.
  if (existsSync(join(files.root, folder)) || !holdsOverlaid(files, folder)) list("");
  applyOverlay(files, folder, names);
  for (const name of names.sort(compareText)) {
    if (name === "__proto__") return { rule: "unsafe-key", message: "A file cannot be named `__proto__`." };
    const target = files.follow(join(files.root, folder, name));
    if (typeof target === "string") {
      const rule = target === "missing" ? "include-missing" : "include-outside-project";
      const end = target === "missing" ? "points to nothing" : "points outside the project";
      return { rule, message: `The symbolic link \`${name}\` in this folder ${end}.` };
    }
    if (isReserved(files.nameOfReal(target.real))) return reserved(name);
    const text = files.read(`${folder}/${name}`);
    if (typeof text !== "string") {
      const message = `\`${name}\` in this folder is not usable. ${text.message}`;
      return { rule: "include-invalid", message };
    }
    contents[name] = contentOf(text);
  }
  return contents;
}

function holdsOverlaid({ overlay }: Files, folder: string): boolean {
  return [...overlay.keys()].some((file) => file.startsWith(`${folder}/`));
}

/** Adds and removes the names that the overlay adds to a folder and removes from it. */
function applyOverlay({ overlay }: Files, folder: string, names: string[]): void {
  for (const [file, text] of overlay) {
    if (!file.startsWith(`${folder}/`)) continue;
    const name = file.slice(folder.length + 1);
    const at = names.indexOf(name);
    if (text === null && at !== -1) names.splice(at, 1);
    if (text !== null && at === -1) names.push(name);
  }
}

export function isDirectiveProblem(value: unknown): value is DirectiveProblem {
  return isObject(value) && typeof value.rule === "string" && typeof value.message === "string";
}
