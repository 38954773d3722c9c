// Reads single fields of a seed; a missing or wrong value is replaced by a default or refused.

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

/** One of `choices`, undefined if absent; throws UserError naming the place (`at`) for anything else. */
export function choiceOf<T extends string>(
  value: Json | undefined,
  choices: readonly T[],
  { at, from }: { at: string; from: string },
): T | undefined {
  const choice = choices.find((known) => known === value);
  if (choice === undefined && isThere(value))
    throw badSeed(from, `${at} must be one of ${choices.join(", ")}`);
  return choice;
}

/** A list whose items all pass, undefined if absent; throws UserError saying what is expected for anything else. */
export function listOf<T extends Json>(
  value: Json | undefined,
  isItem: (item: Json) => item is T,
  { at, from, of }: { at: string; from: string; of: string },
): T[] | undefined {
  if (!isThere(value)) return undefined;
  if (!Array.isArray(value) || !value.every(isItem)) throw badSeed(from, `${at} must be a list of ${of}`);
  return value;
}

export function isThere(value: Json | undefined): value is Json {
  return value !== undefined && value !== null;
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function badSeed(from: string, what: string): UserError {
  return new UserError(`cannot use ${from} as the sandbox's data: ${what}`, {
    details: [
      "It must have the form of a seed: deployment, branches, folders, workbooks, reports, cubes … (docs/sandbox.md).",
    ],
  });
}
