// What names a member still after a rename: texts, SQL, comments, and the files that come by `$file`, `$dir` and `$include`.

import { readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isReserved, nameOf, readText } from "../../desired/index.ts";
import type { Place, Renamed, Renaming } from "../../model/index.ts";
import type { Side } from "./load-sides.ts";
import { renameWithin } from "./renaming.ts";
import type { Texts } from "./texts.ts";

/** Lines and columns are those of the texts as they will be. What is no text is left out. */
export function findLeft(
  root: string,
  sides: readonly Side[],
  { renaming, changed, texts }: { renaming: Renaming; changed: Renamed["texts"]; texts: Texts },
): Place[] {
  const realRoot = realpathSync(root);
  const named = new Set(sides.flatMap(({ loaded }) => [...loaded.named.keys()]));
  const files = new Set([
    ...sides.flatMap(({ names }) => names.map(texts.realName)),
    ...[...named].flatMap((path) => filesAt(realRoot, path)),
    ...changed.keys(),
  ]);
  return [...files].flatMap((file) => {
    const text = changed.get(file)?.after ?? readText(join(root, file));
    return typeof text === "string" ? placesIn(file, text, renaming) : [];
  });
}

function placesIn(file: string, text: string, renaming: Renaming): Place[] {
  return text.split("\n").flatMap((line, index) => {
    const renamed = renameWithin(renaming, line);
    if (renamed === line) return [];
    const column = [...line].findIndex((_, at) => line[at] !== renamed[at]) + 1;
    return [{ file, line: index + 1, column }];
  });
}

/** The names of the files at a real path: those of a folder at any depth, as `$dir` reads them. */
function filesAt(realRoot: string, path: string): string[] {
  const name = nameOf(realRoot, path);
  if (!statSync(path).isDirectory()) return [name];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => nameOf(realRoot, join(entry.parentPath, entry.name)))
    .filter((file) => !isReserved(file));
}
