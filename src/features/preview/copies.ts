// The workbooks and reports that a pull request changes, as declarations of copies.

import {
  compareText,
  type FolderRef,
  isObject,
  type JsonObject,
  type Plan,
  readJson,
} from "../../model/index.ts";
import {
  canonical,
  type Declared,
  type DeclaredReport,
  declareState,
  derivePublicId,
  digest,
  type FolderIds,
  folderKey,
  type IgnoredPath,
  type LiveWorkbook,
  resolveDeclared,
  resolveReferences,
} from "../../plan/index.ts";
import { previewKey, previewTitle } from "./name.ts";

/** The visible changes of an ordinary plan; sorted. */
export interface Changed {
  /** Slugs of the workbooks that are created or updated, or show a report that is. */
  slugs: string[];
  /** Keys of the reports that are created or updated, and shown by one of those workbooks. */
  reports: string[];
}

/** A workbook without a declared dashboard has nothing to show; one that the plan had to leave out cannot be previewed either. */
export function findChanged(plan: Plan, declared: ReadonlyMap<string, Declared>): Changed {
  const written = plan.changes.filter(({ action }) => action === "create" || action === "update");
  const keysOf = (kind: "workbook" | "report") =>
    new Set(written.filter((change) => change.kind === kind).map(({ key }) => key));
  const workbooks = keysOf("workbook");
  const reports = keysOf("report");
  const isChanged = ({ slug, shape, references }: Declared): boolean =>
    shape.dashboard !== undefined && (workbooks.has(slug) || references.some((key) => reports.has(key)));
  const shown = [...declared.values()].filter(isChanged);
  const used = new Set(shown.flatMap(({ references }) => references));
  return {
    slugs: shown.map(({ slug }) => slug).sort(compareText),
    reports: [...reports].filter((key) => used.has(key)).sort(compareText),
  };
}

export interface CopyOptions {
  preview: string;
  ignored: readonly IgnoredPath[];
  folders: FolderIds;
  /** The keys of the reports that are copied; for all others the copy shows the live ones. */
  reports: readonly string[];
  /** The workbook itself, if it is live. */
  live: LiveWorkbook | undefined;
}

/** The copy of a workbook: never published, and named so that nobody mistakes it for the workbook itself. */
export function copyWorkbook(declared: Declared, options: CopyOptions): Declared {
  const { preview, ignored, folders, reports, live } = options;
  const { folder, name, ...state } = resolveDeclared(declared, new Map()).whole();
  const title = state.dashboard?.title;
  const called = name ?? live?.name ?? (typeof title === "string" && title !== "" ? title : declared.slug);
  const copies = new Map(reports.map((key) => [key, { $report: previewKey(key, preview) }]));
  const liveFolder = live && live.folderId !== null ? { id: live.folderId } : undefined;
  return declareState(
    { slug: previewKey(declared.slug, preview), file: declared.file, line: declared.line, publish: false },
    {
      ...state,
      name: previewTitle(called, preview),
      folder: folder === undefined ? liveFolder : nearestFolder(folder, folders),
      dashboard: state.dashboard && resolveReferences(state.dashboard, copies),
    },
    ignored,
  );
}

/** The copy of a report, with a publicId of its own. It belongs to the copy of its workbook, or to one that shows it. */
export function copyReport(
  declared: DeclaredReport,
  { preview, home, ...scope }: { preview: string; home: string; project: string; deploymentId: number },
): DeclaredReport {
  const { state } = declared;
  const key = previewKey(declared.key, preview);
  const title = typeof state.title === "string" ? state.title : declared.key;
  const copy = { ...state, name: previewTitle(state.name ?? title, preview) };
  const text = canonical((state.workbook === undefined ? copy : { ...copy, workbook: home }) as JsonObject);
  return {
    key,
    publicId: derivePublicId({ ...scope, key }),
    file: declared.file,
    line: declared.line,
    state: readJson(text) as DeclaredReport["state"],
    digest: digest(text),
  };
}

/** A preview makes no folders, because nobody would remove them: it goes into the nearest existing one, with its access rules. */
function nearestFolder(folder: unknown, folders: FolderIds): FolderRef {
  if (isObject(folder)) return { id: Number(folder.id) };
  const path = folder as string[];
  for (let depth = path.length; depth > 0; depth--) {
    const above = path.slice(0, depth);
    if (folders.has(folderKey(above))) return above;
  }
  return [];
}
