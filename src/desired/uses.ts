// What files bring in by directives, by digests: whether a file that is as it was would still be resolved to what it was.
import { hash } from "node:crypto";
import { join } from "node:path";
import { writeJson } from "../model/index.ts";
import { type Directive, isDirectiveProblem, readFolder } from "./directives.ts";
import type { Files } from "./files.ts";

/** What a directive names, and the digest of where that leads and of what is there. As JSON can hold it. */
export type Use = [directive: Directive, name: string, digest: string];

/** What a use leads to. */
export interface Used {
  digest: string;
  /** Absolute. */
  real: string;
  /** UTF-16 units. */
  length: number;
}

export interface Uses {
  /** What a directive leads to; undefined if that cannot be used. Looked at once: within a run it stays the same. */
  look(directive: Directive, name: string): Used | undefined;
  /** Notes a use of the file that is being resolved. */
  note(directive: Directive, name: string): void;
  /** The uses that were noted while `resolve` ran, for an included file that is resolved once and used by many. */
  watch<T>(resolve: () => T): { result: T; uses: readonly Use[] };
  /** Notes those uses again. */
  repeat(uses: readonly Use[]): void;
}

export function watchUses(files: Files): Uses {
  const seen = new Map<string, Used | undefined>();
  let noted = new Map<string, Use>();
  const look = (directive: Directive, name: string): Used | undefined => {
    const key = `${directive} ${name}`;
    if (!seen.has(key)) seen.set(key, lookAt(files, directive, name));
    return seen.get(key);
  };
  const add = (use: Use) => noted.set(`${use[0]} ${use[1]}`, use);
  const repeat = (uses: readonly Use[]) => {
    for (const use of uses) add(use);
  };
  return {
    look,
    note(directive, name) {
      // Of what cannot be used there is a finding, so that nothing is kept.
      add([directive, name, look(directive, name)?.digest ?? ""]);
    },
    watch(resolve) {
      const outer = noted;
      noted = new Map();
      const result = resolve();
      const uses = [...noted.values()];
      noted = outer;
      repeat(uses);
      return { result, uses };
    },
    repeat,
  };
}

function lookAt(files: Files, directive: Directive, name: string): Used | undefined {
  const found = files.follow(join(files.root, name));
  if (typeof found === "string") return undefined;
  const content = directive === "$dir" ? readAll(files, name) : readOne(files, name);
  if (!content) return undefined;
  const digest = hash("sha256", `${files.nameOfReal(found.real)}\n${content.digest}`);
  return { digest, real: found.real, length: content.length };
}

function readOne(files: Files, name: string): { digest: string; length: number } | undefined {
  const text = files.read(name);
  const digest = files.digest(name);
  return typeof text === "string" && digest !== undefined ? { digest, length: text.length } : undefined;
}

function readAll(files: Files, name: string): { digest: string; length: number } | undefined {
  try {
    const contents = readFolder(files, name);
    if (isDirectiveProblem(contents)) return undefined;
    const text = writeJson(contents);
    return { digest: hash("sha256", text), length: text.length };
  } catch {
    return undefined;
  }
}
