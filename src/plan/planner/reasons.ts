// Where a declared workbook or report is that is not live, in words, and what to do.

import { type Hazard, isPlainSlug, type Reason } from "../../model/index.ts";

/** The last time that a run of the project knew a workbook or report at this target. */
export interface LastSeen {
  id: number | null;
  /** ISO 8601: when that run began. */
  at: string;
  /** If that run deleted it: its name, and the run that it put back if it was a rollback. Then the id is null. */
  deletedBy?: { run: string; undoes: string | undefined };
  /** Other ids that it had in earlier runs. */
  earlier?: readonly number[];
}

/** Where a workbook is that is not live under its slug. */
export interface Place {
  id: number;
  slug: string | undefined;
  /** Whether it may as well be a copy: only its stamp, which a copy takes along, says what it was. */
  isPerhapsCopied: boolean;
}

export function deleted(last: LastSeen | undefined, report: string | undefined): Reason {
  const id = last && last.id !== null ? `, with the id ${last.id},` : "";
  const known = last
    ? `it was live${id} after the apply of ${last.at.slice(0, 16).replace("T", " ")} UTC`
    : `the report ${report} was applied to it`;
  return {
    code: "deleted",
    message: `deleted on the platform: ${known}`,
    help: "An apply creates it again. If it was deleted on purpose, remove it from the files.",
  };
}

export function unchecked(list: string, why = ""): Reason {
  return {
    code: "unchecked",
    message: `not in the list of ${list}; whether it was deleted could not be checked: ${why}`,
    help: "It may be hidden from this credential: ask for access to it, or look on the platform, before an apply creates it.",
  };
}

/** The record of the run that deleted it wins over the stamps of reports, which cannot say who did. */
export function deletedByRun({ run, undoes }: NonNullable<LastSeen["deletedBy"]>): Reason {
  const how = undoes === undefined ? `the apply ${run}` : `the rollback of ${undoes}`;
  return {
    code: "deleted-by-run",
    message: `deleted by ${how}`,
    help: "The files still declare it, so an apply creates it again. To leave it deleted, remove it from the files.",
  };
}

const SECOND = "As it is, apply would create a second workbook.";

/** `also`: where else the files name it, in words. */
export function renamed(wanted: string, { id, slug, isPerhapsCopied }: Place, also: string): Reason {
  const there = slug === undefined ? "without a slug" : `as ${slug}`;
  const how = isPerhapsCopied ? "renamed or copied" : "renamed";
  const ways =
    slug === undefined
      ? `Give it the slug ${wanted} back on the platform.`
      : `\`boardwright pull\` renames it in the files (or declare it as ${slug}${also && `, also ${also}`}). Or give it the slug ${wanted} back on the platform, or let go of it with \`boardwright disown ${isPlainSlug(slug) ? slug : "SLUG"}\`.`;
  return {
    code: "renamed",
    message: `live ${there}, id ${id}: ${how} in the UI?`,
    help: `${SECOND} ${ways}`,
    ...(slug !== undefined && { liveSlug: slug }),
  };
}

/** Of a report: a live one was applied under its key, and has another publicId. */
export function otherPublicId({ id, publicId }: { id: number; publicId: string }): Reason {
  return {
    code: "alike",
    message: `the report ${id} was applied under this key, and has another publicId, ${publicId}`,
    help: `If it is to stay, and its links with it, put the \`was\` that it had back, or write \`publicId: ${publicId}\`. As it is, apply would create a second report.`,
  };
}

export function alike(
  { id, slug, isOurs }: { id: number; slug: string | undefined; isOurs: boolean },
  also: string,
): Reason {
  if (isOurs && slug !== undefined)
    return {
      code: "alike",
      message: `looks renamed: like ${slug}, id ${id}, which this project applied and no file declares any longer`,
      help: `If it is, add \`was: ${slug}\`, which keeps its id, its links and what is published. ${SECOND}`,
    };
  const name = slug === undefined ? `workbook ${id}, which has no slug` : `${slug}, id ${id}`;
  return {
    code: "alike",
    message: `has the same name as ${name}, which no file declares: renamed?`,
    help: `If so, ${slug === undefined ? "give it this slug" : `declare it as ${slug}${also && `, also ${also}`}`}. ${SECOND}`,
  };
}

/** Somebody else's workbook, or another of ours, is where a workbook of ours was: adopting it would leave ours behind. */
export function displacedHazard({ id, slug }: Pick<Place, "id" | "slug">): Hazard {
  const there = slug === undefined ? "without a slug" : `as ${slug}`;
  const message = `the workbook ${id} was applied under this slug and is live ${there}, and another one has the slug now: renamed or copied in the UI?`;
  return { code: "renamed", message };
}

/** The same of the one that has the slug: it is ours, under another slug. */
export function strangerHazard(id: number, slug: string): Hazard {
  const message = `the workbook ${id}, which has this slug, carries the stamp of ${slug}: renamed or copied in the UI? It differs from the files`;
  return { code: "adopt", message };
}
