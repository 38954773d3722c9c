// Whether the files say the same as before, save for the name: for every target, before anything is written.

import type { Overlay } from "../../desired/index.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  mapValues,
  normalizeSlug,
  type Place,
  type Project,
  type Renamed,
  type Renaming,
  renameWithin,
  UserError,
} from "../../model/index.ts";
import { canonical, reportPublicId } from "../../plan/index.ts";
import { LintError } from "../../project/check-files.ts";
import type { Environment } from "../../target/index.ts";
import { linesOf } from "./check-renaming.ts";
import { findMember } from "./find-mentions.ts";
import { loadSides, type Side } from "./load-sides.ts";

/** Throws a UserError that names what would say something else. */
export async function prove(
  project: Project,
  env: Environment,
  renaming: Renaming,
  { sides, changed, overlay }: { sides: readonly Side[]; changed: Renamed["texts"]; overlay: Overlay },
): Promise<void> {
  const texts = new Map([...overlay, ...[...changed].map(([file, { after }]) => [file, after] as const)]);
  const after = await loadSides(renamedProject(project, renaming), env, texts).catch((error) => {
    if (!(error instanceof LintError)) throw error;
    const [first] = error.checked.diagnostics.filter(({ severity }) => severity === "error");
    throw refusal(
      renaming,
      `the files would have an error at ${first?.file}:${first?.line}: ${first?.message}`,
    );
  });
  for (const [index, side] of sides.entries()) {
    const wanted = saysOf(project, side, renaming, true);
    const got = saysOf(project, after[index]!, renaming, false);
    for (const name of new Set([...wanted.keys(), ...got.keys()])) {
      if (wanted.get(name)?.says !== got.get(name)?.says) {
        const { file, line } = (wanted.get(name) ?? got.get(name))!.place;
        throw refusal(renaming, `${name} would say something else, at ${file}:${line}`);
      }
    }
    const still = renaming.kind === "member" ? findMember(after[index]!, renaming) : [];
    if (still.length > 0)
      throw refusal(renaming, "some places would name it still", linesOf(still.map(({ at }) => at)));
  }
}

function refusal({ kind, from }: Renaming, why: string, places: readonly string[] = []): UserError {
  return new UserError(`the ${kind} ${from} cannot be renamed: ${why}`, {
    details: [
      ...places,
      "Nothing was written. Rename it by hand, and check with `boardwright lint` and `boardwright plan`.",
    ],
  });
}

function renamedProject(project: Project, { kind, from, to }: Renaming): Project {
  if (kind !== "target") return project;
  const targets = Object.entries(project.targets).map(([name, target]) =>
    name === from ? [to, { ...target, name: to }] : [name, target],
  );
  const groups = Object.entries(project.groups ?? {}).map(([group, members]) => [
    group,
    members.map((name) => (name === from ? to : name)),
  ]);
  const isDefault = project.defaultTarget === from;
  return {
    ...project,
    targets: Object.fromEntries(targets),
    ...(project.groups && { groups: Object.fromEntries(groups) }),
    ...(isDefault && { defaultTarget: to }),
  };
}

/** A declaration as canonical text, and where it is. */
interface Said {
  says: string;
  place: Place;
}

/** Each declaration: of the files as they are with the name put in by a way of its own. */
function saysOf(
  project: Project,
  { target, workbooks, reports }: Side,
  renaming: Renaming,
  isBefore: boolean,
): Map<string, Said> {
  const { kind, from, to } = renaming;
  const says = new Map<string, Said>();
  const name = (own: "workbook" | "report", key: string) =>
    `the ${own} ${isBefore && kind === own && key === from ? to : key}`;
  for (const { slug, entry, locate } of workbooks) {
    // It says what it was.
    const { was: _, ...rest } = entry;
    const isIt = kind === "workbook" && slug === (isBefore ? from : to);
    says.set(name("workbook", slug), {
      says: canonical(renamedIn(isIt ? rest : entry, renaming)),
      place: locate([], "key"),
    });
  }
  for (const { key, entry, locate } of reports) {
    // It may be written now where it was derived: what counts is the id that comes of it.
    const { publicId: _publicId, was: _was, ...rest } = entry;
    const isIt = kind === "report" && key === (isBefore ? from : to);
    const deploymentId = isIt ? target?.deployment : undefined;
    const id =
      target && deploymentId !== undefined
        ? reportPublicId(entry, { project: project.name, target: target.name, deploymentId, key })
        : null;
    says.set(name("report", key), {
      says: canonical(renamedIn(isIt ? { ...rest, publicId: id } : entry, renaming)),
      place: locate([], "key"),
    });
  }
  return says;
}

function renamedIn(entry: JsonObject, renaming: Renaming): JsonObject {
  const { kind, from, to } = renaming;
  if (kind === "workbook") {
    const { workbook } = entry;
    return typeof workbook === "string" && normalizeSlug(workbook) === from
      ? { ...entry, workbook: to }
      : entry;
  }
  if (kind === "report") return renamedReferences(entry, renaming) as JsonObject;
  if (kind !== "member") return entry;
  return mapTexts(wholeNames(entry, renaming) as Json, (text) => renameWithin(renaming, text)) as JsonObject;
}

function renamedReferences(value: Json, { from, to }: Renaming): Json {
  if (Array.isArray(value)) return value.map((item) => renamedReferences(item, { kind: "report", from, to }));
  if (!isObject(value)) return value;
  const inside = mapValues(value, (item) => renamedReferences(item, { kind: "report", from, to }));
  return value.$report === from ? { ...inside, $report: to } : inside;
}

/** `{ view: orders, dimension: status }` with its names in one, as the other side has them after it was renamed. */
function wholeNames(value: Json, renaming: Renaming): Json {
  if (Array.isArray(value)) return value.map((item) => wholeNames(item, renaming));
  if (!isObject(value)) return value;
  const inside = mapValues(value, (item) => wholeNames(item, renaming));
  const key = ["view", "cube"].find((one) => typeof value[one] === "string");
  if (key === undefined) return inside;
  const cube = String(value[key]);
  const whole = (item: Json) => (typeof item === "string" && !item.includes(".") ? `${cube}.${item}` : item);
  return { ...mapValues(inside, (item, name) => (name === key ? "" : whole(item))) };
}

/** Changes every text and every key below a value. */
function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]),
  );
}
