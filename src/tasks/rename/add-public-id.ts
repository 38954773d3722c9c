// `publicId` of a report that is given another key: what was derived is written, and the live report and its links stay.

import { type Project, type Renaming, UserError } from "../../model/index.ts";
import { derivePublicId } from "../../plan/index.ts";
import { findEntry } from "./find-keys.ts";
import type { Side } from "./load-sides.ts";
import { spellingOf } from "./spell.ts";
import type { Editing } from "./texts.ts";

/**
 * The id of a report is derived from its key unless the file gives it: it is written, so that the live report stays the same. What was
 * written for that goes again when the report gets its old key back.
 */
export function addPublicId(
  project: Project,
  all: readonly Side[],
  { from, to }: Renaming,
  { add, texts }: Editing,
): void {
  // It may be declared for some targets only.
  const sides = all.filter(({ reports }) => reports.some(({ key }) => key === from));
  const { file, locate } = sides[0]!.reports.find(({ key }) => key === from)!;
  const spot = findEntry(texts.of(file), ["reports", from]);
  const back = spot && fieldOfIds(file, idsOf(project, sides, to)) + spot.behind;
  if (spot && back && texts.of(file).startsWith(back, spot.at)) {
    add(file, { start: spot.at, end: spot.at + back.length, text: "" });
    return;
  }
  const ofReport = sides.map(({ reports }) => reports.find(({ key }) => key === from));
  const derived = sides.filter((_, index) => ofReport[index]?.entry.publicId === undefined);
  if (derived.every(({ target }) => target === undefined)) return;
  const unknown = derived.find(({ target }) => target?.deployment === undefined);
  if (unknown) {
    const { name } = unknown.target!;
    throw new UserError(`the report ${from} cannot be renamed: on ${name} its publicId comes from its key`, {
      details: [`Write the publicId that it has there, or the deployment of ${name} in the project file.`],
    });
  }
  const ids = idsOf(project, derived, from);
  if (!spot || derived.length < sides.length) {
    const lines = [...ids].map(([target, id]) => `${target}: ${id}`);
    const place = locate([], "key");
    throw new UserError(`the report ${from} cannot be renamed: its publicId is not written for each target`, {
      details: [`Write it first, under \`publicId\` at ${place.file}:${place.line}:`, ...lines],
    });
  }
  add(file, { start: spot.at, end: spot.at, text: fieldOfIds(file, ids) + spot.behind });
}

/** Target → the id that a key gives there, where the deployment is known. */
function idsOf(project: Project, sides: readonly Side[], key: string): Map<string, string> {
  const targets = sides.flatMap(({ target }) => (target ? [target] : []));
  return new Map(
    targets.flatMap(({ name, deployment: deploymentId }) =>
      deploymentId === undefined
        ? []
        : [[name, derivePublicId({ project: project.name, deploymentId, key })]],
    ),
  );
}

/** One id for all targets, or each its own. */
function fieldOfIds(file: string, ids: ReadonlyMap<string, string>): string {
  const spell = spellingOf(file);
  const [first] = ids.values();
  const isOne = first !== undefined && new Set(ids.values()).size === 1;
  return spell.field("publicId", isOne ? spell.text(first) : spell.map(ids));
}
