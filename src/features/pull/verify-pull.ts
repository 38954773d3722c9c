// Files as a pull would leave them, loaded and checked before any is written: what would not load as it is live is left out.

import { type Overlay, parseText } from "../../desired/index.ts";
import type { Wanted } from "../../edit/index.ts";
import {
  type Diagnostic,
  isObject,
  type Project,
  type PullNote,
  type ResolvedReport,
  UserError,
} from "../../model/index.ts";
import { declare, declareReport, type IgnoredPath } from "../../plan/index.ts";
import { checkFiles } from "../../project/check-files.ts";
import type { Destination, Environment } from "../../target/index.ts";
import { type Composition, freshReport } from "./compose.ts";
import { isBlocking } from "./lint-findings.ts";

export interface Verifying {
  project: Project;
  target: Destination;
  env: Environment;
  cwd: string;
  ignored: readonly IgnoredPath[];
  composition: Composition;
  overlay: Overlay;
  /** Slug → the file that it got. */
  newFiles: ReadonlyMap<string, string>;
}

export interface Verified {
  /** What must be left out, as `workbook slug`, `report key`, or the name of a fresh report, with why. Empty: all can be written. */
  wrong: Map<string, PullNote>;
  /** Of the files as they would be. */
  diagnostics: readonly Diagnostic[];
}

export async function verifyPull(verifying: Verifying): Promise<Verified> {
  const { project, target, ignored, composition, overlay, newFiles, ...options } = verifying;
  const scope = { project: project.name, target: target.name, deploymentId: target.deployment };
  const reportText = (report: ResolvedReport): string => {
    const { digest, publicId } = declareReport(report, scope);
    return `${digest} ${publicId}`;
  };
  const digestOf = (wanted: Wanted): string => {
    const place = { file: "", locate: () => ({ file: "", line: 1, column: 1, endLine: 1, endColumn: 1 }) };
    if (wanted.kind === "report") return reportText({ ...place, key: wanted.key, entry: wanted.entry });
    const workbook = { ...place, slug: wanted.key, writtenSlug: wanted.key, entry: wanted.entry };
    return declare(workbook, ignored).digest;
  };
  const seen = new Map<string, string>();
  const checked = await checkFiles({
    ...options,
    project,
    target,
    overlay,
    visit(workbook) {
      seen.set(`workbook ${workbook.slug}`, declare(workbook, ignored).digest);
    },
  });
  for (const report of checked.reports) seen.set(`report ${report.key}`, reportText(report));

  const wrong = new Map<string, PullNote>();
  const leaveOut = (name: string, reason: Pick<PullNote, "message" | "help">) => {
    const key = name.slice(name.indexOf(" ") + 1);
    if (!wrong.has(name)) wrong.set(name, { code: "cannot-write", key, ...reason });
  };
  // Edits were proven when they were made, and formatted since.
  const all = composition.wanted.map((wanted) => ({ owner: `${wanted.kind} ${wanted.key}`, wanted }));
  for (const { slug, workbook, reports } of composition.fresh) {
    const owner = `workbook ${slug}`;
    for (const [key, entry] of reports) all.push({ owner, wanted: { kind: "report", key, entry } });
    if (workbook) all.push({ owner, wanted: { kind: "workbook", key: slug, entry: workbook } });
  }
  for (const diagnostic of checked.diagnostics) {
    // Left behind by this pull, which says so.
    const isStray = checked.strays.has(diagnostic.file) && !overlay.has(diagnostic.file);
    if (isStray || !isBlocking(diagnostic)) continue;
    const report = freshReportAt(diagnostic, verifying);
    if (report) {
      wrong.set(freshReport(report.id), whyLeftOut(report, diagnostic));
      continue;
    }
    const owners = [...newFiles].flatMap(([key, name]) =>
      name === diagnostic.file ? [`workbook ${key}`] : [],
    );
    if (owners.length === 0) throw notOurs(diagnostic);
    for (const owner of owners) leaveOut(owner, whyWrong(owner, diagnostic));
  }
  // What a report left out of its file would have changed is seen in the next round.
  const isNext = wrong.size > 0;
  for (const { owner, wanted } of isNext ? [] : all) {
    if (seen.get(`${wanted.kind} ${wanted.key}`) === digestOf(wanted)) continue;
    leaveOut(owner, {
      message: `${owner.replace(/^workbook /, "")} is not pulled: its file would not say what is live`,
      help: "Report this as a bug of Boardwright, with what `boardwright workbooks get` prints of it.",
    });
  }
  return { wrong, diagnostics: checked.diagnostics };
}

interface FreshReport {
  id: number;
  key: string;
  name: string;
  slug: string;
}

/** The report of a new file that the finding is in; undefined if it is about anything else. */
function freshReportAt(
  { file, line }: Diagnostic,
  { composition, overlay, newFiles }: Verifying,
): FreshReport | undefined {
  const slug = [...newFiles].find(([, name]) => name === file)?.[0];
  const { reports } = composition.fresh.find((one) => one.slug === slug) ?? {};
  const text = overlay.get(file);
  if (slug === undefined || !reports || typeof text !== "string") return undefined;
  // As a new file is written: sections begin a line, and their keys are indented by two.
  const before = text.split("\n").slice(0, line).reverse();
  if (before.find((one) => /^\S/.test(one)) !== "reports:") return undefined;
  const { documents } = parseText(before.find((one) => /^ {2}[^ #]/.test(one)) ?? "", "yaml");
  const [key] = isObject(documents[0]) ? Object.keys(documents[0]) : [];
  const item = composition.pulled.find(
    (one) => one.kind === "report" && one.key === key && reports.has(one.key),
  );
  return item ? { id: item.id, key: item.key, name: item.name, slug } : undefined;
}

function whyLeftOut({ id, key, name, slug }: FreshReport, { rule, message, help }: Diagnostic): PullNote {
  const ways =
    "Charts keep its number, which is right on this deployment only. Fix it on the platform and pull again.";
  return {
    code: "cannot-write",
    key,
    message: `report ${id}, ${JSON.stringify(name)}, of ${slug} is not pulled: its file could not be read back, ${rule}: ${message}`,
    help: help === undefined ? ways : `${help} ${ways}`,
  };
}

function whyWrong(owner: string, { rule, message, help }: Diagnostic): Pick<PullNote, "message" | "help"> {
  const name = owner.replace(/^workbook /, "");
  const ways = "Fix it on the platform and pull again.";
  return {
    message: `${name} is not pulled: its file could not be read back, ${rule}: ${message}`,
    help: help === undefined ? ways : `${help} ${ways}`,
  };
}

function notOurs({ file, line, rule, message }: Diagnostic): UserError {
  return new UserError(`with what is live, ${file}:${line} would have an error; nothing was written`, {
    details: [`${rule}: ${message}`],
  });
}
