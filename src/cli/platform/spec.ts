// boardwright spec: what the deployment's own API description offers.

import { EXIT, isObject, type Json, type JsonObject, UserError, valueAt } from "../../model/index.ts";
import {
  type DescribedOperation,
  listOperations,
  METHODS,
  readRef,
  type WireDescription,
} from "../../platform/index.ts";
import type { Declaration } from "../declaration.ts";
import { withRemote } from "../remote.ts";
import { printJson, printTable } from "./print.ts";

const COLUMNS = { METHOD: "method", PATH: "fullPath", OPERATION: "id", SUMMARY: "summary" };

export const command: Declaration = {
  arguments: { pattern: "only operations with this in method, path, summary or id" },
  examples: ["boardwright spec", "boardwright spec workbooks --json > workbooks.json"],
  /** Without a pattern all operations, and with --json the description as it is served. */
  run(terminal, [pattern = ""], flags) {
    return withRemote(terminal, flags, async ({ platform }) => {
      const description = await platform.readDescription();
      const found = listOperations(description, platform.url).filter((each) => matches(each, pattern));
      if (found.length === 0) {
        throw new UserError(`no operation of the API description matches ${JSON.stringify(pattern)}`, {
          details: [
            `GET ${platform.url}/api/v1/spec`,
            "A pattern is looked for in method, path, summary and operation id; `boardwright spec` lists them all.",
          ],
        });
      }
      if (!flags.json) printTable(terminal, found, COLUMNS);
      else printJson(terminal, pattern === "" ? description : filterDescription(description, found));
      return EXIT.ok;
    });
  },
};

// A part of a description that is a description itself: some operations, and every component that they reach.

/** Case does not matter; the text may be anywhere in `METHOD path summary operationId`. */
function matches(operation: DescribedOperation, pattern: string): boolean {
  const { method, path, fullPath, summary, id } = operation;
  const wanted = pattern.toLowerCase();
  return [path, fullPath].some((each) => `${method} ${each} ${summary} ${id}`.toLowerCase().includes(wanted));
}

/** `openapi`, `info`, `servers` and `security` stay as they are, and so do all security schemes. */
function filterDescription(
  description: WireDescription,
  operations: readonly DescribedOperation[],
): JsonObject {
  const { paths: _paths, components: _components, webhooks: _webhooks, tags, ...head } = description;
  const paths: Record<string, JsonObject> = {};
  for (const { path, method } of operations) {
    const whole = isObject(description.paths[path]) ? description.paths[path] : {};
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
