// Where new files go: --into, or the folder that `include` looks into.

import { existsSync, lstatSync, readFileSync, type Stats } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { isIncluded, parseText } from "../../desired/index.ts";
import { leadsOutside } from "../../files/index.ts";
import { isInside, type Json, type Project, UsageError } from "../../model/index.ts";
import { canonical } from "../../plan/index.ts";
import type { Checked } from "../../project/check-files.ts";
import { schemaOf, WORKBOOKS_SCHEMA } from "../../project/schema-files.ts";

/** Where new files can go. What writes them asks here, and reads nothing from the disk. */
export interface Placing {
  /** The folder, relative to the project's; "" for that itself. */
  into: string;
  /** Whether the user named that folder; else reports of a declared workbook go next to it. */
  isNamed: boolean;
  /** Whether new files go into folders in it that are named like the platform's. */
  mirrorsFolders: boolean;
  /** Whether blocks that several new files repeat are written once. */
  shares: boolean;
  /** Whether nothing is written this time. */
  isDry: boolean;
  /** The file that holds just this value, named so (`layout.yaml`, `layout-2.yaml`); undefined if there is none. */
  findFragment(name: string, value: Json): string | undefined;
  /** Whether a file or folder of this name is there already. */
  isThere(name: string): boolean;
  /** Whether a folder of this name can hold files: it is a folder, not a link to one, or is not there. */
  canHold(name: string): boolean;
  /** Whether the project reads a file of this name as a workbook file. */
  isIncluded(name: string): boolean;
  /** The globs, for the message to the user who has to change them. */
  include: readonly string[];
  /** The path of the schema of workbook files, relative to the project's folder, or its URL. */
  schema: string;
}

interface NewFileOptions {
  cwd: string;
  into: string | undefined;
  mirrorFolders: boolean | undefined;
  share: boolean | undefined;
  isDry: boolean | undefined;
  checked: Pick<Checked, "names" | "text">;
}

/** Throws a UsageError for a folder outside of the project. `into` is relative to `cwd`. */
export function placeNewFiles(
  project: Project,
  { cwd, into, mirrorFolders = false, share = false, isDry = false, checked }: NewFileOptions,
): Placing {
  return {
    into: into === undefined ? usualFolder(project) : folderIn(project, resolve(cwd, into), into),
    isNamed: into !== undefined,
    mirrorsFolders: mirrorFolders,
    shares: share,
    isDry,
    findFragment: (name, value) => findFragment(project, name, value),
    isThere: (name) => lookAt(project, name) !== undefined,
    canHold: (name) => lookAt(project, name)?.isDirectory() ?? true,
    isIncluded: (name) => isIncluded(project, name),
    include: project.include,
    schema: findSchema(project, checked),
  };
}

/** What is at the path itself: of a link the link, even if it leads nowhere. */
function lookAt(project: Project, name: string): Stats | undefined {
  return lstatSync(join(project.root, name), { throwIfNoEntry: false });
}

function findFragment({ root }: Project, name: string, value: Json): string | undefined {
  for (let number = 1; ; number++) {
    const file = `${name}${number === 1 ? "" : `-${number}`}.yaml`;
    if (!lstatSync(join(root, file), { throwIfNoEntry: false })?.isFile()) return undefined;
    const { documents, problems } = parseText(readFileSync(join(root, file), "utf8"), "yaml");
    if (
      problems.length === 0 &&
      documents.length === 1 &&
      canonical(documents[0] ?? null) === canonical(value)
    )
      return file;
  }
}

/** `dashboards` of `dashboards/**` + `/*.yaml`: of the first glob that reaches a new file there. */
function usualFolder({ include }: Project): string {
  const folders = include.map((glob) => {
    const { base, isGlob } = picomatch.scan(glob) as { base: string; isGlob: boolean };
    const folder = isGlob ? base : dirname(base);
    return folder === "." ? "" : folder.replace(/\/$/, "");
  });
  const globs = picomatch(include);
  return (
    folders.find((folder) => globs(folder === "" ? "workbook.yaml" : `${folder}/workbook.yaml`)) ??
    folders[0] ??
    ""
  );
}

function folderIn(project: Project, absolute: string, written: string): string {
  const path = relative(project.root, absolute);
  if (isInside(project.root, absolute) && !leadsOutside(project.root, absolute))
    return path.split(sep).join("/");
  throw new UsageError(`--into ${written} is outside the project`, [
    `The project is ${project.root} (${project.file}): files elsewhere would be no part of it.`,
  ]);
}

/** The schema that the project's own files name, as seen from its folder; else that of an installed package, or the one of ours. */
function findSchema(project: Project, checked: NewFileOptions["checked"]): string {
  for (const file of checked.names.slice(0, 50)) {
    const path = schemaOf(file, checked.text(file) ?? "");
    if (path !== undefined) return path;
  }
  const installed = "node_modules/boardwright/schemas/workbooks.schema.json";
  return existsSync(join(project.root, installed)) ? installed : WORKBOOKS_SCHEMA;
}
