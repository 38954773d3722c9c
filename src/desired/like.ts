// `like: OTHER` of a target: it says only what differs from another one (contract 15).

import { resolve } from "node:path";
import { didYouMean, isObject, type Json, type JsonObject, listKnown, type Path } from "../model/index.ts";

export interface TargetsProblem {
  rule: string;
  message: string;
  help?: string;
  /** Below `targets` or `groups`, with that key. */
  path: Path;
  part: "key" | "value";
}

/** Where something is written, as people read it. */
export type Say = (path: Path) => string;

/** Numbers that mean something at one deployment only. */
const OF_ONE_DEPLOYMENT = ["folders"];
/** What is of one address only. */
const OF_ONE_ADDRESS = ["folders", "link"];

/** The targets with what they inherit put in, `like` left out; those that cannot be resolved stay as they are. */
export function resolveLikes(
  targets: JsonObject,
  say: Say,
): { targets: JsonObject; problems: TargetsProblem[] } {
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
export function samePlaces(
  targets: JsonObject,
  resolved: JsonObject,
  root: string,
  say: Say,
): TargetsProblem[] {
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
