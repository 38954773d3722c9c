// What the project's files say, as they are or as edits would leave them.
import { loadFiles } from "../desired/index.ts";
import {
  type Diagnostic,
  type JsonObject,
  type Project,
  type ResolvedReport,
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
  /** Name → text of new files. */
  beside?: ReadonlyMap<string, string>;
}

export interface Snapshot {
  /** `kind/key` → digest of its entry. */
  says: Map<string, string>;
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
  const workbooks: Snapshot["workbooks"] = new Map();
  const overlay = new Map(
    [...beside, ...edits].map(([file, text]) => [file, text?.replace(/^\uFEFF/, "") ?? null]),
  );
  const { reports, diagnostics, named, strays } = await loadFiles({
    project,
    target,
    env,
    overlay,
    visit(workbook, layouts) {
      const name = `workbook/${workbook.slug}`;
      says.set(name, digest(textOf(workbook.entry)));
      if (keep.has(name)) workbooks.set(workbook.slug, { workbook, layouts });
    },
  });
  for (const { key, entry } of reports) says.set(`report/${key}`, digest(textOf(entry)));
  const counted: Snapshot["diagnostics"] = new Map();
  for (const one of diagnostics) {
    const text = `${one.rule} ${one.file} ${one.message.replace(/:\d+:\d+/g, "")}`;
    counted.set(text, { count: (counted.get(text)?.count ?? 0) + 1, one });
  }
  const byReportKey = new Map(reports.map((one) => [one.key, one]));
  return { says, diagnostics: counted, named, strays, workbooks, reports: byReportKey };
}

/** The canonical text of an entry; a folder is the same in every spelling of its path. */
export function textOf(entry: JsonObject): string {
  const names = folderNames(entry.folder);
  return canonical(withoutNulls(names ? { ...entry, folder: names } : entry));
}
