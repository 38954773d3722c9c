// `targets` and `groups` of the project file (contract 15): a file of targets put in place, and what targets inherit.
import { posix } from "node:path";
import {
  type Diagnostic,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  type Span,
} from "../model/index.ts";
import { diagnosticOf, errorInFile, type Finding, spanOf, withoutQuotes } from "./diagnose.ts";
import { directiveOf, findTarget, isDirectiveProblem } from "./directives.ts";
import type { Files } from "./files.ts";
import { groupProblems } from "./groups.ts";
import { resolveLikes, type Say, samePlaces, type TargetsProblem } from "./like.ts";
import { mergeOver } from "./merge.ts";
import { formatOf, parseText, parseTrees } from "./yaml/parse.ts";
import { offsetsAt } from "./yaml/tree.ts";

/** A file that the project file names: its path from the project's folder, what findings call it, and its text. */
export interface Beside {
  path: string;
  name: string;
  text: string;
}

/** Reads a file that is named relative to the project's folder, or says why it cannot be. */
export type ReadBeside = (path: Json | undefined) => Beside | Finding;

/** The file that `targets` includes. */
export interface IncludedTargets extends Beside {
  /** Its text, if it is one of targets: of any other, no line is shown. */
  quotable: string | undefined;
  findings: Diagnostic[];
  /** The place of a path of the project file that is written here; undefined if it is not. */
  spanAt(path: Path, part: "key" | "value"): Span | undefined;
}

/** Of the disk: like any include, only what is inside the project and no file of credentials. `name`: the project file's. */
export function readBeside(files: Files, name: string, path: Json | undefined): Beside | Finding {
  const found = findTarget(files, { file: name, directive: "$include", path });
  if (isDirectiveProblem(found)) return found;
  const text = files.read(found.name);
  if (typeof text === "string") return { path: found.name, name: found.name, text };
  return { ...text, message: `\`${found.name}\` is not usable. ${text.message}` };
}

/** What `targets` of a project file names with `$include`, from the project's folder; undefined if it names nothing that can be read there. */
export function includedTargets(text: string, name: string): string | undefined {
  const [value] = parseText(text, formatOf(name)).documents;
  const path = isObject(value) && isObject(value.targets) ? value.targets.$include : undefined;
  if (typeof path !== "string" || path.trim() === "") return undefined;
  const normal = posix.normalize(path.replaceAll("\\", "/"));
  return posix.isAbsolute(normal) || normal.startsWith("..") ? undefined : normal;
}

/** The value of a project file with the included targets in place, those that it writes itself over them. */
export function openTargets(
  value: Json,
  name: string,
  read: ReadBeside,
): { value: Json; included?: IncludedTargets; problems: Finding[] } {
  const targets = isObject(value) ? value.targets : undefined;
  if (!isObject(value) || !isObject(targets)) return { value, problems: [] };
  const directive = directiveOf(targets);
  if (directive === undefined) return { value, problems: [] };
  if (directive !== "$include") {
    const message = `\`targets\` takes no \`${directive}\`. Name a file of targets with \`$include\`.`;
    return { value, problems: [{ rule: "include-invalid", message }] };
  }
  const beside = read(targets.$include);
  if (!("text" in beside)) return { value, problems: [beside] };
  const { $include: _, ...own } = targets;
  const included = openIncluded(beside, name);
  const merged = mergeOver(included.value, own);
  return { value: { ...value, targets: merged }, included, problems: [] };
}

function openIncluded(beside: Beside, projectFile: string): IncludedTargets & { value: JsonObject } {
  const { name, text } = beside;
  const { documents, problems } = parseText(text, formatOf(name));
  const [value] = documents;
  const isFleet =
    isObject(value) && Object.values(value).some((one) => isObject(one) && ("url" in one || "like" in one));
  const findings = problems.map((problem) => diagnosticOf(name, text, withoutQuotes(problem)));
  if (problems.length === 0 && (documents.length > 1 || !isFleet || Object.hasOwn(value, "$include"))) {
    const message =
      "This is no file of targets: a map of names, each with a `url` or `like`, and no `$include`.";
    const help = `\`targets\` of ${projectFile} includes it. No line of it is shown.`;
    findings.push(errorInFile(name, { rule: "wrong-type", message, help }));
  }
  const root = parseTrees(text, formatOf(name)).documents[0];
  return {
    ...beside,
    value: isObject(value) && findings.length === 0 ? value : {},
    quotable: isFleet ? text : undefined,
    findings,
    spanAt([section, ...path], part) {
      if (section !== "targets" || path.length === 0 || !root) return undefined;
      for (let length = path.length; length > 0; length--) {
        const at = offsetsAt(root, path.slice(0, length), length === path.length ? part : "value");
        if (at) return spanOf(name, text, at);
      }
      return undefined;
    },
  };
}

/** Targets with what they inherit, and what is wrong with that and with the groups. The schema has just checked their form; `root` is the project's folder. */
export function resolveFleet(
  value: JsonObject,
  root: string,
  say: Say,
): { value: JsonObject; problems: TargetsProblem[] } {
  if (!isObject(value.targets)) return { value, problems: [] };
  const { targets, problems } = resolveLikes(value.targets, say);
  const groups = isObject(value.groups) ? groupProblems(value.groups, Object.keys(targets), say) : [];
  const same = problems.length === 0 ? samePlaces(value.targets, targets, root, say) : [];
  return { value: { ...value, targets }, problems: [...problems, ...groups, ...same] };
}
