// The JSON Schemas as files of a project: an editor finds them by the line that a file begins with, and needs no network. They belong
// into Git, like the files that name them.

import { lstatSync } from "node:fs";
import { basename, join, posix, resolve } from "node:path";
import { discoverFiles, readText } from "../desired/index.ts";
import { leadsOutside, readRegular, writeTogether } from "../files/index.ts";
import { compareText, isInside, type Project, UserError } from "../model/index.ts";
import { SCHEMA_TEXTS } from "./generated/schema-texts.js";

/** Where the schema of workbook files is, relative to the project's folder, unless its files name another place. */
export const WORKBOOKS_SCHEMA = "schemas/workbooks.schema.json";
const PROJECT_SCHEMA = "schemas/project.schema.json";

/** What a file that Boardwright wrote says of itself: such a file may be replaced. */
const OURS = "`boardwright schema --write` writes this file";

export interface SchemaFile {
  /** Relative to the project's folder, with forward slashes. */
  path: string;
  text: string;
}

/** The schemas that files of a project are written by, where a new project has them; sorted by path. */
export function schemaFiles(version: string): SchemaFile[] {
  return [
    { path: PROJECT_SCHEMA, text: schemaText("project", version) },
    { path: WORKBOOKS_SCHEMA, text: schemaText("workbooks", version) },
  ];
}

/** The schema of workbook files, as text of this version. */
export const workbooksSchema = (version: string): string => schemaText("workbooks", version);

function schemaText(name: "project" | "workbooks", version: string): string {
  const note = `${OURS} (version ${version}): run it again after an update, instead of editing it.`;
  return SCHEMA_TEXTS[name].replace("{\n", () => `{\n  "$comment": ${JSON.stringify(note)},\n`);
}

/** The schema that the file's first lines name for editors: relative to the project's folder, an absolute path, or a URL. */
export function schemaOf(file: string, text: string): string | undefined {
  const [, path] = /^# *yaml-language-server: *\$schema=(\S+)/m.exec(text.slice(0, 1000)) ?? [];
  if (path === undefined || /^[a-z][a-z0-9+.-]*:|^\//i.test(path)) return path;
  return posix.join(posix.dirname(file), path);
}

export interface WrittenSchemas {
  /** Relative to the project's folder; sorted. */
  written: string[];
  /** Right as they are. */
  unchanged: string[];
  /** Outside of the project, or a URL: not ours to write. */
  elsewhere: string[];
  /** Files that name no schema, so that no editor helps with them. */
  silent: string[];
}

/**
 * Writes the schemas to where the project's files say they are; those of a new project if none says so. Rejects with a UserError, and
 * writes none, if one of the places has a file that Boardwright did not write.
 */
export async function writeSchemas(project: Project, version: string): Promise<WrittenSchemas> {
  const result: WrittenSchemas = { written: [], unchanged: [], elsewhere: [], silent: [] };
  const wanted = new Map<string, string>();
  const want = (path: string | undefined, name: "project" | "workbooks"): void => {
    if (path !== undefined) wanted.set(path, schemaText(name, version));
  };
  const own = basename(project.file);
  const files = await discoverFiles({ project, cwd: project.root });
  const named = [own, ...files].map((file) => ({ file, schema: schemaOf(file, textOf(project, file)) }));
  for (const { file, schema } of named) {
    if (schema === undefined && !file.endsWith(".json")) result.silent.push(file);
    want(schema, file === own ? "project" : "workbooks");
  }
  if (named[0]?.schema === undefined) want(PROJECT_SCHEMA, "project");
  if (!named.slice(1).some(({ schema }) => schema !== undefined)) want(WORKBOOKS_SCHEMA, "workbooks");

  const texts = new Map<string, string>();
  for (const [path, text] of [...wanted].sort(([a], [b]) => compareText(a, b))) {
    if (!isOwnPlace(project, path)) {
      result.elsewhere.push(path);
      continue;
    }
    const present = await readRegular(join(project.root, path)).catch(() => null);
    if (present === text) result.unchanged.push(path);
    else if (present !== null && !present?.includes(OURS)) throw notOurs(path);
    else texts.set(path, text);
  }
  await writeTogether(new Map([...texts].map(([path, text]) => [join(project.root, path), text])));
  return { ...result, written: [...texts.keys()] };
}

function textOf(project: Project, file: string): string {
  const text = readText(join(project.root, file));
  return typeof text === "string" ? text : "";
}

/** Inside the project, links resolved, and not in an installed package. */
function isOwnPlace(project: Project, path: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:|^\//i.test(path) || path.split("/").includes("node_modules")) return false;
  const absolute = resolve(project.root, path);
  if (lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  return isInside(project.root, absolute) && !leadsOutside(project.root, absolute);
}

function notOurs(path: string): UserError {
  return new UserError(`${path} is not a schema that Boardwright wrote; nothing was written`, {
    details: [
      "Move it, or name another place in the first line of the files: `# yaml-language-server: $schema=…`.",
    ],
  });
}
