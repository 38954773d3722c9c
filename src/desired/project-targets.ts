// `targets` and `groups` of the project file (contract 15): a file of targets put in place, and what targets inherit.
import { posix, resolve } from "node:path";
import {
  type Diagnostic,
  didYouMean,
  globProblem,
  isObject,
  isTargetGlob,
  type Json,
  type JsonObject,
  listKnown,
  matchNames,
  type Path,
  type Span,
  shorten,
} from "../model/index.ts";
import { diagnosticOf, errorInFile, type Finding, spanOf, withoutQuotes } from "./diagnose.ts";
import { directiveOf, findTarget, isDirectiveProblem } from "./directives.ts";
import type { Files } from "./files.ts";
import { mergeOver } from "./overrides.ts";
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

// `like: OTHER` of a target: it says only what differs from another one (contract 15).

interface TargetsProblem {
  rule: string;
  message: string;
  help?: string;
  /** Below `targets` or `groups`, with that key. */
  path: Path;
  part: "key" | "value";
}

/** Where something is written, as people read it. */
type Say = (path: Path) => string;

/** Numbers that mean something at one deployment only. */
const OF_ONE_DEPLOYMENT = ["folders"];
/** What is of one address only. */
const OF_ONE_ADDRESS = ["folders", "link"];

/** The targets with what they inherit put in, `like` left out; those that cannot be resolved stay as they are. */
function resolveLikes(targets: JsonObject, say: Say): { targets: JsonObject; problems: TargetsProblem[] } {
  const problems: TargetsProblem[] = [];
  const names = Object.keys(targets);
  const resolved = new Map<string, JsonObject>();
  const inCircle = new Set<string>();
  const resolve = (name: string, way: readonly string[]): JsonObject => {
    const known = resolved.get(name);
    if (known) return known;
    const value = targets[name];
    const own: JsonObject = isObject(value) ? value : {};
    const { like } = own;
    if (typeof like !== "string") return own;
    const path = ["targets", name, "like"];
    if (way.includes(name)) {
      const circle = way.slice(way.indexOf(name));
      if (!circle.some((one) => inCircle.has(one))) problems.push(circleProblem(circle, say));
      for (const one of circle) inCircle.add(one);
      return own;
    }
    if (!Object.hasOwn(targets, like)) {
      const message = `There is no target \`${like}\` that \`${name}\` could be like.${didYouMean(like, names)}`;
      problems.push({
        ...{ rule: "unknown-target", message, path, part: "value" },
        help: `Targets: ${listKnown(names)}.`,
      });
      return own;
    }
    const base = resolve(like, [...way, name]);
    const merged = inherit(base, own);
    resolved.set(name, merged);
    return merged;
  };
  const all = names.map(
    (name) => [name, isObject(targets[name]) ? resolve(name, []) : targets[name]!] as const,
  );
  return { targets: Object.fromEntries(all), problems };
}

/**
 * Two that are one deployment, whichever way they say it: an apply of one would overwrite what the other wrote. `resolved`: with what they
 * inherit; `root`: the project's folder.
 */
function samePlaces(targets: JsonObject, resolved: JsonObject, root: string, say: Say): TargetsProblem[] {
  const first = new Map<string, string>();
  return Object.entries(resolved).flatMap(([name, target]) => {
    const place = placeOf(target, root);
    const other = place === undefined ? undefined : first.get(place);
    if (place !== undefined && other === undefined) first.set(place, name);
    if (other === undefined) return [];
    const own = targets[name] as JsonObject;
    const said = ["deployment", "url"].find((key) => Object.hasOwn(own, key)) ?? "like";
    const message = `\`${name}\` has the address and the deployment of \`${other}\` (${say(["targets", other])}): an apply of one would overwrite the other's workbooks.`;
    const help = `Give \`${name}\` a \`deployment\` of its own, or a \`url\`.`;
    return { rule: "invalid-value", message, help, path: ["targets", name, said], part: "value" };
  });
}

/** One text for each deployment, however its address is written: capitals, the usual port, slashes at the end. */
function placeOf(target: Json | undefined, root: string): string | undefined {
  if (!isObject(target) || typeof target.url !== "string" || target.deployment === undefined)
    return undefined;
  const { url, deployment } = target;
  const file = /^sandbox:(.+)/.exec(url)?.[1];
  const address = URL.canParse(url)
    ? new URL(url).href.replace(/(?<=^\w+:\/\/[^/]*)\.(?=[:/])|\/+$/g, "")
    : url;
  return `${file === undefined ? address : resolve(root, file)} ${deployment}`;
}

function circleProblem(circle: readonly string[], say: Say): TargetsProblem {
  const [first = "", ...others] = circle;
  const at = (name: string) => say(["targets", name, "like"]);
  const message =
    others.length === 0
      ? `\`${first}\` is like itself.`
      : `\`${first}\` is like itself, by way of ${others.map((name) => `\`${name}\` (${at(name)})`).join(" and ")}.`;
  const help = `One of them must say its own \`url\`. \`${first}\` is declared at ${say(["targets", first])}.`;
  return { rule: "invalid-value", message, help, path: ["targets", first, "like"], part: "value" };
}

/** Maps key by key, anything else replaces. Folder numbers are of one deployment, and links of one address: of another they would be wrong. */
function inherit(base: JsonObject, own: JsonObject): JsonObject {
  const { like: _, ...said } = own;
  const left = Object.hasOwn(said, "url")
    ? OF_ONE_ADDRESS
    : Object.hasOwn(said, "deployment")
      ? OF_ONE_DEPLOYMENT
      : [];
  const kept = Object.entries(base).filter(([key]) => !left.includes(key) && key !== "like");
  const merged: JsonObject = Object.fromEntries(kept);
  for (const [key, value] of Object.entries(said)) {
    const below: Json | undefined = merged[key];
    merged[key] = isObject(below) && isObject(value) ? { ...below, ...value } : value;
  }
  return merged;
}

// `groups` of the project file: names for several targets (contract 15).

/** The members of each group, in the order of its entries, each once. The schema has just checked what the casts say. */
export function groupsOf(value: JsonObject, names: readonly string[]): Record<string, string[]> {
  const groups = Object.entries(value).map(([group, entries]) => {
    const members = (entries as string[]).flatMap((entry) => membersOf(entry, names));
    return [group, [...new Set(members)]];
  });
  return Object.fromEntries(groups);
}

/** What is wrong with them besides their form. */
function groupProblems(value: JsonObject, names: readonly string[], say: Say): TargetsProblem[] {
  return Object.entries(value).flatMap(([group, entries]) => {
    const found: TargetsProblem[] = [];
    if (names.includes(group)) {
      const message = `\`${group}\` is a target already, at ${say(["targets", group])}.`;
      const help = "`--target` takes both, so that a group needs a name of its own.";
      found.push({ rule: "invalid-value", message, help, path: ["groups", group], part: "key" });
    } else if (isTargetGlob(group)) {
      const message = `\`${shorten(group, 80)}\` cannot be the name of a group: it would be read as a glob.`;
      found.push({ rule: "invalid-value", message, path: ["groups", group], part: "key" });
    }
    const list: readonly Json[] = Array.isArray(entries) ? entries : [];
    for (const [index, entry] of list.entries()) {
      if (typeof entry !== "string") continue;
      const problem = entryProblem(entry, names);
      if (problem) found.push({ ...problem, path: ["groups", group, index], part: "value" });
    }
    return found;
  });
}

function membersOf(entry: string, names: readonly string[]): readonly string[] {
  if (names.includes(entry)) return [entry];
  return isTargetGlob(entry) ? matchNames(entry, names) : [];
}

function entryProblem(
  entry: string,
  names: readonly string[],
): Pick<TargetsProblem, "rule" | "message" | "help"> | undefined {
  const why = globProblem(entry);
  if (why !== undefined) return { rule: "invalid-value", message: `\`${shorten(entry, 80)}\` ${why}.` };
  if (membersOf(entry, names).length > 0) return undefined;
  const help = names.length > 0 ? `Targets: ${listKnown(names)}.` : "Declare them under `targets`.";
  const message = isTargetGlob(entry)
    ? `No target is called like \`${entry}\`.`
    : `There is no target \`${entry}\`.${didYouMean(entry, names)}`;
  return { rule: "unknown-target", message, help };
}
