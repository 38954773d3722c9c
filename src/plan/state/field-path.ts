// How a plan spells where a field is: `dashboard.widgets[revenue].position.x`. Widgets by id, never by index.

import type { Path } from "../../model/index.ts";

const BARE_ID = /^[A-Za-z0-9_-]+$/;
const BARE_KEY = /^[A-Za-z0-9_$-]+$/;

/** The path of a widget; an id that is not plain stands as a JSON string: `dashboard.widgets["a b"]`. */
export function widgetPath(id: string): string {
  return `dashboard.widgets[${BARE_ID.test(id) ? id : JSON.stringify(id)}]`;
}

/** `base` with the keys and indexes of `path` behind it. */
export function joinPath(base: string, path: Path): string {
  let text = base;
  for (const key of path) {
    if (typeof key === "number") text += `[${key}]`;
    else if (BARE_KEY.test(key)) text += text === "" ? key : `.${key}`;
    else text += `[${JSON.stringify(key)}]`;
  }
  return text;
}
