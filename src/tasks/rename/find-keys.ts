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
    ...namesAt(document, ["workbooks", ANY, "targets"], target),
    ...namesAt(document, ["reports", ANY, "targets"], target),
  ]);
}

/** A target's key, and its name as the default, as what others are like and in groups: in the project file, or the one of its targets. */
export function findInProjectFile(text: string, target: string, isTargetsFile = false): Found[] {
  const [document] = documentsOf(text);
  if (!document) return [];
  const ofTargets: Way = isTargetsFile ? [] : ["targets"];
  return [
    ...keysAt(document, ofTargets, (key) => key === target),
    ...namesAt(document, [...ofTargets, ANY, "like"], target),
    ...(isTargetsFile ? [] : namesAt(document, ["defaultTarget"], target)),
    ...(isTargetsFile ? [] : namesAt(document, ["groups", ANY], target)),
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

/** What is at the end of a way. Through includes nothing is followed. */
function nodesAt(document: Document, way: Way): unknown[] {
  let nodes: unknown[] = [document.contents];
  for (const step of way) {
    nodes = nodes.flatMap((map) => {
      if (!isMap(map)) return [];
      return map.items.flatMap(({ key, value }) =>
        step === ANY || (isScalar(key) && key.value === step) ? [value as Node] : [],
      );
    });
  }
  return nodes;
}

/** Of the maps there: the keys that are meant. */
function keysAt(document: Document, way: Way, isIt: (key: string) => boolean): Found[] {
  return nodesAt(document, way).flatMap((map) =>
    isMap(map)
      ? map.items.flatMap(({ key }) => (isScalar(key) && isIt(String(key.value)) ? rangeOf(key) : []))
      : [],
  );
}

/** Of the texts there, and of those in lists there: the ones that are this name. */
function namesAt(document: Document, way: Way, name: string): Found[] {
  return nodesAt(document, way)
    .flatMap((node) => (isSeq(node) ? node.items : [node]))
    .flatMap((node) => (isScalar(node) && node.value === name ? rangeOf(node) : []));
}

function rangeOf({ range }: Node): Found[] {
  return range ? [{ start: range[0], end: range[1] }] : [];
}
