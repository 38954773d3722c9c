// Whether a name may be given: what is renamed is there, the new name can be one, and nothing has it.

import { whyUnusableSlug } from "../../lint/index.ts";
import {
  compareText,
  didYouMean,
  keysBefore,
  normalizeSlug,
  type Place,
  type Project,
  RENAMED_KINDS,
  type Renaming,
  slugsBefore,
  UsageError,
  UserError,
} from "../../model/index.ts";
import { findMember } from "./find-mentions.ts";
import type { Side } from "./load-sides.ts";

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** The renaming with its slugs in their normal form. Throws a UserError that says what is wrong with it. */
export function checkRenaming(project: Project, sides: readonly Side[], asked: Renaming): Renaming {
  const { kind } = asked;
  if (!RENAMED_KINDS.includes(kind))
    throw new UsageError(`there is no kind "${kind}" to rename.${didYouMean(kind, RENAMED_KINDS)}`, [
      `Kinds are ${RENAMED_KINDS.join(", ")}.`,
    ]);
  const renaming = kind === "workbook" ? { ...asked, from: normalizeSlug(asked.from) } : asked;
  const { from, to } = renaming;
  if (from === to) throw new UsageError(`the old and the new name are the same: ${from}`);
  const unusable = whyUnusable(renaming);
  if (unusable) throw new UsageError(`"${to}" cannot be the name of a ${kind}: ${unusable}`);
  if (kind === "member") {
    if (!sides.some((side) => findMember(side, renaming).length > 0))
      throw new UserError(`no file names the member ${from}`, {
        details: [
          "Members are named with their cube or view, as in `orders.count`; a view alone renames all of its members.",
        ],
      });
    refuseTakenMember(sides, renaming);
    return renaming;
  }
  const known = placesOf(project, sides, kind);
  if (!known.has(from)) {
    const many = `no file declares the ${kind} ${from}.${didYouMean(from, known.keys())}`;
    throw new UserError(
      kind === "target" ? `the project has no target ${from}.${didYouMean(from, known.keys())}` : many,
    );
  }
  if (kind !== "target") refuseRow(sides, renaming, known.get(from));
  const taken = known.get(to);
  if (known.has(to))
    throw new UserError(
      `there is a ${kind} ${to} already${taken ? `, at ${taken.file}:${taken.line}` : ""}`,
      {
        details: ["Nothing was written. Give it a name that nothing has."],
      },
    );
  if (kind !== "target") refuseClaimed(sides, renaming);
  return renaming;
}

/** `file:line:column` of each place once, sorted, for the lines under an error. */
export function linesOf(places: readonly Place[]): string[] {
  const sorted = places.toSorted(
    (a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column,
  );
  return [...new Set(sorted.map(({ file, line, column }) => `${file}:${line}:${column}`))];
}

/** Its live one is to be renamed still, or was: lint would refuse a second of that name. */
function refuseClaimed(sides: readonly Side[], { kind, from, to }: Renaming): void {
  for (const { workbooks, reports } of sides) {
    const all =
      kind === "workbook"
        ? workbooks.map(({ slug, entry, locate }) => ({ name: slug, before: slugsBefore(entry), locate }))
        : reports.map(({ key, entry, locate }) => ({ name: key, before: keysBefore(entry), locate }));
    const claimer = all.find(({ name, before }) => name !== from && before.includes(to));
    if (!claimer) continue;
    const { file, line } = claimer.locate(["was"]);
    throw new UserError(`the ${kind} ${claimer.name} was ${to}, at ${file}:${line}`, {
      details: [
        "Nothing was written.",
        kind === "workbook"
          ? `Apply ${claimer.name} on every target and remove its \`was: ${to}\`; then give ${to} to ${from}.`
          : `Write the publicId of ${claimer.name} in the place of its \`was: ${to}\`, so that it keeps it; then give ${to} to ${from}.`,
      ],
    });
  }
}

/** The name of what a row declares is made of the row's values: it is the row that gets others. */
function refuseRow(sides: readonly Side[], { kind, from }: Renaming, place: Place | undefined): void {
  const all = sides.flatMap(({ workbooks, reports }) =>
    kind === "workbook"
      ? workbooks.map(({ slug, template, row }) => ({ name: slug, template, row }))
      : reports.map(({ key, template, row }) => ({ name: key, template, row })),
  );
  const found = all.find(({ name, template }) => name === from && template !== undefined);
  if (!found) return;
  const at = place ? ` at ${place.file}:${place.line}` : "";
  const next =
    kind === "workbook"
      ? `Give that row another \`key\`, and \`override: { was: ${from} }\`, so that the live workbook is renamed and not made again.`
      : "Give that row another `key`: then a report with another publicId is created, and this one is no longer declared.";
  throw new UserError(
    `the ${kind} ${from} cannot be renamed: the row \`${found.row}\` of \`${found.template}\`${at} declares it`,
    { details: ["Nothing was written.", next] },
  );
}

/** Two members that become one cannot be told apart again, and a list would have it twice. */
function refuseTakenMember(sides: readonly Side[], { kind, from, to }: Renaming): void {
  // As if the new name were to be renamed: what would be found has it.
  const taken = sides.flatMap((side) => findMember(side, { kind, from: to, to: from }));
  if (taken.length === 0) return;
  const what = to.includes(".") ? `the files name a member ${to}` : `the files name members of ${to}`;
  throw new UserError(`${what} already`, {
    details: [
      ...linesOf(taken.map(({ at }) => at)),
      "Nothing was written. Give it a name that nothing has, or put the other one in its place by hand.",
    ],
  });
}

function whyUnusable({ kind, from, to }: Renaming): string | undefined {
  if (to.trim() !== to || to === "") return "it is empty, or blank at an end.";
  if (/[\u0000-\u001f\u007f]/.test(to)) return "it holds control characters.";
  if (to.includes("${")) return "`${` begins a variable.";
  switch (kind) {
    case "workbook": {
      const why = whyUnusableSlug(to);
      if (why !== undefined) return `it cannot be part of an address: ${why}.`;
      if (to !== normalizeSlug(to)) return `its normal form is \`${normalizeSlug(to)}\`.`;
      return /[/\\\s]/.test(to) ? "a slug holds no slashes and no blanks." : undefined;
    }
    case "member": {
      const parts = to.split(".");
      const old = from.split(".");
      if (!parts.every((part) => NAME.test(part)))
        return "its parts are letters, digits and `_`, and begin with no digit.";
      return (parts.length === 1) === (old.length === 1)
        ? undefined
        : "a member is renamed to a member, and a view to a view.";
    }
    case "target":
      return /^\w[\w.-]*$/.test(to) ? undefined : "it is letters, digits, `.`, `_` and `-`.";
    default:
      return undefined;
  }
}

/** What has a name of this kind, and where it is declared, where that is known. */
function placesOf(
  project: Project,
  sides: readonly Side[],
  kind: "workbook" | "report" | "target",
): Map<string, Place | undefined> {
  if (kind === "target") return new Map(Object.keys(project.targets).map((name) => [name, undefined]));
  const named = sides.flatMap(({ workbooks, reports }) =>
    kind === "workbook"
      ? workbooks.map(({ slug, locate }) => [slug, locate] as const)
      : reports.map(({ key, locate }) => [key, locate] as const),
  );
  return new Map(named.map(([name, locate]) => [name, locate([], "key")]));
}
