// Files that a pull leaves behind: an edit takes out the last `$file`, `$dir` or `$include` that named them. They are named, never
// deleted: somebody else may need them, and Git shows a deletion that somebody made.

import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { loadFiles, type Overlay, readText } from "../../desired/index.ts";
import {
  compareText,
  nameSome,
  type Project,
  type PullNote,
  shellWord,
  type Target,
} from "../../model/index.ts";
import type { Environment } from "../../target/index.ts";

/** Names in the command that removes them. */
const MOST_REMOVED = 10;
const NAMING = /\$(?:file|dir|include)\b/g;

export interface LeavingBehind {
  project: Project;
  env: Environment;
  /** Name → text as it will be, or null. */
  files: ReadonlyMap<string, string | null>;
}

/** One note for each, sorted by name. Loads the files of every target twice, but only if an edit takes out what names a file. */
export async function noteLeftBehind({ project, env, files }: LeavingBehind): Promise<PullNote[]> {
  const namesLess = ([name, text]: [string, string | null]) =>
    namings(readText(join(project.root, name))) > namings(text);
  if (![...files].some(namesLess)) return [];
  const before = new Map<string, ReadonlySet<string>>();
  const after = new Set<string>();
  for (const target of Object.values(project.targets)) {
    for (const [real, places] of await namedFor(target, { project, env }))
      before.set(real, new Set([...(before.get(real) ?? []), ...places]));
    for (const real of (await namedFor(target, { project, env, overlay: files })).keys()) after.add(real);
  }
  const root = realpathSync(project.root);
  const left = [...before].flatMap(([real, places]) => {
    const name = relative(root, real).split(sep).join("/");
    const isKept = after.has(real) || isAbsolute(name) || name.startsWith("../");
    return isKept || files.get(name) === null ? [] : [{ name, places }];
  });
  const names = left.map(({ name }) => name).sort(compareText);
  const shown = names.length > MOST_REMOVED ? ["FILE…"] : names.map(shellWord);
  const help = `What is left behind stays where it is. If nothing else needs it: \`git rm -r ${shown.join(" ")}\`.`;
  return left
    .sort((a, b) => compareText(a.name, b.name))
    .map(({ name, places }) => {
      const from = new Set([...places].map((place) => place.slice(0, place.indexOf(" "))));
      const message = `no file names it any more; ${nameSome([...from].sort(compareText))} did`;
      return { code: "left-behind", file: name, message, help };
    });
}

function namings(text: unknown): number {
  return typeof text === "string" ? (text.match(NAMING)?.length ?? 0) : 0;
}

/** Real path of each file or folder that the files name for the target → the places that do. */
async function namedFor(
  target: Target,
  { project, env, overlay }: { project: Project; env: Environment; overlay?: Overlay },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { named } = await loadFiles({ project, target, env, ...(overlay && { overlay }), visit() {} });
  return named;
}
