// Whether a new dashboard's file can have this name.

import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isIncluded } from "../../desired/index.ts";
import { isFilePath } from "../../edit/index.ts";
import { leadsOutside } from "../../files/index.ts";
import type { Project } from "../../model/index.ts";

/** Characters. */
const LONGEST = 300;

/** What is wrong with it, and what to do; undefined if a file can be made there. Looks at the disk, changes nothing. */
export function whyNoPlace(project: Project, file: string): { message: string; help: string } | undefined {
  if (file.length > LONGEST) return no("The name of the file is too long.", "Choose a shorter one.");
  const path = join(project.root, file);
  const steps = file.split(/[\\/]/);
  const isOut = steps.includes("..") || /^([\\/]|[a-z]:)/i.test(file);
  if (isOut || leadsOutside(project.root, path))
    return no(`${file} leads out of the project.`, "Name a file in the project's folder.");
  if (!/\.ya?ml$/i.test(file)) return no(`${file} is no name of a YAML file.`, "Let it end in .yaml.");
  if (!isFilePath(file))
    return no(
      `${file} is no name that every disk takes.`,
      "Use letters, digits, hyphens and dots, with / between folders.",
    );
  const taken = firstTaken(project.root, steps);
  if (taken === file) return no(`${file} is there already.`, "Choose another name.");
  if (taken !== undefined) return no(`${taken} is no folder.`, "Choose another folder.");
  if (isLinked(project.root, path))
    return no(`${file} would be behind a symbolic link.`, "Name the folder that the link leads to.");
  if (isIncluded(project, file)) return undefined;
  const globs = project.include.map((glob) => JSON.stringify(glob)).join(", ");
  return no(
    `${file} would not be part of the project: \`include\` in boardwright.yaml is [${globs}].`,
    "Name a file that it covers, or change it.",
  );
}

const no = (message: string, help: string) => ({ message, help });

/** The file itself if it is there, or what is in the place of one of its folders. */
function firstTaken(root: string, steps: readonly string[]): string | undefined {
  for (let depth = 1; depth <= steps.length; depth += 1) {
    const name = steps.slice(0, depth).join("/");
    const found = lstatSync(join(root, name), { throwIfNoEntry: false });
    if (!found) return undefined;
    if (depth === steps.length || (!found.isDirectory() && !found.isSymbolicLink())) return name;
  }
  return undefined;
}

/** Whether the nearest folder that is there has another name in truth: the file would be read under that, or not at all. */
function isLinked(root: string, path: string): boolean {
  for (let at = dirname(path); at !== root && at !== dirname(at); at = dirname(at)) {
    if (!lstatSync(at, { throwIfNoEntry: false })) continue;
    return realpathSync(at) !== join(realpathSync(root), at.slice(root.length));
  }
  return false;
}
