// A real project in a real temporary folder, loaded the way commands load it.
import { type Loaded, type LoadOptions, loadFiles, loadProject } from "../../src/desired/index.ts";
import type { Diagnostic, JsonObject, ResolvedWorkbook } from "../../src/model/index.ts";
import { tempFolder } from "../support/temp.ts";

export const PROJECT = `version: 1
project: test
targets:
  local:
    url: sandbox:.boardwright/sandbox.json
    deployment: 1
    vars: { currency: EUR, rows: 5, live: true }
  production:
    url: https://acme.example.com
    deployment: 12
    vars: { currency: USD, region: north }
env: [RELEASE]
`;

export interface LoadedProject extends Loaded {
  root: string;
  workbooks: ResolvedWorkbook[];
  bySlug: Map<string, ResolvedWorkbook>;
}

type Options = Partial<Omit<LoadOptions, "project" | "target" | "visit">> & { target?: string };

/** Loads the files as a project; `boardwright.yaml` is added where it is not among them. */
export async function load(
  files: Record<string, string | Buffer>,
  options: Options = {},
): Promise<LoadedProject> {
  return loadFolder(tempFolder({ "boardwright.yaml": PROJECT, ...files }), options);
}

export async function loadFolder(root: string, { target, ...options }: Options = {}): Promise<LoadedProject> {
  const project = await loadProject({ cwd: root });
  const workbooks: ResolvedWorkbook[] = [];
  const chosen = target === undefined ? undefined : project.targets[target];
  const loaded = await loadFiles({
    project,
    env: {},
    target: chosen,
    ...options,
    visit: (workbook) => workbooks.push(workbook),
  });
  return { ...loaded, root, workbooks, bySlug: new Map(workbooks.map((one) => [one.slug, one])) };
}

/** Findings as short lines: `file:line:column rule`. */
export function brief(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ file, line, column, rule }) => `${file}:${line}:${column} ${rule}`);
}

/** The text that a located span covers. */
export function textAt(
  loaded: LoadedProject,
  { file, line, column, endLine, endColumn }: ReturnType<ResolvedWorkbook["locate"]>,
): string {
  const lines = loaded
    .text(file)!
    .split("\n")
    .slice(line - 1, endLine);
  lines[lines.length - 1] = lines.at(-1)!.slice(0, endColumn - 1);
  lines[0] = lines[0]!.slice(column - 1);
  return lines.join("\n");
}

export function dashboardOf(loaded: LoadedProject, slug: string): JsonObject {
  return loaded.bySlug.get(slug)!.entry.dashboard as JsonObject;
}
