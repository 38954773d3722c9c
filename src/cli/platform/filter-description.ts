// A part of a description that is a description itself: some operations, and every component that they reach.

import { isObject, type Json, type JsonObject, valueAt } from "../../model/index.ts";
import type { WireDescription } from "../../platform/index.ts";
import { type DescribedOperation, METHODS, readRef, rootOf } from "./description.ts";

/** Case does not matter; the text may be anywhere in `METHOD path summary operationId`. */
export function matches(operation: DescribedOperation, pattern: string): boolean {
  const { method, path, fullPath, summary, id } = operation;
  const wanted = pattern.toLowerCase();
  return [path, fullPath].some((each) => `${method} ${each} ${summary} ${id}`.toLowerCase().includes(wanted));
}

/** `openapi`, `info`, `servers` and `security` stay as they are, and so do all security schemes. */
export function filterDescription(
  description: WireDescription,
  operations: readonly DescribedOperation[],
): JsonObject {
  const { paths: _paths, components: _components, webhooks: _webhooks, tags, ...head } = rootOf(description);
  const paths: Record<string, JsonObject> = {};
  for (const { path, method } of operations) {
    const item = rootOf(description).paths;
    const whole = isObject(item) && isObject(item[path]) ? item[path] : {};
    paths[path] ??= Object.fromEntries(Object.entries(whole).filter(([key]) => !METHODS.includes(key)));
    const key = method.toLowerCase();
    paths[path][key] = whole[key]!;
  }
  const used = new Set(Object.values(paths).flatMap((item) => Object.values(item).flatMap(tagsOf)));
  const kept = Array.isArray(tags) ? tags.filter((tag) => isObject(tag) && used.has(tag.name as string)) : [];
  const components = reach(description, paths);
  return {
    ...head,
    ...(kept.length > 0 && { tags: kept }),
    paths,
    ...(Object.keys(components).length > 0 && { components }),
  };
}

function tagsOf(operation: Json): string[] {
  const tags = isObject(operation) ? operation.tags : undefined;
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
}

/** The components that `start` refers to, and those that they refer to, in the order of the description. */
function reach(description: WireDescription, start: JsonObject): JsonObject {
  const all = description.components ?? {};
  const seen = new Set<string>();
  const waiting: Json[] = [start];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const [kind, name] of refsIn(value)) {
      const key = JSON.stringify([kind, name]);
      const component = valueAt(all, [kind, name]);
      if (seen.has(key) || component === undefined) continue;
      seen.add(key);
      waiting.push(component);
    }
  }
  const kept = Object.entries(all).flatMap(([kind, group]): [string, Json][] => {
    if (!isObject(group)) return [];
    if (kind === "securitySchemes") return [[kind, group]];
    const reached = Object.entries(group).filter(([name]) => seen.has(JSON.stringify([kind, name])));
    return reached.length === 0 ? [] : [[kind, Object.fromEntries(reached)]];
  });
  return Object.fromEntries(kept);
}

/** The components named by `$ref`s, by the mappings of discriminators, and by schemas that a mapping names without a path. */
function* refsIn(value: Json): Generator<[kind: string, name: string]> {
  if (Array.isArray(value)) {
    for (const each of value) yield* refsIn(each);
    return;
  }
  if (!isObject(value)) return;
  const { $ref, discriminator } = value;
  const mapping = isObject(discriminator) && isObject(discriminator.mapping) ? discriminator.mapping : {};
  for (const written of [$ref, ...Object.values(mapping)]) {
    if (typeof written !== "string") continue;
    const [root, kind, name] = readRef(written) ?? ["components", "schemas", written];
    if (root === "components" && kind !== undefined && name !== undefined) yield [kind, name];
  }
  for (const each of Object.values(value)) yield* refsIn(each);
}
