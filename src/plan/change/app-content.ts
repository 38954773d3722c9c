// Code that a change brings: files and settings of an app run in the browser of everybody who opens the dashboard, with their session.

import {
  type Change,
  isObject,
  type Json,
  type JsonObject,
  keyOf,
  ownValue,
  parseFieldPath,
  valueAt,
} from "../../model/index.ts";
import { heldIn } from "../state/held.ts";

/** What of an app the change writes anew or otherwise than it is live: names of files, and paths below `app`; sorted, empty for none. */
export function appContent({
  action,
  fields,
  request,
}: Pick<Change, "action" | "fields" | "request">): string[] {
  if (action === "create") return holdsApp(request) ? namesOf(valueAt(request, APP)) : [];
  const names = fields.flatMap(({ path, after }) => {
    if (after === undefined) return [];
    const [first, second, third, ...more] = parseFieldPath(path).map(keyOf);
    if (first !== "dashboard") return [];
    if (second === undefined) return namesOf(isObject(after) ? ownValue(after, "app") : undefined);
    if (second !== "app") return [];
    if (third === undefined) return namesOf(after);
    if (third !== "files") return [[third, ...more].join(".")];
    return more[0] === undefined ? namesOf({ files: after }) : [more[0]];
  });
  return [...new Set(names)].sort();
}

const APP = ["meta", "dashboardDraft", "app"];

/** False only if there is none: a text is not made a tree for that. */
function holdsApp(request: JsonObject | undefined): boolean {
  const held = isObject(request?.meta) ? heldIn(request.meta) : undefined;
  return held?.text().includes('"app":') ?? true;
}

function namesOf(app: Json | undefined): string[] {
  if (!isObject(app)) return [];
  const files = ownValue(app, "files");
  return [
    ...(isObject(files) ? Object.keys(files) : []),
    ...Object.keys(app).filter((key) => key !== "files" && app[key] !== null),
  ].sort();
}
