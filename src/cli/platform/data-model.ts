// What the commands of the data model's files show.

import { EXIT, type ExitCode, isObject, type JsonObject, UserError } from "../../model/index.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import type { Input } from "./commands.ts";
import { printJson, printList } from "./print.ts";

/** All files of the tree, by paths without a leading slash, as they are written. */
export function filesOf(nodes: readonly object[]): JsonObject[] {
  return (nodes as JsonObject[]).flatMap((node) =>
    Array.isArray(node.children)
      ? filesOf(node.children.filter(isObject))
      : node.type === "directory"
        ? []
        : [{ ...node, path: withoutSlash(node.path) }],
  );
}

export function printFile(
  terminal: Terminal,
  flags: GlobalFlags,
  { items, data = [] }: Record<string, object[]>,
  _params: unknown,
  { path }: Input,
): ExitCode {
  const file = filesOf(items ?? data).find((each) => each.path === withoutSlash(path));
  if (file === undefined)
    throw new UserError(`the data model has no file ${JSON.stringify(path)}`, {
      details: ["`boardwright data-model list` lists its files."],
    });
  if (flags.json) printJson(terminal, file);
  else terminal.out(String(file.content ?? ""));
  return EXIT.ok;
}

export function printHashes(
  terminal: Terminal,
  flags: GlobalFlags,
  hashes: ReadonlyMap<string, string>,
): ExitCode {
  const items = [...hashes].sort().map(([path, hash]) => ({ path, hash }));
  return printList(terminal, flags, {
    items,
    columns: { PATH: "path", HASH: "hash" },
    none: "The data model has no file.",
  });
}

function withoutSlash(path: unknown): string {
  return String(path).replace(/^\//, "");
}
