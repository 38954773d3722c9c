// Blocks of dashboards that several new files repeat (a layout, a theme): counted, so that they can be offered, and if it is wanted
// written once, as a fragment that the files include.

import { posix } from "node:path";
import { isObject, type Json, type JsonObject, mapValues, type PullNote } from "../model/index.ts";
import { canonical } from "../plan/index.ts";
import type { Placing } from "./placing.ts";
import { printYaml } from "./yaml-layout.ts";

/** So many files must have a block for it to be shared. */
const FEWEST_FILES = 3;
/** Smaller blocks are read faster in place. */
const FEWEST_VALUES = 3;

/** A new workbook file before it is printed; `sections` as it spells them. */
export interface Unprinted {
  file: string;
  sections: JsonObject;
}

export interface Shared {
  files: Unprinted[];
  /** Name → text of the fragments. */
  fragments: Map<string, string>;
  notes: PullNote[];
}

interface Block {
  key: string;
  value: JsonObject;
  users: number;
}

/** `nameFor`: gives out a file name that is free, with its ending. */
export function shareBlocks(
  files: readonly Unprinted[],
  placing: Placing,
  nameFor: (wanted: string, ending: string) => string,
): Shared {
  const blocks = countBlocks(files);
  const repeated = [...blocks.values()].filter(({ users }) => users >= FEWEST_FILES);
  repeated.sort((a, b) => b.users - a.users);
  if (!placing.shares)
    return { files: [...files], fragments: new Map(), notes: repeated.map((block) => offer(block, placing)) };
  const folder = posix.join(placing.into, "shared");
  const names = new Map<string, string>();
  const fragments = new Map<string, string>();
  for (const [id, block] of blocks) {
    const there = placing.findFragment(posix.join(folder, block.key), block.value);
    if (there !== undefined) names.set(id, there);
  }
  const notes: PullNote[] = [];
  for (const block of repeated) {
    const id = idOf(block);
    if (names.has(id)) continue;
    const file = nameFor(posix.join(folder, block.key), ".yaml");
    names.set(id, file);
    fragments.set(
      file,
      printYaml(block.value, [`Of ${block.users} dashboards: a change here is a change of each.`]),
    );
    const message = `the \`${block.key}\` of ${block.users} new files is here, once`;
    const help = "To change it for one of them, write the keys that differ beside its `$include`.";
    notes.push({ code: "shared", file, message, help });
  }
  return { files: files.map((one) => including(one, names)), fragments, notes };
}

function offer({ key, users }: Block, { isDry }: Placing): PullNote {
  const how = isDry ? "Add `--share`" : "Remove the new files and pull again with `--share`";
  return {
    code: "repeated",
    message: `${users} new files have the same \`${key}\``,
    help: `${how} to write such a block once, in shared/, and include it.`,
  };
}

function countBlocks(files: readonly Unprinted[]): Map<string, Block> {
  const blocks = new Map<string, Block>();
  for (const { sections } of files) {
    for (const [key, value] of Object.entries(dashboardOf(sections) ?? {})) {
      if (!isShareable(key, value)) continue;
      const block = blocks.get(idOf({ key, value })) ?? { key, value, users: 0 };
      block.users += 1;
      blocks.set(idOf(block), block);
    }
  }
  return blocks;
}

function including({ file, sections }: Unprinted, names: ReadonlyMap<string, string>): Unprinted {
  const { workbooks } = sections;
  if (!isObject(workbooks)) return { file, sections };
  const replaced = mapValues(workbooks, (workbook) => {
    if (!isObject(workbook) || !isObject(workbook.dashboard)) return workbook;
    const dashboard = mapValues(workbook.dashboard, (value, key) => {
      const name = isShareable(key, value) ? names.get(idOf({ key, value })) : undefined;
      if (name === undefined) return value;
      const path = posix.relative(posix.dirname(file), name);
      return { $include: path.startsWith(".") ? path : `./${path}` };
    });
    return { ...workbook, dashboard };
  });
  return { file, sections: { ...sections, workbooks: replaced } };
}

function dashboardOf({ workbooks }: JsonObject): JsonObject | undefined {
  const [workbook] = isObject(workbooks) ? Object.values(workbooks) : [];
  return isObject(workbook) && isObject(workbook.dashboard) ? workbook.dashboard : undefined;
}

/** Maps that no text file of one workbook is part of. */
function isShareable(key: string, value: Json): value is JsonObject {
  return key !== "app" && isObject(value) && countValues(value) >= FEWEST_VALUES;
}

function countValues(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + countValues(item), 0);
}

function idOf({ key, value }: Pick<Block, "key" | "value">): string {
  return `${key} ${canonical(value)}`;
}
