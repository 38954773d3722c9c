// boardwright workbooks, folders and reports: what is live, as the platform has it.

import { EXIT, type ExitCode, normalizeSlug, UserError } from "../../model/index.ts";
import type { Platform, WireFolder, WireReport, WireWorkbook } from "../../platform/index.ts";
import type { GlobalFlags } from "../flags.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { type Columns, type ListFlags, printList, printOne, takeItems } from "./print.ts";
import { readId, splitWords } from "./words.ts";

const WORKBOOK_COLUMNS: Columns<WireWorkbook> = {
  ID: ({ id }) => id,
  SLUG: ({ slug }) => slug,
  NAME: ({ name }) => name,
  FOLDER: folderOf,
  UPDATED: ({ updatedAt }) => updatedAt,
};

export function listWorkbooks(terminal: Terminal, words: string[], flags: ListFlags): Promise<ExitCode> {
  const { deployment } = splitWords(words, []);
  return withRemote(terminal, flags, async (remote) => {
    const pages = remote.platform.listWorkbooks(remote.deployment(deployment));
    printList(
      terminal,
      flags,
      await takeItems(pages, flags.limit),
      WORKBOOK_COLUMNS,
      "There is no workbook.",
    );
    return EXIT.ok;
  });
}

export function getWorkbook(terminal: Terminal, words: string[], flags: GlobalFlags): Promise<ExitCode> {
  const { deployment, rest } = splitWords(words, ["slug or id"]);
  const wanted = rest[0]!;
  return withRemote(terminal, flags, async (remote) => {
    const id = remote.deployment(deployment);
    const found = await findWorkbook(remote.platform, id, wanted);
    if (found === undefined) throw absent("workbook", wanted, id, "boardwright workbooks list");
    const { slug, name, createdAt, updatedAt, publishedDashboard } = found;
    printOne(terminal, flags, found, {
      id: found.id,
      slug,
      name,
      folder: folderOf(found),
      created: createdAt,
      updated: updatedAt,
      published: publishedDashboard ? `version ${publishedDashboard.versionNumber}` : undefined,
    });
    return EXIT.ok;
  });
}

/** By id where it is a number that names one, else by slug, which only the list knows. */
async function findWorkbook(
  platform: Platform,
  deploymentId: number,
  wanted: string,
): Promise<WireWorkbook | undefined> {
  const byId = /^[1-9]\d{0,14}$/.test(wanted)
    ? await platform.getWorkbook(deploymentId, Number(wanted))
    : undefined;
  if (byId) return byId;
  const slug = normalizeSlug(wanted);
  for await (const page of platform.listWorkbooks(deploymentId)) {
    const listed = page.find((workbook) => workbook.slug === slug);
    // List items may come without their dashboards.
    if (listed) return platform.getWorkbook(deploymentId, listed.id);
  }
  return undefined;
}

const FOLDER_COLUMNS: Columns<WireFolder & { path: string }> = {
  ID: ({ id }) => id,
  PATH: ({ path }) => path,
  PARENT: ({ parentId }) => parentId,
};

export function listFolders(terminal: Terminal, words: string[], flags: ListFlags): Promise<ExitCode> {
  const { deployment } = splitWords(words, []);
  return withRemote(terminal, flags, async (remote) => {
    const folders = await remote.platform.listFolders(remote.deployment(deployment));
    const shown = folders.slice(0, flags.limit);
    if (flags.json) printList(terminal, flags, shown, {}, "");
    else printList(terminal, flags, withPaths(shown), FOLDER_COLUMNS, "There is no folder.");
    return EXIT.ok;
  });
}

/** Parents stand before their children. */
function withPaths(folders: readonly WireFolder[]): (WireFolder & { path: string })[] {
  const paths = new Map<number, string>();
  return folders.map((folder) => {
    const above = paths.get(folder.parentId ?? 0);
    const path = above === undefined ? folder.name : `${above}/${folder.name}`;
    paths.set(folder.id, path);
    return { ...folder, path };
  });
}

const REPORT_COLUMNS: Columns<WireReport> = {
  ID: ({ id }) => id,
  "PUBLIC ID": ({ publicId }) => publicId,
  NAME: ({ name }) => name,
  WORKBOOK: ({ workbookId }) => workbookId,
  UPDATED: ({ updatedAt }) => updatedAt,
};

export function listReports(terminal: Terminal, words: string[], flags: ListFlags): Promise<ExitCode> {
  const { deployment } = splitWords(words, []);
  return withRemote(terminal, flags, async (remote) => {
    const pages = remote.platform.listReports(remote.deployment(deployment));
    printList(terminal, flags, await takeItems(pages, flags.limit), REPORT_COLUMNS, "There is no report.");
    return EXIT.ok;
  });
}

export function getReport(terminal: Terminal, words: string[], flags: GlobalFlags): Promise<ExitCode> {
  const { deployment, rest } = splitWords(words, ["id"]);
  const reportId = readId(rest[0]!, "report");
  return withRemote(terminal, flags, async (remote) => {
    const id = remote.deployment(deployment);
    const report = await remote.platform.getReport(id, reportId);
    if (report === undefined) throw absent("report", String(reportId), id, "boardwright reports list");
    const { publicId, name, workbookId, version, createdAt, updatedAt } = report;
    const fields = { id: report.id, publicId, name, workbook: workbookId, version, created: createdAt };
    printOne(terminal, flags, report, { ...fields, updated: updatedAt });
    return EXIT.ok;
  });
}

function folderOf({ folderPath }: WireWorkbook): string | undefined {
  return folderPath?.map(({ name }) => name).join("/");
}

function absent(what: string, wanted: string, deploymentId: number, list: string): UserError {
  return new UserError(`deployment ${deploymentId} has no ${what} ${JSON.stringify(wanted)}`, {
    details: [`\`${list}\` shows those that the credential sees.`],
  });
}
