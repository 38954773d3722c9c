// Which files are the project's: its globs, sorted, dotfiles left out, no link followed out of the project.
import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  compareText,
  type Diagnostic,
  isInside,
  isObject,
  type Json,
  normalizeSlug,
  type Project,
  UsageError,
} from "../model/index.ts";
import { errorInFile } from "./diagnose.ts";
import { type Files, nameOf, openFiles } from "./files.ts";
import { listEntries, NEVER } from "./glob/index.ts";
import { isReserved } from "./glob/reserved.ts";
import { keyOf, readRows } from "./read-rows.ts";
import { kindOf, notFile } from "./read-text.ts";
import { createResolver } from "./resolve.ts";
import { takeTemplates } from "./rows.ts";
import { mayHoldRows } from "./variables.ts";
import type { Resolver } from "./walk.ts";
import { formatOf, parseText } from "./yaml/parse.ts";

interface Discovered {
  /** Sorted names of the files to read. */
  files: string[];
  diagnostics: Diagnostic[];
}

/**
 * The names of the project's workbook files, sorted; with `paths` (files or folders, relative to `cwd`) those among them, and
 * files that are named but not included. Throws a UsageError for a path that does not exist or is outside the project.
 */
export async function discoverFiles(options: {
  project: Project;
  cwd: string;
  paths?: readonly string[] | undefined;
}): Promise<string[]> {
  const { project, cwd, paths = [] } = options;
  const files = openFiles(project.root);
  const { files: all } = await discover(project, files);
  return paths.length > 0 ? [...choosePaths(paths, { cwd, project, files, all })].sort(compareText) : all;
}

/** All workbook files. A link to a file inside the project counts once, under the name of the real file if that is included. */
export async function discover(project: Project, files: Files): Promise<Discovered> {
  const found: Discovered = { files: [], diagnostics: [] };
  const links: string[] = [];
  const wayOf = followFolders(files);
  // A glob follows no link but those of its fixed start, where a walk could go through the whole disk.
  const refused = new Set<string>();
  const isOpen = (base: string): boolean => {
    if (wayOf(base) !== "outside") return true;
    if (refused.has(base)) return false;
    refused.add(base);
    found.diagnostics.push(
      errorInFile(base, outsideProject("This folder is, or is in, a symbolic link that")),
    );
    return false;
  };
  const { root, include } = project;
  const entries = await listEntries({ root, include, exclude: [...project.exclude, ...NEVER], isOpen });
  for (const { path, dirent } of entries) {
    if (join(project.root, path) === project.file || isReserved(path)) continue;
    if (wayOf(dirname(path)) !== "straight") links.push(path);
    else if (dirent.isFile()) found.files.push(path);
    else if (dirent.isSymbolicLink()) links.push(path);
    else if (!dirent.isDirectory()) found.diagnostics.push(errorInFile(path, notFile(kindOf(dirent))));
  }
  const known = new Set(found.files);
  if (files.overlay.size > 0) {
    found.files = found.files.filter((name) => files.overlay.get(name) !== null);
    const { isIncluded } = await import("./glob/included.ts");
    for (const [name, text] of files.overlay)
      if (text !== null && !known.has(name) && isIncluded(project, name)) found.files.push(name);
  }
  if (links.length > 0) addLinks(found, links.sort(compareText), { project, files });
  found.files.sort(compareText);
  return found;
}

/** How one gets to a folder (its name in the project): along no symbolic link, over some within the project, or out of it. */
function followFolders(files: Files): (folder: string) => "straight" | "linked" | "outside" {
  const known = new Map<string, "straight" | "linked" | "outside">();
  const follow = (folder: string) => {
    const target = files.follow(join(files.root, folder));
    if (target === "outside") return "outside";
    // A folder that is not there has no files.
    if (target === "missing") return "straight";
    return files.nameOfReal(target.real) === nameOf(files.root, join(files.root, folder))
      ? "straight"
      : "linked";
  };
  return (folder) => {
    const way = known.get(folder) ?? follow(folder);
    known.set(folder, way);
    return way;
  };
}

function outsideProject(what: string): { rule: string; message: string; help: string } {
  const help =
    "Copy what it names into the project, or leave it out with `include` or `exclude` in boardwright.yaml.";
  return { rule: "file-outside-project", message: `${what} points outside the project.`, help };
}

function addLinks(
  found: Discovered,
  links: readonly string[],
  { project, files }: { project: Project; files: Files },
): void {
  const real = new Set(found.files.map((file) => join(project.root, file)));
  for (const link of links) {
    const target = files.follow(join(project.root, link));
    if (target === "outside") {
      found.diagnostics.push(errorInFile(link, outsideProject("This symbolic link")));
    } else if (target === "missing") {
      const message = "This symbolic link points to nothing.";
      found.diagnostics.push(errorInFile(link, { rule: "file-unreadable", message }));
    } else if (!real.has(target.real) && !isReserved(files.nameOfReal(target.real))) {
      const stats = statSync(target.real);
      real.add(target.real);
      if (stats.isFile()) found.files.push(link);
      else if (!stats.isDirectory()) found.diagnostics.push(errorInFile(link, notFile(kindOf(stats))));
    }
  }
}

/** The files that paths choose from. */
interface Choice {
  project: Project;
  files: Files;
  /** Those that the project includes. */
  all: readonly string[];
  /** The folder that paths are relative to. */
  cwd: string;
}

/**
 * Which of the files the given paths choose (files or folders, relative to `cwd`). A file that is named but not included
 * is added. Throws a UserError for a path that does not exist or is outside the project.
 */
export function choosePaths(paths: readonly string[], choice: Choice): Set<string> {
  const { project, files, cwd } = choice;
  const chosen = new Set<string>();
  for (const path of paths) {
    const absolute = resolve(cwd, path);
    const found = files.follow(absolute);
    if (found === "outside") {
      throw new UsageError(`${JSON.stringify(path)} is outside the project`, [
        `The project is ${project.root} (${project.file}).`,
        "Name files and folders inside it.",
      ]);
    }
    if (found === "missing") {
      throw new UsageError(`there is no file or folder ${JSON.stringify(path)}`, [`Looked for ${absolute}.`]);
    }
    if (!statSync(found.real).isDirectory()) chosen.add(nameOf(project.root, absolute));
    else for (const file of filesBelow(path, absolute, choice)) chosen.add(file);
  }
  return chosen;
}

function filesBelow(path: string, absolute: string, { project, all }: Choice): string[] {
  const below = all.filter((file) => isInside(absolute, join(project.root, file)));
  if (below.length > 0) return below;
  const globs = project.include.join(", ");
  throw new UsageError(`there are no workbook files in ${JSON.stringify(path)}`, [
    `\`include\` in ${project.file} says which files hold workbooks: ${globs}`,
  ]);
}

/**
 * Which file declares which slug, as the files are written: slug → the first file with it under `workbooks`, or report key → the first with that under `reports`: also of those that are not usable yet,
 * and of those that rows declare. Files that cannot be read or parsed are left out, and so are rows.
 */
export async function declaredSlugs(
  project: Project,
  section: "workbooks" | "reports" = "workbooks",
): Promise<Map<string, string>> {
  const slugs = new Map<string, string>();
  const files = openFiles(project.root);
  const resolver = createResolver(files, { project, env: {} });
  for (const file of (await discover(project, files)).files) {
    const text = files.read(file);
    if (typeof text !== "string") continue;
    for (const [doc, value] of parseText(text, formatOf(file)).documents.entries()) {
      const ofRows = mayHoldRows(text) ? keysOfRows(resolver, { file, doc, value }, section) : [];
      const entries = isObject(value) ? value[section] : undefined;
      for (const key of [...(isObject(entries) ? Object.keys(entries) : []), ...ofRows]) {
        const slug = section === "workbooks" ? normalizeSlug(key) : key;
        if (!slugs.has(slug)) slugs.set(slug, file);
      }
    }
    files.release(file);
  }
  return slugs;
}

/** The keys that rows give; their templates are taken out of the document. */
function keysOfRows(
  resolver: Resolver,
  { file, doc, value }: { file: string; doc: number; value: Json },
  section: string,
): string[] {
  const templates = takeTemplates(value).filter((one) => one.section === section);
  return templates.flatMap((template) => {
    const spot = { file, doc, path: [section, template.key] };
    const rows = readRows(resolver, spot, template, { diagnostics: [], failed: [] });
    return rows.flatMap((row) => keyOf(resolver, { template, row, spot }, []) ?? []);
  });
}
