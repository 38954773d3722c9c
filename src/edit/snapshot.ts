// What the project's files say, as they are or as edits would leave them.
import { loadFiles, type Overlay } from "../desired/index.ts";
import {
  type Diagnostic,
  type JsonObject,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Target,
  withoutNulls,
} from "../model/index.ts";
import { canonical, digest } from "../plan/index.ts";
import type { DeclaredWorkbook } from "./declaration.ts";
import { folderNames } from "./form/folder-text.ts";

/** Which files are loaded, and as what. */
export interface Loading {
  project: Project;
  target: Target;
  env: Record<string, string | undefined>;
  /** Name → text of files that are not on the disk as they are to be read: new ones, and those with earlier edits. */
  beside?: Overlay;
}

export interface Snapshot {
  /** `kind/key` → digest of its entry. */
  says: Map<string, string>;
  /** Of what rows make: `kind/key` → its template, as `kind/file` and the key. */
  templates: Map<string, string>;
  /** Whether another target may say something else. */
  dependsOnTarget: boolean;
  /** Each with how often. */
  diagnostics: Map<string, { count: number; one: Diagnostic }>;
  named: ReadonlyMap<string, ReadonlySet<string>>;
  strays: ReadonlySet<string>;
  workbooks: Map<string, DeclaredWorkbook>;
  reports: Map<string, ResolvedReport>;
}

/** `keep`: the workbooks whose entries are kept. */
export async function takeSnapshot(
  { project, target, env, beside = new Map() }: Loading,
  edits: ReadonlyMap<string, string | null>,
  keep: ReadonlySet<string>,
): Promise<Snapshot> {
  const says: Snapshot["says"] = new Map();
  const templates: Snapshot["templates"] = new Map();
  const workbooks: Snapshot["workbooks"] = new Map();
  const note = (name: string, { entry, file, template }: ResolvedWorkbook | ResolvedReport) => {
    says.set(name, digest(textOf(entry)));
    if (template !== undefined) templates.set(name, `${name.split("/", 1)[0]}/${file}\n${template}`);
  };
  const overlay = new Map(
    [...beside, ...edits].map(([file, text]) => [file, text?.replace(/^\uFEFF/, "") ?? null]),
  );
  const { reports, diagnostics, named, strays, dependsOnTarget } = await loadFiles({
    project,
    target,
    env,
    overlay,
    visit(workbook, layouts) {
      const name = `workbook/${workbook.slug}`;
      note(name, workbook);
      if (keep.has(name)) workbooks.set(workbook.slug, { workbook, layouts });
    },
  });
  for (const one of reports) note(`report/${one.key}`, one);
  const counted: Snapshot["diagnostics"] = new Map();
  for (const one of diagnostics) {
    const text = `${one.rule} ${one.file} ${one.message.replace(/:\d+:\d+/g, "")}`;
    counted.set(text, { count: (counted.get(text)?.count ?? 0) + 1, one });
  }
  const byReportKey = new Map(reports.map((one) => [one.key, one]));
  return {
    says,
    templates,
    dependsOnTarget,
    diagnostics: counted,
    named,
    strays,
    workbooks,
    reports: byReportKey,
  };
}

/** The canonical text of an entry; a folder is the same in every spelling of its path. */
export function textOf(entry: JsonObject): string {
  const names = folderNames(entry.folder);
  return canonical(withoutNulls(names ? { ...entry, folder: names } : entry));
}
