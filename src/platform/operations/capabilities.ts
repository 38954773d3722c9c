// What a deployment offers, read from the description it serves. Pure: the description is given.

import { isObject, valueAt } from "../../model/index.ts";
import type { WireDescription } from "../wire/wire.ts";
import {
  type DescribedOperation,
  type DescriptionPath,
  follow,
  listOperations,
  normalizeShape,
  parametersOf,
  shapesOf,
} from "./described.ts";
import type { Operation } from "./operation.ts";
import { OPERATIONS, type OperationName } from "./operations.ts";

/** A row of the table by its name, or any other operation. */
type Sought = OperationName | Pick<Operation<never, unknown>, "method" | "path" | "takes">;

export interface Capabilities {
  /** The description could be read. If not, `has` answers true: the usual shapes are tried. */
  described: boolean;
  /** Why it could not be read. */
  describedWhy?: string;
  has(operation: Sought): boolean;
  /** Names of the query parameters described for the operation; empty if none are. */
  parameters(operation: Sought): ReadonlySet<string>;
}

/** Looks operations up by method and path shape. `baseUrl` is the platform's address, whose path servers may repeat. */
export function readCapabilities(description: WireDescription, baseUrl: string): Capabilities {
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, "");
  /** By `METHOD shape`. */
  const described = new Map<string, DescribedOperation[]>();
  for (const operation of listOperations(description, baseUrl))
    for (const shape of shapesOf(operation.path, operation.servers)) {
      const key = `${operation.method} ${shape}`;
      described.set(key, [...(described.get(key) ?? []), operation]);
    }
  const find = (sought: Sought) => {
    const { method, path, takes }: Exclude<Sought, string> =
      typeof sought === "string" ? OPERATIONS[sought] : sought;
    const shape = normalizeShape(path);
    return [shape, basePath + shape]
      .flatMap((each) => described.get(`${method} ${each}`) ?? [])
      .find((operation) => takes === undefined || takesProperty(description, operation.place, takes));
  };
  return {
    described: true,
    has: (sought) => find(sought) !== undefined,
    parameters(sought) {
      const found = find(sought);
      const all = found ? parametersOf(description, found) : [];
      return new Set(all.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : [])));
    },
  };
}

function takesProperty(description: WireDescription, place: DescriptionPath, property: string): boolean {
  const body = follow(description, [...place, "requestBody"]);
  const content = valueAt(body?.value, ["content"]);
  return Object.keys(isObject(content) ? content : {}).some((type) => {
    const schema = follow(description, [...body!.place, "content", type, "schema"])?.value;
    const properties = valueAt(schema, ["properties"]);
    return isObject(properties) && Object.hasOwn(properties, property);
  });
}
