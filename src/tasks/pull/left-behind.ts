// Files that a pull leaves behind: an edit takes out the last `$file`, `$dir` or `$include` that named them. They are named, never
// deleted: somebody else may need them, and Git shows a deletion that somebody made.

import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { isIncluded, loadFiles, type Overlay, readText } from "../../desired/index.ts";
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
  const root = realpathSync(project.root);
  const before = new Map<string, ReadonlySet<string>>();
  const after = new Set<string>();
  for (const target of Object.values(project.targets)) {
    for (const [real, places] of await namedFor(target, { project, env }))
      before.set(real, new Set([...(before.get(real) ?? []), ...places]));
    for (const real of (await namedFor(target, { project, env, overlay: files })).keys()) after.add(real);
  }
  const left = [...before].flatMap(([real, places]) => {
    const name = nameOf(root, real);
    const isKept = after.has(real) || isAbsolute(name) || name.startsWith("../");
    return isKept || files.get(name) === null ? [] : [{ name, places }];
  });
  const names = left.map(({ name }) => name).sort(compareText);
  const shown = names.length > MOST_REMOVED ? ["FILE…"] : names.map(shellWord);
  const help = `What is left behind stays where it is. If nothing else needs it: \`git rm -r ${shown.join(" ")}\`.`;
  return left
    .sort((a, b) => compareText(a.name, b.name))
    .map(({ name, places }) => {
      const from = new Set([...places].map(fileOf));
      const stray = isIncluded(project, name)
        ? ", and `include` takes it for a workbook file, which lint refuses"
        : "";
      const message = `no file names it any more${stray}; ${nameSome([...from].sort(compareText))} did`;
      return { code: "left-behind", file: name, message, help };
    });
}

function namings(text: unknown): number {
  return typeof text === "string" ? (text.match(NAMING)?.length ?? 0) : 0;
}

/** Real path of each file or folder that the files name for the target → the places that do. What only strays name is not named. */
async function namedFor(
  target: Target,
  { project, env, overlay }: { project: Project; env: Environment; overlay?: Overlay },
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { named, strays } = await loadFiles({
    project,
    target,
    env,
    ...(overlay && { overlay }),
    visit() {},
  });
  const root = realpathSync(project.root);
  const unnamed = new Set(strays);
  const left = new Map(named);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [real, places] of left) {
      if (![...places].every((place) => unnamed.has(fileOf(place)))) continue;
      unnamed.add(nameOf(root, real));
      left.delete(real);
    }
  }
  return left;
}

function nameOf(root: string, real: string): string {
  return relative(root, real).split(sep).join("/");
}

/** Of a place like `dashboards/a.yaml line 3`. */
function fileOf(place: string): string {
  return place.slice(0, place.indexOf(" "));
}
