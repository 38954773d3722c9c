// Keys that no resolved value keeps: of `layouts`, of overrides and of publicIds per target. They are found in the texts.

import { type Document, isMap, isScalar, isSeq, type Node, parseAllDocuments } from "yaml";
import { normalizeSlug, type Path } from "../../model/index.ts";
import type { Found } from "./found-at.ts";

/** The keys of `layouts` for a slug: also at the root of a file that is included as `layouts`. */
export function findLayoutKeys(text: string, slug: string): Found[] {
  const isIt = (key: string) => normalizeSlug(key) === slug;
  return documentsOf(text).flatMap((document) => [
    ...keysAt(document, ["layouts"], isIt),
    ...(has(document, "workbooks") || has(document, "layouts") ? [] : keysAt(document, [], isIt)),
  ]);
}

/** The keys that are a target's name in workbooks and reports. */
export function findTargetKeys(text: string, target: string): Found[] {
  const isIt = (key: string) => key === target;
  return documentsOf(text).flatMap((document) => [
    ...keysAt(document, ["workbooks", ANY, "overrides"], isIt),
    ...keysAt(document, ["reports", ANY, "publicId"], isIt),
  ]);
}

/** The target's key and its name as the default, in the project file. */
export function findInProjectFile(text: string, target: string): Found[] {
  const [document] = documentsOf(text);
  const named = document?.get("defaultTarget", true);
  const isDefault = isScalar(named) && named.value === target && named.range;
  return [
    ...(document ? keysAt(document, ["targets"], (key) => key === target) : []),
    ...(isDefault ? [{ start: named.range![0], end: named.range![1] }] : []),
  ];
}

/** The value of a field in the entry of a workbook or report, and its text; undefined if there is none of its own there. */
export function findField(
  text: string,
  [section, key, field]: readonly ["workbooks" | "reports", string, string],
): (Found & { value: unknown }) | undefined {
  for (const document of documentsOf(text)) {
    const node = document.getIn([section, key, field], true);
    if ((isScalar(node) || isSeq(node)) && node.range)
      return { start: node.range[0], end: node.range[1], value: node.toJSON() };
  }
  return undefined;
}

/** Where a field is put into a workbook or report, before all others, and what divides it from them. */
export function findEntry(
  text: string,
  [section, key]: readonly ["workbooks" | "reports", string],
): { at: number; behind: string } | undefined {
  for (const document of documentsOf(text)) {
    const entry = document.getIn([section, key], true);
    const first = isMap(entry) ? entry.items[0]?.key : undefined;
    if (!isMap(entry) || !isScalar(first) || !first.range) continue;
    const at = first.range[0];
    const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
    const comma = entry.flow ? "," : "";
    if (entry.flow && before.trim() !== "") return { at, behind: ", " };
    const end = text.includes("\r\n") ? "\r\n" : "\n";
    return { at, behind: comma + end + before.replace(/\S/g, " ") };
  }
  return undefined;
}

const ANY = Symbol("any key");
type Way = readonly (Path[number] | typeof ANY)[];

const documentsOf = (text: string): Document[] =>
  [...parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" })] as Document[];

const has = (document: Document, key: string) => isMap(document.contents) && document.contents.has(key);

/** Of the maps at the end of a way: the keys that are meant. Through includes nothing is followed. */
function keysAt(document: Document, way: Way, isIt: (key: string) => boolean): Found[] {
  let maps: unknown[] = [document.contents];
  for (const step of way) {
    maps = maps.flatMap((map) => {
      if (!isMap(map)) return [];
      return map.items.flatMap(({ key, value }) =>
        step === ANY || (isScalar(key) && key.value === step) ? [value as Node] : [],
      );
    });
  }
  return maps.flatMap((map) =>
    isMap(map)
      ? map.items.flatMap(({ key }) =>
          isScalar(key) && key.range && isIt(String(key.value))
            ? [{ start: key.range[0], end: key.range[1] }]
            : [],
        )
      : [],
  );
}
