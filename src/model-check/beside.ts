// The other names of the list or map in which a name stands: none of them may be there twice.

import { isObject, type Json } from "../model/index.ts";
import type { Mention } from "./mentions.ts";

/** Names under these keys tell the items of a list apart; filters may ask about one member several times. */
const NAMING: ReadonlySet<unknown> = new Set(["id", "member", "dimension"]);

export function namesBeside(
  entry: Json,
  { path, part, text, role }: Omit<Mention, "text"> & { text: string },
): string[] {
  const at = (depth: number): Json | undefined => valueAlong(entry, path.slice(0, path.length - depth));
  const [index, last] = [path.at(-2), path.at(-1)];
  const around = at(1);
  const items = at(2);
  let names: (Json | undefined)[] = [];
  if (part === "key") names = isObject(around) ? Object.keys(around) : [];
  // `[orders.count, desc]` is an item of an order.
  else if (role === "order" && last === 0 && Array.isArray(items)) names = items.map(firstOf);
  else if (typeof last === "number" && Array.isArray(around)) names = around;
  else if (role !== "filter" && NAMING.has(last) && typeof index === "number" && Array.isArray(items))
    names = items.map((item) => (isObject(item) ? item[last as string] : undefined));
  return names.filter((name): name is string => typeof name === "string" && name !== text);
}

const firstOf = (item: Json): Json | undefined => (Array.isArray(item) ? item[0] : undefined);

/** Also within the JSON text of a query. */
function valueAlong(value: Json, path: Mention["path"]): Json | undefined {
  let at: Json | undefined = value;
  for (const [index, key] of path.entries()) {
    if (typeof at === "string" && path[index - 1] === "jsonQuery") at = parsed(at);
    at = (at as Record<string | number, Json> | null | undefined)?.[key];
  }
  return typeof at === "string" && path.at(-1) === "jsonQuery" ? parsed(at) : at;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
