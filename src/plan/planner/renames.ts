// Workbooks that the files give another slug (contract 12): which live one each of them is, and which of them cannot be renamed.

import { type Change, type Diagnostic, nameSome, type Severity } from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import type { Declared } from "../state/declared.ts";
import type { Feasible } from "./folders.ts";
import type { LiveRow } from "./live-index.ts";
import { type Known, subjectOf } from "./pass.ts";

const CANNOT = "cannot-rename";
const WAS_DONE = "was-done";

/** Leaves out what cannot be renamed, with an error each, and says which `was` can go. */
export function checkRenames(
  changes: readonly Change[],
  { input: { declared, renames = new Map(), can, project }, index, doubles }: Known,
): Feasible {
  const rows = [...index.rows.values()];
  /** Slug → the workbook that has the old one, and is not ours. */
  const foreign = new Map(
    rows.flatMap((row) => {
      const slug = renames.get(row.slug ?? "");
      return slug !== undefined && row.key === row.slug ? [[slug, row] as const] : [];
    }),
  );
  const refused = new Map<string, Diagnostic>();
  for (const change of changes) {
    const { kind, key, action, was } = change;
    if (kind !== "workbook") continue;
    const other = foreign.get(key);
    if (action === "create" && other) refused.set(key, notOurs(change, other));
    if (was === undefined) continue;
    const older = index.older(was, change.id ?? 0);
    if (older) refused.set(key, perhapsCopy(change, was, older));
    else if (!can.rename) refused.set(key, notOffered(change, was));
  }
  for (const slug of doubles.keys()) {
    const wanted = declared.get(slug);
    const was = index.holders(slug).find((row) => row.slug !== slug)?.slug;
    if (wanted && was !== undefined) refused.set(slug, bothLive(wanted, index.holders(slug), was));
  }
  /** Applied under its slug, and has the old one again. */
  const isReturned = ({ id, key, was }: Change) =>
    was !== undefined && id !== null && index.rows.get(id)?.appliedAs === key;
  const done = [...declared.values()].filter(({ slug, was = [] }) => {
    const [row] = index.holders(slug);
    return was.length > 0 && row?.slug === slug && row.unread === undefined && !refused.has(slug);
  });
  return {
    changes: changes
      .filter(({ kind, key }) => kind !== "workbook" || !refused.has(key))
      .map((change) => (change.kind === "workbook" && isReturned(change) ? renamedBack(change) : change)),
    diagnostics: [...refused.values(), ...mayGo(done, project.lint?.rules[WAS_DONE] ?? "warning")],
  };
}

/** The slug, if the finding refuses to rename that. */
export function isRefusedRename({ rule, severity, slug }: Diagnostic): string[] {
  return rule === CANNOT && severity === "error" && slug !== undefined ? [slug] : [];
}

/** Somebody gave it the old slug again: an apply would take that back. */
function renamedBack(change: Change): Change {
  const message = `applied as ${change.key}, and live as ${change.was} again: renamed in the UI?`;
  return { ...change, origin: "live", hazards: [...change.hazards, { code: "renamed", message }] };
}

function error({ key, source }: Pick<Change, "key" | "source">, message: string, help: string): Diagnostic {
  return diagnose({ kind: "workbook", key, source }, { rule: CANNOT, severity: "error", message, help });
}

function notOurs(change: Change, { id, slug, project }: LiveRow): Diagnostic {
  const whose = project === undefined ? "no project manages" : `the project ${project} manages`;
  return error(
    change,
    `${change.key} \`was: ${slug}\`, but the live ${slug} (workbook ${id}) is one that ${whose}; it is left out`,
    `To take it over, declare it as ${slug}, apply that with \`--allow adopt\`, and rename it then. To make a new workbook, remove \`was\`.`,
  );
}

function notOffered(change: Change, was: string): Diagnostic {
  return error(
    change,
    `this deployment does not describe renaming (PUT …/workbooks/{id} with \`slug\`); ${change.key} is left out`,
    `Give the workbook ${change.id} the slug ${change.key} on the platform: the next plan knows it by \`was: ${was}\`.`,
  );
}

/** The one that has the old slug is younger than another that was applied under it: a copy that somebody put in its place. */
function perhapsCopy(change: Change, was: string, older: LiveRow): Diagnostic {
  const there = older.slug === undefined ? "without a slug" : `as ${older.slug}`;
  return error(
    change,
    `${change.key} \`was: ${was}\`, and the workbooks ${older.id} and ${change.id} both were applied as ${was}; the older one is live ${there}: renamed in the UI? ${change.key} is left out`,
    `The older one has the links, publication and rights. Delete ${change.id} on the platform and give ${older.id} the slug ${was} back, then plan again; or delete ${older.id}.`,
  );
}

function bothLive(wanted: Declared, rows: readonly LiveRow[], was: string): Diagnostic {
  const { slug } = wanted;
  const all = rows.map((row) => `${row.slug} (workbook ${row.id})`).sort();
  return error(
    subjectOf(wanted),
    `${slug} \`was: ${was}\`, and both are live: ${nameSome(all)}; it is left out`,
    `Delete the one that is not meant on the platform, then plan again. Or remove \`was\`: then ${was} is one that no file declares.`,
  );
}

/** Another target may still need it, so it is said once, and no reason to stop. */
function mayGo(done: readonly Declared[], severity: Severity | "off"): Diagnostic[] {
  const [first] = done;
  if (!first || severity === "off") return [];
  const message = `renamed here already: ${nameSome(done.map(({ slug }) => slug))}`;
  return [
    diagnose(subjectOf(first), {
      rule: WAS_DONE,
      severity,
      message,
      help: "Where every target has the new slug, `was` can go. `lint.rules: { was-done: off }` silences this.",
    }),
  ];
}
