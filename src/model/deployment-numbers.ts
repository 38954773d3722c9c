// Numbers that mean something on one deployment alone: on another they name something else, or nothing.

import { isObject, type Json, type JsonObject, type Path } from "./json.ts";
import type { Project } from "./project.ts";

export interface DeploymentNumber {
  /** What it is of: `report`, `folder`, `workbook`, or `link` for one in a text. */
  what: string;
  /** As it is written: `1234`, or `/d/1234` of a link. */
  text: string;
  path: Path;
  /** The same place by the ids of widgets, which are not where they are without an override. */
  place: string;
}

const KEY = /^(report|workbook|dashboard|folder)Ids?$/;
const LINK = /\/(?:d|dashboards?|workbooks?|reports?|folders?|deployments?)\/\d+(?!\w)/g;

/** Levels: no file that can be read has more. */
const DEEPEST = 1_000;

/** Those that the entry of a workbook holds. A link to a host that is no target's is no link to the platform. */
export function deploymentNumbers(
  entry: JsonObject,
  { reportKeys, targets }: Pick<Project, "reportKeys" | "targets">,
): DeploymentNumber[] {
  const found: DeploymentNumber[] = [];
  const hosts = Object.values(targets).flatMap(({ url, link = "" }) => [hostOf(url), hostOf(link)]);
  const visit = (value: Json, path: Path, place: string, what: string | undefined): void => {
    if (path.length > DEEPEST) return;
    if (typeof value === "number") {
      if (what !== undefined) found.push({ what, text: String(value), path, place: `${place} ${value}` });
    } else if (typeof value === "string") {
      for (const { 0: text, index } of value.matchAll(LINK)) {
        const [before = ""] = /[^\s"'<>()]*$/.exec(value.slice(Math.max(0, index - 300), index)) ?? [];
        const host = hostOf(before);
        if (host === undefined || hosts.includes(host))
          found.push({ what: "link", text, path, place: `${place} ${text}` });
      }
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        visit(
          item,
          [...path, index],
          `${place}.${isObject(item) && typeof item.id === "string" ? item.id : index}`,
          what,
        );
    } else if (value !== null) {
      for (const [key, item] of Object.entries(value)) {
        const below = reportKeys.includes(key) ? "report" : KEY.exec(key)?.[1];
        visit(item, [...path, key], `${place}.${key}`, below);
      }
    }
  };
  const { folderId = null, dashboard = null } = entry;
  visit({ folderId, dashboard }, [], "", undefined);
  return found;
}

function hostOf(url: string): string | undefined {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase();
}
