// Previews of a pull request: the copies and where to look at them, what was taken down, what is up.

import {
  type ListedPreview,
  type PreviewDownResult,
  type PreviewRemoval,
  type PreviewUpResult,
  shellWord,
} from "../../model/index.ts";
import {
  type Block,
  codes,
  type Document,
  type Group,
  type Inline,
  type Line,
  line,
  say,
  sentence,
  type Words,
} from "../document/document.ts";
import { count } from "../text/cells.ts";
import { isError } from "../text/findings.ts";
import { momentText } from "../text/value-text.ts";
import { type FindingOptions, findingBlocks, fixLines } from "./findings.ts";

export type ShownPreview = Pick<PreviewUpResult, "name" | "branch" | "diagnostics"> &
  Partial<Omit<PreviewUpResult, "workbooks">> & {
    workbooks: readonly { slug: string; of?: string; name: string; link?: string; id?: number }[];
  };

type ShownRemoval = Omit<PreviewRemoval, "failed"> & Partial<PreviewRemoval>;

export interface ShownDown extends Pick<PreviewDownResult, "untouched"> {
  previews: readonly ShownRemoval[];
  /** What was asked for. */
  name?: string | undefined;
  stale?: boolean | undefined;
}

/** At a terminal: the end of a command that names the target, and the command that fixes findings. A job needs neither. */
interface Commands {
  flag: string;
  fix?: string;
}

const WORKBOOKS: Group = { noun: "workbook", rank: 0, folded: false };
const REPORTS: Group = { noun: "report", rank: 1, folded: false };
/** Previews of many that are taken down together; the verdict counts all of them. */
const SHOWN = 20;

export function previewUpDocument(
  preview: ShownPreview,
  options: FindingOptions & { commands?: Commands } = {},
): Document {
  const { branch, broken = [], failed = [] } = preview;
  const { commands } = options;
  const touched = new Set<unknown>([...preview.workbooks.map(({ of }) => of), ...broken]);
  // Whoever is at a terminal looks at the preview; a job marks all findings at their lines.
  const diagnostics = commands
    ? preview.diagnostics.filter(({ slug }) => slug === undefined || touched.has(slug))
    : preview.diagnostics;
  const found = diagnostics.length === 0 ? [] : [[count(diagnostics.length, "finding")]];
  const model = say`the model of branch ${{ code: branch }}`;
  const others = otherFindings(preview.diagnostics.length - diagnostics.length, branch, commands?.flag);
  const fixes = [...fixLines(diagnostics, commands?.fix), ...others];
  const details = findingBlocks(diagnostics, options);
  if (broken.length === 0)
    return {
      light: failed.length > 0 || diagnostics.some(isError) ? "wrong" : "go",
      verdict: [say`preview ${{ code: preview.name }} on ${model}`, ...stateOf(preview), ...found],
      lead: [...upLead(preview, commands), ...fixes],
      details,
    };
  return {
    light: "wrong",
    verdict: [["no preview"], say`${count(broken.length, "workbook")} would break on ${model}`, ...found],
    lead: [
      line`Nothing was applied, because of ${codes(broken)}: fix the members that the findings name, or the model of the branch, and run it again.`,
      ...standingLines(preview),
      ...fixes,
    ],
    details,
  };
}

function otherFindings(of: number, branch: string, flag = ""): Block[] {
  const command = `boardwright lint --online --branch ${shellWord(branch)}${flag}`;
  const are = of === 1 ? "is" : "are";
  return of === 0
    ? []
    : [
        line`${count(of, "finding")} ${are} of dashboards that this preview does not touch: ${{ command }} shows them.`,
      ];
}

function stateOf({ workbooks, until, interrupted, results = [] }: ShownPreview): Words[] {
  if (workbooks.length > 0) {
    const end = until === undefined ? [] : [[`until ${momentText(until)}`]];
    return [[`${count(workbooks.length, "workbook")} to look at`], ...end];
  }
  return [[interrupted || results.length > 0 ? "not put up" : "no dashboard differs from the live one"]];
}

function upLead(preview: ShownPreview, commands: Commands | undefined): Block[] {
  const { name, branch, workbooks, broken = [], brokenAnywhere = [], movedFrom, until, staging } = preview;
  const others = brokenAnywhere.filter((slug) => !broken.includes(slug));
  const isUp = workbooks.length > 0;
  const list = workbooks.map(({ slug, name: title, link, id }) => {
    const instead = id === undefined ? "" : `workbook ${id}`;
    const shown = { text: title === "" ? slug : title, url: link, instead };
    return { head: [[shown], [{ code: slug }]], group: WORKBOOKS };
  });
  return [
    ...(isUp ? [{ list }] : []),
    ...(isUp && movedFrom !== undefined
      ? [line`It was of branch ${{ code: movedFrom }}, which no longer exists: renamed, most likely.`]
      : []),
    ...(others.length > 0
      ? [line`Not changed here, but would not work on it either: ${codes(others)}.`]
      : []),
    ...leftBlocks(preview, "Removed, because no longer part of it"),
    ...(staging === "off" ? [line`The staging environment of branch ${{ code: branch }} is off.`] : []),
    ...(isUp && commands ? downLines(name, commands.flag, until !== undefined) : []),
  ];
}

function downLines(name: string, flag: string, hasEnd: boolean): Line[] {
  const stale = line`${{ command: `boardwright preview down --stale${flag}` }} removes it after that.`;
  const down = line`Take it down with ${{ command: `boardwright preview down --name ${name}${flag}` }}.`;
  return hasEnd ? [stale, down] : [down];
}

function standingLines({ name, standing = [], standingLinks = {} }: ShownPreview): Line[] {
  if (standing.length === 0) return [];
  const names = standing.map((slug): Inline => {
    const url = Object.hasOwn(standingLinks, slug) ? standingLinks[slug] : undefined;
    return url === undefined ? { code: slug } : { text: slug, url };
  });
  return [line`Preview ${{ code: name }} is still as an earlier run put it up: ${{ names }}.`];
}

/** What became of copies that go. `gone`: why they are gone. */
function leftBlocks(left: Partial<Omit<PreviewRemoval, "staging">>, gone: string): Block[] {
  const { removed = [], kept = [], keptReports = [], inUse = [], failed = [] } = left;
  const list = [
    ...kept.map((code) => ({ head: [[{ code }]], group: WORKBOOKS })),
    ...keptReports.map((code) => ({ head: [[{ code }]], group: REPORTS })),
  ];
  return [
    ...(removed.length > 0 ? [line`${gone}: ${codes(removed)}.`] : []),
    ...inUse.map(
      ({ key, by }) =>
        line`Kept, because a workbook outside the preview draws it: report ${{ code: key }} (${codes(by)}).`,
    ),
    ...failed.map(
      ({ key, message }) => line`${{ tone: "red", text: "error:" }} ${{ code: key }}: ${message}`,
    ),
    ...(list.length > 0
      ? [line`Still there, because the deployment offers no way to delete them:`, { list }]
      : []),
  ];
}

export function previewDownDocument(down: ShownDown, flag = ""): Document {
  const parts = down.previews.map(removalDocument);
  const [only] = parts;
  if (only === undefined) return noneDocument(down, flag);
  if (parts.length === 1) return only;
  const all = (key: "removed" | "removedReports") => down.previews.flatMap((one) => one[key]);
  const end = down.previews.every(isWhole) ? "are taken down" : "are taken down in part";
  return {
    light: "none",
    verdict: [
      [`${count(parts.length, "preview")} ${end}`],
      [countBoth(all("removed"), all("removedReports"), "removed") ?? "nothing was left to remove"],
    ],
    lead: parts.slice(0, SHOWN).flatMap(({ verdict, lead = [] }) => [line`${sentence(verdict)}.`, ...lead]),
  };
}

function noneDocument({ untouched, name, stale }: ShownDown, flag: string): Document {
  const branch = untouched?.branch ?? "";
  const which =
    name === undefined ? say`of branch ${{ code: branch }}` : say`with the name ${{ code: name }}`;
  const none = stale ? ["no preview is stale"] : say`no preview ${which} is up`;
  const isOff = stale || untouched?.state === "gone" || untouched?.state === "off";
  const command = `boardwright data-model disable-branch ${untouched?.branch ?? "BRANCH"}${flag}`;
  const maybeOn = line`A staging environment that may be on is left as it is, because it is unknown whether it was on before: ${{ command }} turns it off.`;
  return { light: "none", verdict: [none, ["there is nothing to take down"]], lead: isOff ? [] : [maybeOn] };
}

function removalDocument(removal: ShownRemoval): Document & { lead: Block[] } {
  const { name, removed, removedReports, kept, keptReports } = removal;
  const numbers = [
    countBoth(removed, removedReports, "removed"),
    countBoth(kept, keptReports, "left"),
  ].filter((text) => text !== undefined);
  return {
    light: "none",
    verdict: [
      say`preview ${{ code: name }} is taken down${isWhole(removal) ? "" : " in part"}`,
      ...(numbers.length === 0 ? ["nothing was left to remove"] : numbers).map((text) => [text]),
      stagingOf(removal),
    ],
    lead: leftBlocks(removal, "Gone"),
  };
}

/** A report that a workbook of somebody else draws is theirs by now. */
function isWhole({ kept, keptReports, failed = [] }: ShownRemoval): boolean {
  return kept.length + keptReports.length + failed.length === 0;
}

/** `2 workbooks and 1 report removed`; undefined if there is neither. */
function countBoth(
  workbooks: readonly string[],
  reports: readonly string[],
  what: string,
): string | undefined {
  const parts = [
    ...(workbooks.length > 0 ? [count(workbooks.length, "workbook")] : []),
    ...(reports.length > 0 ? [count(reports.length, "report")] : []),
  ];
  return parts.length === 0 ? undefined : `${parts.join(" and ")} ${what}`;
}

function stagingOf({ branch, staging, neededBy }: ShownRemoval): Words {
  const environment = say`the staging environment of branch ${{ code: branch }}`;
  if (neededBy.length > 0) return say`${environment} stays on for ${codes(neededBy)}`;
  switch (staging) {
    case "off":
      return say`${environment} is off`;
    case "left-on":
      return say`${environment} was on before, and stays on`;
    case "absent":
      return say`branch ${{ code: branch }} no longer exists, nor does its staging environment`;
    case "untouched":
      return say`${environment} is left as it is`;
  }
}

/** A row for each workbook. */
export function previewListDocument(previews: readonly ListedPreview[], stale: boolean): Document {
  if (previews.length === 0) return { light: "none", verdict: [[`no preview is ${stale ? "stale" : "up"}`]] };
  const hasEnds = previews.some(({ until }) => until !== undefined);
  const rows = previews.flatMap(({ name, branch, staging, until, workbooks, reports }) => {
    const end = until === undefined ? "-" : momentText(until);
    const about = [name, branch, staging, ...(hasEnds ? [end] : [])];
    if (workbooks.length === 0) return [[...about, "-", `only ${count(reports.length, "report")} left`]];
    return workbooks.map(({ slug, id, link }) => [...about, slug, link ?? `workbook ${id}`]);
  });
  const head = ["NAME", "BRANCH", "STAGING", ...(hasEnds ? ["UNTIL"] : []), "SLUG", "LINK"];
  return { light: "none", verdict: [], details: [{ head, rows }] };
}
