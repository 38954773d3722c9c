// boardwright workbooks: what is live, as the platform has it.

import { EXIT, type ExitCode, normalizeSlug, stampOwner, UsageError } from "../../model/index.ts";
import { readRecord, type StampRecord } from "../../plan/index.ts";
import type { Platform, WireWorkbook } from "../../platform/index.ts";
import { INVENTORY_STATES, type InventoryItem, readInventory } from "../../project/read-inventory.ts";
import { jsonText, renderRecord } from "../../report/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { positiveNumber, splitList } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { DEPLOYMENT } from "./commands.ts";
import { type Columns, printJson, printList, printOne, takeItems } from "./print.ts";

// boardwright workbooks list: what is live. In a project also whose each workbook is, and which file declares it.

interface ListFlags extends GlobalFlags {
  limit?: number;
  state?: string[];
}

const PLATFORM_COLUMNS: Columns<WireWorkbook> = {
  ID: "id",
  SLUG: "slug",
  NAME: "name",
  FOLDER: folderOf,
  UPDATED: "updatedAt",
};

const RECORD: Columns<WireWorkbook> = {
  id: "id",
  slug: "slug",
  name: "name",
  folder: folderOf,
  created: "createdAt",
  updated: "updatedAt",
  published: ({ publishedDashboard: published }) => published && `version ${published.versionNumber}`,
};

const INVENTORY_COLUMNS = {
  ID: "id",
  SLUG: "slug",
  STATE: ({ state, renamedFrom }) => (renamedFrom === undefined ? state : `renamed from ${renamedFrom}`),
  OWNER: "owner",
  NAME: "name",
  FOLDER: ({ wire }) => wire && folderOf(wire),
  FILE: "file",
  UPDATED: "wire.updatedAt",
} satisfies Columns<InventoryItem>;

const NONE = "There is no workbook.";

export const listWorkbooks: Subcommand = {
  usage: "list [deployment]",
  summary: "list the workbooks; in a project, also whose each is and its file",
  arguments: DEPLOYMENT,
  options: [
    ["--limit <n>", "show this many at most", positiveNumber],
    ["--state <states>", `only these, separated by commas: ${INVENTORY_STATES.join(", ")}`, splitList],
  ],
  examples: [
    "boardwright workbooks list --limit 10",
    "boardwright workbooks list --state unmanaged   # what no project manages",
  ],
  run(terminal, [explicit], flags: ListFlags) {
    const states = readStates(flags.state);
    return withRemote(terminal, flags, async (remote) => {
      const { platform, project, target, url } = remote;
      const deployment = remote.deployment(explicit);
      if (!project) {
        if (states) throw new UsageError("--state needs a project file: it says whose a workbook is");
        const all = await takeItems(platform.listWorkbooks(deployment), flags.limit);
        return printList(terminal, flags, { items: all, columns: PLATFORM_COLUMNS, none: NONE });
      }
      const { env } = terminal;
      const inventory = await readInventory({ project, target, env, platform, url, deployment });
      if (inventory.isPartial && !flags.quiet)
        terminal.err(
          "The files have errors, so what they declare may be missing: `boardwright lint` shows them.",
        );
      const items = inventory.items.filter(({ state }) => !states || states.has(state)).slice(0, flags.limit);
      return printList(terminal, flags, { items, columns: columnsFor(items), raw: toRaw, none: NONE });
    });
  },
};

/** People and teams have a column if any looks after something; OWNER is the project. */
function columnsFor(items: readonly InventoryItem[]): Columns<InventoryItem> {
  const { UPDATED, ...columns } = INVENTORY_COLUMNS;
  if (!items.some(({ owners }) => owners)) return INVENTORY_COLUMNS;
  return { ...columns, "OWNED BY": ({ owners }) => owners?.join(", "), UPDATED };
}

/** The platform's own answer, and beside it what only the project knows. */
function toRaw({ wire, id, slug, name, state, owner, file, owners, renamedFrom }: InventoryItem): unknown {
  const inventory = {
    state,
    owner: owner ?? null,
    file: file ?? null,
    owners: owners ?? [],
    ...(renamedFrom !== undefined && { renamedFrom }),
  };
  return { ...(wire ?? { id, slug, name }), inventory };
}

function readStates(texts: readonly string[] | undefined): ReadonlySet<string> | undefined {
  if (texts === undefined) return undefined;
  const known: readonly string[] = INVENTORY_STATES;
  for (const text of texts) {
    if (known.includes(text)) continue;
    throw new UsageError(`there is no state ${JSON.stringify(text)}`, [`States are ${known.join(", ")}.`]);
  }
  return new Set(texts);
}

function folderOf({ folderPath }: WireWorkbook): string | undefined {
  return folderPath?.map(({ name }) => name).join("/");
}

/** By id if it is a number that names one, else by slug, which only the list knows. */
export async function findWorkbook(
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

// The stamp of one workbook, as people read it.

/** The workbook, or with --stamp its stamp: as JSON its record, or null if there is none. */
export function printWorkbook(
  terminal: Terminal,
  flags: GlobalFlags & { stamp?: boolean },
  workbook: WireWorkbook,
  [deployment = 0]: readonly number[],
): ExitCode {
  if (!flags.stamp) return printOne(terminal, flags, workbook, RECORD);
  const record = readRecord(workbook.meta);
  if (flags.json) printJson(terminal, record ?? null);
  else if (record) terminal.show(describe(record, { workbook, deployment }, terminal.color.out));
  else if (!flags.quiet) terminal.err("It carries no stamp: no project manages it.");
  return EXIT.ok;
}

function describe(
  record: StampRecord,
  { workbook: { id, slug }, deployment }: { workbook: WireWorkbook; deployment: number },
  color: boolean,
): string {
  const { project, of, digest, preview, asked, answered, isOpen, damaged } = record;
  const isOwn = of === stampOwner(deployment, slug ?? "");
  const fields: [string, string | number | null | undefined][] = [
    ["workbook", slug ?? id],
    ["project", project],
    [
      "of",
      isOwn || of === null
        ? of
        : `${of}, so it counts as none here: a copy takes the stamp along, and a rename keeps it`,
    ],
    ["digest", digest],
  ];
  if (preview) fields.push(["preview", `${preview.name}, of the branch ${preview.branch}`]);
  if (damaged !== undefined) fields.push(["damaged", `${damaged}. Nobody knows what was applied last.`]);
  const isAsAsked = answered !== null && jsonText(answered) === jsonText(asked);
  const answer = isOpen
    ? "not known: the run that wrote this did not come to its end"
    : isAsAsked
      ? "as asked"
      : jsonText(answered);
  const states = `\nasked\n${indented(jsonText(asked))}\nanswered\n${indented(answer)}`;
  return renderRecord(fields, { color }) + (asked === null ? "" : states);
}

/** Ends with a line end. */
function indented(text: string): string {
  return `${text.trimEnd().replace(/^/gm, "  ")}\n`;
}
