// Workbooks that the files give another slug (contract 12): which live one each of them is, and which of them cannot be renamed.

import {
  type Change,
  type Diagnostic,
  nameSome,
  type Project,
  readStamp,
  type Severity,
  stampOwner,
} from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import type { Scope } from "../change/workbook-change.ts";
import type { Declared } from "../state/declared.ts";
import type { LiveWorkbook } from "../state/state.ts";
import type { Abilities } from "./abilities.ts";
import type { DoubleSlugs } from "./double-slugs.ts";
import type { Feasible } from "./folders.ts";
import { followSlugs, type GivenSlugs } from "./given-slugs.ts";
import type { Place } from "./reasons.ts";
import type { Whereabouts } from "./whereabouts.ts";

export interface Renames extends GivenSlugs {
  /** Notes that a workbook was compared with the live one that has its slug. */
  see(wanted: Declared, live: LiveWorkbook): void;
  /** Leaves out what cannot be renamed, with an error each, and says which `was` can go. */
  check(
    changes: readonly Change[],
    known: { declared: ReadonlyMap<string, Declared>; doubles: DoubleSlugs } & Pick<Whereabouts, "findOlder">,
  ): Feasible;
}

const CANNOT = "cannot-rename";
const WAS_DONE = "was-done";

/** `renames`: slug that was → slug, of all workbooks that the files declare. */
export function watchRenames({
  renames = new Map(),
  declared,
  can,
  scope,
  project,
}: {
  project: { lint?: Pick<Project["lint"], "rules"> };
  renames?: ReadonlyMap<string, string> | undefined;
  declared: ReadonlyMap<string, Declared>;
  can: Pick<Abilities, "rename">;
  scope: Scope;
}): Renames {
  /** Slug → the workbook that has the old one, and is not ours. */
  const foreign = new Map<string, LiveWorkbook>();
  /** Live id → the slug that it has, of those that are to get another. */
  const before = new Map<number, string>();
  const done: Declared[] = [];
  /** Slugs whose workbook was applied under them, and has the old one again. */
  const returned = new Set<string>();
  return {
    ...followSlugs({ renames, declared, scope }, (live, slug, isOurs) => {
      if (!isOurs) return void foreign.set(slug, live);
      before.set(live.id, live.slug);
      if (readStamp(live.meta)?.of === stampOwner(scope.deploymentId, slug)) returned.add(slug);
    }),
    see(wanted, live) {
      if (live.slug === wanted.slug && (wanted.was ?? []).length > 0) done.push(wanted);
    },
    check(changes, { declared, doubles, findOlder }) {
      const refused = new Map<string, Diagnostic>();
      for (const change of changes) {
        const { kind, key, action, was } = change;
        const other = foreign.get(key);
        if (kind !== "workbook") continue;
        if (action === "create" && other) refused.set(key, notOurs(change, other));
        else if (was !== undefined && !can.rename) refused.set(key, notOffered(change, was));
        const older = was === undefined ? undefined : findOlder(was, change.id ?? 0);
        if (was !== undefined && older) refused.set(key, perhapsCopy(change, was, older));
      }
      for (const [slug, ids] of doubles) {
        const wanted = declared.get(slug);
        const was = ids.map((id) => before.get(id)).find((old) => old !== undefined);
        if (wanted && was !== undefined) refused.set(slug, bothLive(wanted, { ids, before, was }));
      }
      const kept = changes
        .filter(({ kind, key }) => kind !== "workbook" || !refused.has(key))
        .map((change) =>
          change.kind === "workbook" && change.was !== undefined && returned.has(change.key)
            ? renamedBack(change, change.was)
            : change,
        );
      const severity = project.lint?.rules[WAS_DONE] ?? "warning";
      return {
        changes: kept,
        diagnostics: [
          ...refused.values(),
          ...mayGo(
            done.filter(({ slug }) => !refused.has(slug)),
            severity,
          ),
        ],
      };
    },
  };
}

/** Somebody gave it the old slug again: an apply would take that back. */
function renamedBack(change: Change, was: string): Change {
  const message = `applied as ${change.key}, and live as ${was} again: renamed in the UI?`;
  return { ...change, origin: "live", hazards: [...change.hazards, { code: "renamed", message }] };
}

function error({ key, source }: Pick<Change, "key" | "source">, message: string, help: string): Diagnostic {
  return diagnose({ kind: "workbook", key, source }, { rule: CANNOT, severity: "error", message, help });
}

function notOurs(change: Change, { id, slug, meta }: LiveWorkbook): Diagnostic {
  const owner = readStamp(meta)?.project;
  const whose = owner === undefined ? "no project manages" : `the project ${owner} manages`;
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
function perhapsCopy(change: Change, was: string, older: Place): Diagnostic {
  const there = older.slug === undefined ? "without a slug" : `as ${older.slug}`;
  return error(
    change,
    `${change.key} \`was: ${was}\`, and the workbooks ${older.id} and ${change.id} both were applied as ${was}; the older one is live ${there}: renamed in the UI? ${change.key} is left out`,
    `The older one has the links, publication and rights. Delete ${change.id} on the platform and give ${older.id} the slug ${was} back, then plan again; or delete ${older.id}.`,
  );
}

function bothLive(
  { slug, file, line }: Declared,
  { ids, before, was }: { ids: readonly number[]; before: ReadonlyMap<number, string>; was: string },
): Diagnostic {
  const all = ids.map((id) => `${before.get(id) ?? slug} (workbook ${id})`).sort();
  return error(
    { key: slug, source: { file, line: line() } },
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
    diagnose(
      { kind: "workbook", key: first.slug, source: { file: first.file, line: first.line() } },
      {
        rule: WAS_DONE,
        severity,
        message,
        help: "Where every target has the new slug, `was` can go. `lint.rules: { was-done: off }` silences this.",
      },
    ),
  ];
}
