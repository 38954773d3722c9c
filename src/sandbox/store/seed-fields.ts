// Reads single fields of a seed; what is missing or of another type is made up or refused.

import { isObject, type Json, type JsonObject, UserError } from "../../model/index.ts";

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

/** One of `choices`; throws UserError naming the place for anything else that is there. */
export function choiceOr<T extends string>(
  value: Json | undefined,
  choices: readonly T[],
  otherwise: T,
  at: string,
  from: string,
): T {
  if (value === undefined || value === null) return otherwise;
  const choice = choices.find((known) => known === value);
  if (choice === undefined) throw badSeed(from, `${at} must be one of ${choices.join(", ")}`);
  return choice;
}

export function badSeed(from: string, what: string): UserError {
  return new UserError(`cannot use ${from} as the sandbox's data: ${what}`, {
    details: [
      "It must have the form of a seed: deployment, branches, folders, workbooks, reports, cubes … (docs/sandbox.md).",
    ],
  });
}
