// `test` of the project file: how `boardwright test` asks for data (contract 12).

import {
  globProblem,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  parseDuration,
  shorten,
  type TestSettings,
} from "../../model/index.ts";

const USUAL_SLOW_MS = 10_000;

/** Fills in the defaults. The schema has just checked what the casts say. */
export function testSettingsOf(value: Json | undefined): TestSettings {
  const { securityContext = {}, slow, skip = [] } = isObject(value) ? value : {};
  return {
    securityContext: securityContext as JsonObject,
    slowMs: (typeof slow === "string" ? parseDuration(slow) : undefined) ?? USUAL_SLOW_MS,
    skip: skip as string[],
  };
}

/** Globs that would cost too much, each with its path in the file. */
export function skipProblems(value: Json | undefined): { path: Path; message: string }[] {
  const globs = isObject(value) && Array.isArray(value.skip) ? value.skip : [];
  return globs.flatMap((glob, index) => {
    const why = typeof glob === "string" ? globProblem(glob) : undefined;
    if (why === undefined) return [];
    return [{ path: ["test", "skip", index], message: `\`${shorten(String(glob), 80)}\` ${why}.` }];
  });
}
