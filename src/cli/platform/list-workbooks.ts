// boardwright workbooks list: what is live. In a project also whose each workbook is, and which file declares it.

import { EXIT, UsageError } from "../../model/index.ts";
import type { WireWorkbook } from "../../platform/index.ts";
import { INVENTORY_STATES, type InventoryItem, readInventory } from "../../tasks/read-inventory.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { positiveNumber, splitList } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { DEPLOYMENT } from "./arguments.ts";
import { takeItems } from "./list-command.ts";
import { type Columns, printJson, printTable } from "./print.ts";

interface ListFlags extends GlobalFlags {
  limit?: number;
  state?: string[];
}

const PLATFORM_COLUMNS: Columns<WireWorkbook> = {
  ID: ({ id }) => id,
  SLUG: ({ slug }) => slug,
  NAME: ({ name }) => name,
  FOLDER: folderOf,
  UPDATED: ({ updatedAt }) => updatedAt,
};

const INVENTORY_COLUMNS = {
  ID: ({ id }) => id,
  SLUG: ({ slug }) => slug,
  STATE: ({ state, renamedFrom }) => (renamedFrom === undefined ? state : `renamed from ${renamedFrom}`),
  OWNER: ({ owner }) => owner,
  NAME: ({ name }) => name,
  FOLDER: ({ wire }) => wire && folderOf(wire),
  FILE: ({ file }) => file,
  UPDATED: ({ wire }) => wire?.updatedAt,
} satisfies Columns<InventoryItem>;

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
        return print(terminal, flags, { items: all, columns: PLATFORM_COLUMNS, raw: (item) => item });
      }
      const { env } = terminal;
      const inventory = await readInventory({ project, target, env, platform, url, deployment });
      if (inventory.isPartial && !flags.quiet)
        terminal.err(
          "The files have errors, so what they declare may be missing: `boardwright lint` shows them.",
        );
      const items = inventory.items.filter(({ state }) => !states || states.has(state)).slice(0, flags.limit);
      return print(terminal, flags, { items, columns: columnsFor(items), raw: toRaw });
    });
  },
};

/** People and teams have a column if any looks after something; OWNER is the project. */
function columnsFor(items: readonly InventoryItem[]): Columns<InventoryItem> {
  const { UPDATED, ...columns } = INVENTORY_COLUMNS;
  if (!items.some(({ owners }) => owners)) return INVENTORY_COLUMNS;
  return { ...columns, "OWNED BY": ({ owners }) => owners?.join(", "), UPDATED };
}

interface Listed<T> {
  items: readonly T[];
  columns: Columns<T>;
  /** What --json shows of an item. */
  raw(item: T): unknown;
}

function print<T>(terminal: Terminal, flags: ListFlags, { items, columns, raw }: Listed<T>) {
  if (flags.json) {
    printJson(terminal, items.map(raw));
    return EXIT.ok;
  }
  if (items.length === 0 && !flags.quiet) terminal.err("There is no workbook.");
  printTable(terminal, items, columns);
  return EXIT.ok;
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

export function folderOf({ folderPath }: WireWorkbook): string | undefined {
  return folderPath?.map(({ name }) => name).join("/");
}
