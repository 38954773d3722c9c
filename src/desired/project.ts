// The project file (contract 1): found, read, checked, its defaults filled in.

import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import {
  compareText,
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
  type Path,
  type Project,
  parseDuration,
  revisionText,
  type Severity,
  shorten,
  type Target,
  type TestSettings,
  UsageError,
  UserError,
} from "../model/index.ts";
import { diagnosticOf, errorAt, errorInFile, notProject, spanOf } from "./diagnose.ts";
import { openFiles, requireOwnFile } from "./files.ts";
import {
  groupsOf,
  type IncludedTargets,
  openTargets,
  type ReadBeside,
  readBeside,
  resolveFleet,
} from "./project-targets.ts";
import { readText } from "./read-text.ts";
import { validateProjectFile } from "./schema.ts";
import { formatOf, parseText, parseTrees } from "./yaml/parse.ts";
import { offsetsAt } from "./yaml/tree.ts";

// `test` of the project file: how `boardwright test` asks for data (contract 12).

const USUAL_SLOW_MS = 10_000;

/** Fills in the defaults. The schema has just checked what the casts say. */
function testSettingsOf(value: Json | undefined): TestSettings {
  const { securityContext = {}, slow, skip = [] } = isObject(value) ? value : {};
  return {
    securityContext: securityContext as JsonObject,
    slowMs: (typeof slow === "string" ? parseDuration(slow) : undefined) ?? USUAL_SLOW_MS,
    skip: skip as string[],
  };
}

/** Globs that would cost too much, each with its path in the file. */
function skipProblems(value: Json | undefined): { path: Path; message: string }[] {
  const globs = isObject(value) && Array.isArray(value.skip) ? value.skip : [];
  return globs.flatMap((glob, index) => {
    const why = typeof glob === "string" ? globProblem(glob) : undefined;
    if (why === undefined) return [];
    return [{ path: ["test", "skip", index], message: `\`${shorten(String(glob), 80)}\` ${why}.` }];
  });
}

const PROJECT_FILE = "boardwright.yaml";

/** A project file that cannot be used, with findings that can be shown in its text. */
export class ProjectError extends UserError {
  override readonly name = "ProjectError";
  readonly diagnostics: readonly Diagnostic[];
  /** The text of a file that a finding is in, for code frames; undefined if none of it may be shown. */
  readonly text: (file: string) => string | undefined;

  constructor(
    message: string,
    diagnostics: readonly Diagnostic[],
    text: ProjectError["text"] = () => undefined,
  ) {
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
    throw new ProjectError(`${name} cannot be read`, [errorInFile(name, text)]);
  }
  const files = openFiles(dirname(file));
  return readProjectText(file, text, { name, shown: file, read: (path) => readBeside(files, name, path) });
}

/**
 * The project that `text` declares, as the content of `file` (absolute), whatever that file holds by now. `read` gives the file of targets that
 * it names. Throws a ProjectError that calls the file `shown`, and the places in it `name`.
 */
export function readProjectText(
  file: string,
  text: string,
  { name, shown, read }: { name: string; shown: string; read: ReadBeside },
): Project {
  const { value, diagnostics, included } = readProject({ name, root: dirname(file) }, text, read);
  const other = diagnostics.length > 0 ? notProject(name, text) : undefined;
  if (other) throw new ProjectError(`${shown} is no project file`, [other]);
  if (diagnostics.length > 0) {
    throw new ProjectError(`${shown} has errors`, diagnostics, (asked) =>
      asked === included?.name ? included.quotable : text,
    );
  }
  const project = projectOf(file, value);
  return included ? { ...project, targetsFile: join(dirname(file), included.path) } : project;
}

/** A project that says nothing: every setting has its default, and there are neither a name nor targets. */
export function emptyProject(file: string): Project {
  return projectOf(file, { project: "" });
}

/** Where the address of a target is said: `boardwright.yaml:9`; without the line if the file has changed since, or the policy says it. */
export function placeOfTarget({ file, targetsFile, policy }: Project, target: string): string {
  const name = basename(file);
  if (policy?.targets.includes(target)) return `${name} at ${revisionText(policy)}`;
  const places: [file: string, path: Path][] = [[file, ["targets", target]]];
  if (targetsFile !== undefined) places.push([targetsFile, [target]]);
  for (const [at, path] of places) {
    const text = readText(at);
    const [root] = typeof text === "string" ? parseTrees(text, formatOf(at)).documents : [];
    // One that inherits its address says so with `like`.
    const range = root && ["url", "like"].flatMap((key) => offsetsAt(root, [...path, key], "value") ?? [])[0];
    if (range) return `${basename(at)}:${spanOf(at, text as string, range).line}`;
  }
  return name;
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

function readProject(
  { name, root: folder }: { name: string; root: string },
  text: string,
  read: ReadBeside,
): { value: JsonObject; diagnostics: Diagnostic[]; included?: IncludedTargets } {
  const { documents, problems } = parseText(text, formatOf(name));
  const diagnostics = problems.map((problem) => diagnosticOf(name, text, problem));
  if (documents.length > 1) {
    const message = `A project file is one document, but this one holds ${documents.length}.`;
    diagnostics.push(errorInFile(name, { rule: "wrong-type", message }));
  }
  const written = documents[0] ?? {};
  if (diagnostics.length > 0) return { value: {}, diagnostics };
  const root = parseTrees(text, formatOf(name)).documents[0];
  const opened = openTargets(written, name, read);
  const { included } = opened;
  const spanAt = (path: Path, part: "key" | "value") => {
    const inMain = root && offsetsAt(root, path, part);
    const other = inMain ? undefined : included?.spanAt(path, part);
    if (other) return other;
    for (let length = path.length; root && length >= 0; length--) {
      const at = offsetsAt(root, path.slice(0, length), length === path.length ? part : "value");
      if (at) return spanOf(name, text, at);
    }
    return spanOf(name, text, { start: 0, end: 0 });
  };
  for (const problem of opened.problems)
    diagnostics.push(errorAt(spanAt(["targets", "$include"], "value"), problem));
  diagnostics.push(...(included?.findings ?? []));
  if (diagnostics.length > 0) return { value: {}, diagnostics, ...(included && { included }) };
  for (const problem of validateProjectFile(opened.value)) {
    diagnostics.push(errorAt(spanAt(problem.path, problem.part), problem));
  }
  if (!isObject(opened.value)) return { value: {}, diagnostics };
  const { value, problems: ofFleet } = resolveFleet(opened.value, folder, (path) => {
    const { file, line, column } = spanAt(path, "key");
    return `${file}:${line}:${column}`;
  });
  for (const { path, part, ...problem } of ofFleet) diagnostics.push(errorAt(spanAt(path, part), problem));
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
  diagnostics.sort((a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column);
  return { value, diagnostics, ...(included && { included }) };
}

function includeProblem(glob: string): string | undefined {
  return /^(?:[\\/]|[A-Za-z]:|!)|(?:^|\/)\.\.(?:\/|$)/.test(glob)
    ? "must stay inside the project: a glob is relative to this file and only goes down"
    : globProblem(glob);
}

// The values of a project file with the defaults of contract 1 filled in.

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
  if (value.groups !== undefined)
    project.groups = groupsOf(value.groups as JsonObject, Object.keys(project.targets));
  if (value.defaultTarget !== undefined) project.defaultTarget = value.defaultTarget as string;
  return project;
}

/** "50%" or 0.5 → 0.5. */
function shareOf(value: Json | undefined, byDefault: number): number {
  if (typeof value === "number") return value;
  return typeof value === "string" ? Number.parseFloat(value) / 100 : byDefault;
}

// `targets` of the project file. The schema has just checked what the casts say.

function targetsOf(values: JsonObject): Record<string, Target> {
  const targets: Record<string, Target> = {};
  for (const [name, value] of Object.entries(values)) {
    const { url, deployment, vars = {}, folders = {}, link, environment } = value as JsonObject;
    const target: Target = {
      name,
      url: url as string,
      // Whole numbers and booleans have one spelling; the schema refuses any other number, because 1.10 would become 1.1.
      vars: Object.fromEntries(Object.entries(vars as JsonObject).map(([key, item]) => [key, String(item)])),
      folders: folders as Record<string, number>,
    };
    if (deployment !== undefined) target.deployment = deployment as number;
    if (link !== undefined) target.link = link as string;
    if (environment !== undefined) target.environment = environment as string;
    targets[name] = target;
  }
  return targets;
}
