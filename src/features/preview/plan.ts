// The plan of a preview: the ordinary comparison of the copies with the live workbooks and reports of their names.

import type { LiveReports } from "../../live/index.ts";
import { EXIT, type Plan, type PreviewMark, readStamp, stampOwner, UserError } from "../../model/index.ts";
import {
  type Declared,
  type DeclaredReport,
  type FolderIds,
  type IgnoredPath,
  type LiveReport,
  type LiveWorkbook,
  ownerOf,
  type PlannerInput,
  planAll,
  resolveDeclared,
  withChanges,
} from "../../plan/index.ts";
import { type Changed, copyReport, copyWorkbook } from "./copies.ts";
import { previewKey } from "./name.ts";

/** The inputs of the ordinary plan, with the live state. */
export interface PreviewInput extends Pick<PlannerInput, "toolVersion" | "project" | "target" | "can"> {
  mark: PreviewMark;
  changed: Changed;
  declared: ReadonlyMap<string, Declared>;
  reports: readonly DeclaredReport[];
  /** Slug → the live workbook, of those that change and of the copies. */
  live: ReadonlyMap<string, LiveWorkbook>;
  /** Live workbooks whose slug is that of one in `live`. */
  doubles: readonly LiveWorkbook[];
  ignored: readonly IgnoredPath[];
  folders: FolderIds;
  /** Report key → live id. */
  reportIds: ReadonlyMap<string, number>;
}

/** The copies of the reports that changed; the live reports with their publicIds must be read before planning. */
export function copyReports({
  mark,
  changed,
  declared,
  reports,
  project,
  target,
}: PreviewInput): DeclaredReport[] {
  const scope = { preview: mark.name, project: project.name, deploymentId: target.deploymentId };
  return reports
    .filter(({ key }) => changed.reports.includes(key))
    .map((report) => {
      const own = String(report.state.workbook);
      const users = changed.slugs.filter((slug) => declared.get(slug)?.references.includes(report.key));
      const home = changed.slugs.includes(own) ? own : (users[0] as string);
      return copyReport(report, { ...scope, home: previewKey(home, mark.name) });
    });
}

export interface PreviewCopy {
  slug: string;
  name: string;
  /** The slug of the original. */
  of: string;
}

/**
 * A plan of creates and updates, without hazards: nobody is meant to edit a preview. `copies`: those of the reports, with the live
 * ones. Throws a UserError of exit code 3 if anything else holds a slug or a publicId of this preview.
 */
export function planPreview(
  input: PreviewInput,
  copies: Pick<LiveReports, "pairs" | "ids">,
): { plan: Plan; copies: PreviewCopy[] } {
  const { mark, changed, declared, live, doubles, ignored, folders, project, target } = input;
  const workbooks = changed.slugs.map((slug) => {
    const options = { preview: mark.name, ignored, folders, reports: changed.reports, live: live.get(slug) };
    return copyWorkbook(declared.get(slug) as Declared, options);
  });
  const scope = {
    project: project.name,
    deploymentId: target.deploymentId,
    ignored,
    reports: new Map([...input.reportIds, ...copies.ids]),
    reportVersions: new Map<number, number>(),
    folders,
    preview: mark,
  };
  const holders = workbooks.flatMap(({ slug }) => live.get(slug) ?? []);
  refuseHeld(
    [
      ...holders.filter((holder) => ownerOf(holder, scope).kind !== "us"),
      // An upsert may write either of the two, whoever they belong to.
      ...doubles.filter(({ slug }) => workbooks.some((copy) => copy.slug === slug)),
    ],
    copies.pairs.flatMap((pair) => (pair.live && !isCopy(pair.live, scope) ? [pair.live] : [])),
    mark.name,
  );
  const copied = new Map(workbooks.map((workbook) => [workbook.slug, workbook]));
  const about = { declared: copied, reports: copies.pairs, otherReports: [], orphans: false, scope };
  const plan = planAll({ ...input, ...about }, holders);
  const changes = plan.changes.map((change) => ({ ...change, hazards: [] }));
  return {
    plan: withChanges(plan, changes, plan.summary.unchanged),
    copies: workbooks.map((copy, index) => ({
      slug: copy.slug,
      name: String(resolveDeclared(copy, new Map()).state().name),
      of: changed.slugs[index] as string,
    })),
  };
}

function isCopy(
  { publicId, meta }: LiveReport,
  scope: { project: string; deploymentId: number; preview: PreviewMark },
): boolean {
  const stamp = readStamp(meta);
  const isOurs = stamp?.project === scope.project && stamp.preview?.name === scope.preview.name;
  return isOurs && stamp.publicId === publicId && stamp.of.startsWith(stampOwner(scope.deploymentId, ""));
}

function refuseHeld(workbooks: readonly LiveWorkbook[], reports: readonly LiveReport[], name: string): void {
  const held = [
    ...workbooks.map(({ slug, id }) => `the slug ${slug} is held by workbook ${id}`),
    ...reports.map(({ publicId, id }) => `the publicId ${publicId} is held by report ${id}`),
  ];
  if (held.length === 0) return;
  throw new UserError(
    `refused, nothing was written: preview ${name} would overwrite what is not a preview of this project`,
    {
      details: [...held, "Choose another name with --name, or remove these on the platform."],
      exitCode: EXIT.refused,
    },
  );
}
