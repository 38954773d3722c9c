// The project file (contract 1): found, read, checked, its defaults filled in.
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  type Diagnostic,
  didYouMean,
  EXIT,
  globProblem,
  isInside,
  isObject,
  isSecretName,
  type Json,
  type JsonObject,
  listKnown,
  type Project,
  revisionText,
  type Severity,
  shorten,
  UsageError,
  UserError,
} from "../model/index.ts";
import { requireOwnFile } from "./files.ts";
import { diagnosticOf, errorAt, errorInFile, notProject, spanOf } from "./findings/diagnose.ts";
import { targetsOf } from "./settings/targets.ts";
import { skipProblems, testSettingsOf } from "./settings/test-settings.ts";
import { validateProjectFile } from "./shape/schema.ts";
import { readText } from "./texts/read-text.ts";
import { formatOf, parseText, parseTrees } from "./yaml/parse.ts";
import { offsetsAt } from "./yaml/tree.ts";

const PROJECT_FILE = "boardwright.yaml";

/** A project file that cannot be used, with findings that can be shown in its text. */
export class ProjectError extends UserError {
  override readonly name = "ProjectError";
  readonly diagnostics: readonly Diagnostic[];
  /** The file's text, for code frames. */
  readonly text: string;

  constructor(message: string, diagnostics: readonly Diagnostic[], text: string) {
    const lines = diagnostics.flatMap(({ file, line, column, message: said, help }) => [
      `${file}:${line}:${column} ${said}`,
      ...(help ? [`  ${help}`] : []),
    ]);
    super(message, { details: lines, exitCode: EXIT.failed });
    this.diagnostics = diagnostics;
    this.text = text;
  }
}

/** No folder from here upwards has a project file. */
export class NoProjectError extends UserError {
  override readonly name = "NoProjectError";
}

/**
 * Finds and reads the project file: `config` (relative to `cwd`), or the nearest boardwright.yaml from `cwd` upwards.
 * Throws a UserError if there is none, or if it is a link to where no checkout may lead; a ProjectError if it has errors.
 */
export async function loadProject(options: { cwd: string; config?: string | undefined }): Promise<Project> {
  const file = findProjectFile(options.cwd, options.config);
  const name = basename(file);
  // Whoever names a place elsewhere means it; a link in the checkout does not.
  if (options.config === undefined || isInside(resolve(options.cwd), file)) requireOwnFile(file);
  const text = readText(file);
  if (typeof text !== "string") {
    throw new ProjectError(`${name} cannot be read`, [errorInFile(name, text)], "");
  }
  return readProjectText(file, text, { name, shown: file });
}

/**
 * The project that `text` declares, as the content of `file` (absolute), whatever that file holds by now. Throws a ProjectError that calls
 * the file `shown`, and the places in it `name`.
 */
export function readProjectText(
  file: string,
  text: string,
  { name, shown }: { name: string; shown: string },
): Project {
  const { value, diagnostics } = readProject(name, text);
  const other = diagnostics.length > 0 ? notProject(name, text) : undefined;
  if (other) throw new ProjectError(`${shown} is no project file`, [other], "");
  if (diagnostics.length > 0) throw new ProjectError(`${shown} has errors`, diagnostics, text);
  return projectOf(file, value);
}

/** A project that says nothing: every setting has its default, and there are neither a name nor targets. */
export function emptyProject(file: string): Project {
  return projectOf(file, { project: "" });
}

/** Where the address of a target is said: `boardwright.yaml:9`; without the line if the file has changed since, or the policy says it. */
export function placeOfTarget({ file, policy }: Project, target: string): string {
  const name = basename(file);
  if (policy?.targets.includes(target)) return `${name} at ${revisionText(policy)}`;
  const text = readText(file);
  if (typeof text !== "string") return name;
  const [root] = parseTrees(text, formatOf(name)).documents;
  const range = root && offsetsAt(root, ["targets", target, "url"], "value");
  return range ? `${name}:${spanOf(name, text, range).line}` : name;
}

function findProjectFile(cwd: string, config: string | undefined): string {
  if (config !== undefined) {
    const file = resolve(cwd, config);
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.isDirectory()) {
      throw new UsageError(`--config names a folder: ${config}`, [
        `Name the project file in it: --config ${join(config, PROJECT_FILE)}`,
      ]);
    }
    if (there) return file;
    throw new UsageError(`there is no project file ${config}`, [`Looked for ${file}.`]);
  }
  const file = nearestProjectFile(cwd);
  if (file !== undefined) return file;
  const other = ["boardwright.yml"].find((name) => existsSync(join(cwd, name)));
  throw new NoProjectError(`there is no ${PROJECT_FILE} here`, {
    details: [
      `Looked in ${resolve(cwd)} and in every folder above it.`,
      ...(other ? [`${other} is not read: rename it to ${PROJECT_FILE}.`] : []),
      "`boardwright init` creates one; `--config FILE` names one that is elsewhere.",
    ],
  });
}

/** The project file that a command in this folder would use, absolute; undefined if neither it nor a folder above has one. */
export function nearestProjectFile(start: string): string | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const file = join(folder, PROJECT_FILE);
    if (existsSync(file)) return file;
    if (folder === dirname(folder)) return undefined;
  }
}

function readProject(name: string, text: string): { value: JsonObject; diagnostics: Diagnostic[] } {
  const { documents, problems } = parseText(text, formatOf(name));
  const diagnostics = problems.map((problem) => diagnosticOf(name, text, problem));
  if (documents.length > 1) {
    const message = `A project file is one document, but this one holds ${documents.length}.`;
    diagnostics.push(errorInFile(name, { rule: "wrong-type", message }));
  }
  const value = documents[0] ?? {};
  if (diagnostics.length > 0) return { value: {}, diagnostics };
  const root = parseTrees(text, formatOf(name)).documents[0];
  const spanAt = (path: readonly (string | number)[], part: "key" | "value") => {
    for (let length = path.length; root && length >= 0; length--) {
      const at = offsetsAt(root, path.slice(0, length), length === path.length ? part : "value");
      if (at) return spanOf(name, text, at);
    }
    return spanOf(name, text, { start: 0, end: 0 });
  };
  for (const problem of validateProjectFile(value)) {
    diagnostics.push(errorAt(spanAt(problem.path, problem.part), problem));
  }
  if (!isObject(value)) return { value: {}, diagnostics };
  const targets = isObject(value.targets) ? Object.keys(value.targets) : [];
  const { defaultTarget } = value;
  if (typeof defaultTarget === "string" && !targets.includes(defaultTarget)) {
    const message = `There is no target \`${defaultTarget}\`.${didYouMean(defaultTarget, targets)}`;
    const help = targets.length > 0 ? `Targets: ${listKnown(targets)}.` : "Declare it under `targets`.";
    diagnostics.push(errorAt(spanAt(["defaultTarget"], "value"), { rule: "unknown-target", message, help }));
  }
  const readable = Array.isArray(value.env) ? value.env : [];
  for (const [index, name] of readable.entries()) {
    if (typeof name !== "string" || !isSecretName(name)) continue;
    const message = `\`${name}\` is the name of a credential, which no dashboard may hold.`;
    const help =
      "`env` lists variables whose values everybody who sees a dashboard may read: a release, a region.";
    diagnostics.push(errorAt(spanAt(["env", index], "value"), { rule: "invalid-value", message, help }));
  }
  for (const { path, message } of skipProblems(value.test))
    diagnostics.push(errorAt(spanAt(path, "value"), { rule: "invalid-value", message }));
  for (const list of ["include", "exclude"]) {
    const globs = Array.isArray(value[list]) ? value[list] : [];
    for (const [index, glob] of globs.entries()) {
      const why = typeof glob === "string" ? includeProblem(glob) : undefined;
      if (why === undefined) continue;
      const message = `\`${shorten(String(glob), 80)}\` ${why}.`;
      diagnostics.push(errorAt(spanAt([list, index], "value"), { rule: "invalid-value", message }));
    }
  }
  return { value, diagnostics: diagnostics.sort((a, b) => a.line - b.line || a.column - b.column) };
}

function includeProblem(glob: string): string | undefined {
  return /^(?:[\\/]|[A-Za-z]:|!)|(?:^|\/)\.\.(?:\/|$)/.test(glob)
    ? "must stay inside the project: a glob is relative to this file and only goes down"
    : globProblem(glob);
}

/** Fills in the defaults of contract 1. The schema has just checked what the casts say. */
function projectOf(file: string, value: JsonObject): Project {
  const apply = (value.apply ?? {}) as JsonObject;
  const limits = (apply.limits ?? {}) as JsonObject;
  const { backups = ".boardwright/backups" } = apply;
  const project: Project = {
    root: dirname(file),
    file,
    name: value.project as string,
    include: (value.include ?? ["dashboards/**/*.{yaml,yml,json}"]) as string[],
    exclude: (value.exclude ?? []) as string[],
    targets: targetsOf((value.targets ?? {}) as JsonObject),
    env: (value.env ?? []) as string[],
    apply: {
      concurrency: (apply.concurrency ?? "auto") as number | "auto",
      allow: (apply.allow ?? []) as string[],
      limits: { change: shareOf(limits.change, 0.5), delete: shareOf(limits.delete, 0.1) },
      backups: backups === false || backups === "off" ? false : (backups as string),
    },
    ignore: (value.ignore ?? []) as string[],
    reportKeys: (value.reportKeys ?? ["reportId"]) as string[],
    lint: {
      rules: ((value.lint as JsonObject | undefined)?.rules ?? {}) as Record<string, Severity | "off">,
    },
    test: testSettingsOf(value.test),
  };
  if (value.defaultTarget !== undefined) project.defaultTarget = value.defaultTarget as string;
  return project;
}

/** "50%" or 0.5 → 0.5. */
function shareOf(value: Json | undefined, byDefault: number): number {
  if (typeof value === "number") return value;
  return typeof value === "string" ? Number.parseFloat(value) / 100 : byDefault;
}
