// Reads single fields of a seed; what is missing or of another type is made up or refused.

import { isObject, type Json, type JsonObject, UserError } from "../model/index.ts";

export function rowsOf(seed: JsonObject, area: string, from: string): JsonObject[] {
  const rows = seed[area] ?? [];
  if (!Array.isArray(rows) || !rows.every(isObject)) throw badSeed(from, `${area} must be a list of objects`);
  return rows;
}

export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

export function integerOr<T>(value: Json | undefined, otherwise: T): number | T {
  return Number.isSafeInteger(value) ? (value as number) : otherwise;
}

export function textOr<T>(value: Json | undefined, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}

export function badSeed(from: string, what: string): UserError {
  return new UserError(`cannot use ${from} as the sandbox's data: ${what}`, {
    details: [
      "It must have the form of a seed: deployment, folders, workbooks, reports, cubes (docs/sandbox.md).",
    ],
  });
}
