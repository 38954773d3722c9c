// What a command line names: files and folders, or slugs, which are accepted wherever a path is (contract 3).

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { declaredSlugs, discoverFiles } from "../desired/index.ts";
import {
  endWithGuess,
  normalizeSlug,
  type Project,
  type ResolvedWorkbook,
  UsageError,
} from "../model/index.ts";

export interface NamedPaths {
  /** Files and folders, with those of the slugs. */
  paths: readonly string[];
  /** Whether this workbook is meant: its file is named, or its slug. */
  takes(workbook: Pick<ResolvedWorkbook, "slug" | "file">): boolean;
}

interface Named {
  project: Project;
  /** What paths are relative to. */
  cwd: string;
  /** None for all. */
  paths: readonly string[];
}

/** A file or folder of that name comes before a slug. Throws a UsageError for what is none of them. */
export async function readPaths({ project, cwd, paths }: Named): Promise<NamedPaths> {
  const isThere = (path: string) => existsSync(resolve(cwd, path));
  const others = paths.filter((path) => !isThere(path));
  if (others.length === 0) return { paths, takes: () => true };
  const known = await declaredSlugs(project);
  const slugs = new Map(others.map((path) => [normalizeSlug(path), fileOf(path, known, cwd)]));
  const files = paths.filter(isThere);
  const whole = new Set(files.length > 0 ? await discoverFiles({ project, cwd, paths: files }) : []);
  return {
    paths: [...files, ...[...new Set(slugs.values())].map((file) => join(project.root, file))],
    takes: ({ slug, file }) => slugs.has(slug) || whole.has(file),
  };
}

function fileOf(path: string, known: ReadonlyMap<string, string>, cwd: string): string {
  const file = known.get(normalizeSlug(path));
  if (file !== undefined) return file;
  const problem = `there is no file or folder ${JSON.stringify(path)}, and no workbook with that slug`;
  throw new UsageError(endWithGuess(problem, normalizeSlug(path), known.keys()), [
    `Looked for ${resolve(cwd, path)}.`,
  ]);
}
