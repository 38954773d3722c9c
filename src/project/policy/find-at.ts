// The project file that a revision has for a way: the policy is that of the place as it was named, and nothing that a branch puts in its
// stead counts.

import { posix } from "node:path";
import { type Beside, includedTargets } from "../../desired/index.ts";
import { type Way, WayError } from "./way.ts";

/** What a revision holds at a path; a link with where it leads. */
export type Entry = { kind: "file" | "folder" | "submodule" } | { kind: "link"; to: string | undefined };

/** A commit's files, by path from the root. Both reject with a PolicyError if that cannot be found out. */
export interface Tree {
  /** As it is named to people. */
  revision: string;
  /** The text of a regular file; undefined if none is there. */
  read(path: string): Promise<string | undefined>;
  /** Links are not followed. */
  entry(path: string): Promise<Entry | undefined>;
}

/** A project file in a revision: its path from the root, and what it says. */
export interface Found {
  place: string;
  text: string;
  /** The file of targets that it includes, if it is there. */
  beside: Pick<Beside, "path" | "text"> | undefined;
}

/**
 * The nearest one; undefined if there is none. Rejects with a WayError where the way goes through a symbolic link or a submodule that the
 * revision has otherwise, so that what is found would be of another place, and where the one in use stood behind another one, whose key
 * is not for it.
 */
export async function findAt(way: Way, tree: Tree): Promise<Found | undefined> {
  const { steps, places, used } = way;
  for (const { path, link } of steps)
    if (link !== undefined) requireSame(path, link, await tree.entry(path), tree);
  let found: Found | undefined;
  for (const place of places) {
    const text = await tree.read(place);
    if (text === undefined) continue;
    found = { place, text, beside: await readIncluded(place, text, tree) };
    break;
  }
  for (const { path, link } of steps) {
    // What holds the file that was found is a folder there.
    if (link !== undefined || found?.place.startsWith(`${path}/`)) continue;
    requireSame(path, undefined, await tree.entry(path), tree);
  }
  if (found && places.indexOf(found.place) < places.indexOf(used)) throw gone(found.place, used, tree);
  return found;
}

/** A link, or a way through one, leads to nothing: what is trusted is in the revision itself. */
async function readIncluded(place: string, text: string, tree: Tree): Promise<Found["beside"]> {
  const path = includedTargets(text, posix.basename(place));
  const included = path === undefined ? undefined : await tree.read(posix.join(posix.dirname(place), path));
  return path === undefined || included === undefined ? undefined : { path, text: included };
}

/** What a revision says of the project file that is in use. */
export interface Policy {
  beside?: Found["beside"];
  /** Undefined if it is not there. */
  text: string | undefined;
  /** Whether, if it is not, a folder above has one there: this one would come before it. */
  isNearer: boolean;
}

/** The same for the project in use. */
export async function findPolicy(way: Way, tree: Tree): Promise<Policy> {
  const found = await findAt(way, tree);
  if (found?.place === way.used) {
    const { text, beside } = found;
    return { text, beside, isNearer: false };
  }
  return { text: undefined, isNearer: found !== undefined };
}

function gone(place: string, used: string, { revision }: Tree): WayError {
  return new WayError(`${place} is gone, and ${used} of a folder above would take its place`, [
    `At ${revision} the project is that of ${place}: its key is not for another one.`,
    "If the project is to go, take it out of the workflow first. If it moved, name its new place.",
  ]);
}

function requireSame(
  path: string,
  link: string | undefined,
  entry: Entry | undefined,
  { revision }: Tree,
): void {
  if (entry?.kind === "submodule")
    throw otherwise(`${path} is a submodule at ${revision}`, "and so another repository says what it holds.");
  const before = entry?.kind === "link" ? entry : undefined;
  if (link === undefined ? !before : before?.to === link) return;
  const was = before ? `a link to ${before.to ?? "somewhere else"}` : entry ? `a ${entry.kind}` : "nothing";
  const is = link === undefined ? "no symbolic link" : `a symbolic link to ${link}`;
  throw otherwise(
    `${path} is ${is}, and at ${revision} it is ${was}`,
    "and the key could go to another project.",
  );
}

function otherwise(what: string, why: string): WayError {
  return new WayError(what, [
    `The project lies behind it, so the change under review would choose whose policy counts, ${why}`,
    "Name the folder itself, or merge that change on its own first.",
  ]);
}
