// Folders in a plan: known paths become ids; missing folders become changes of their own.

import {
  type Change,
  type Diagnostic,
  isObject,
  type JsonObject,
  spellOut,
  uniform,
  writeJson,
} from "../../model/index.ts";
import { diagnose } from "../change/diagnose.ts";
import { newChange } from "../change/new-change.ts";
import { type FolderIds, folderKey, parseFolderKey } from "../state/references.ts";

/** The changes that can be carried out, and diagnostics for those that cannot. */
export interface Feasible {
  changes: Change[];
  diagnostics: Diagnostic[];
}

/**
 * Puts the ids of known folders into requests that still name a path (the platform may list a folder only after a workbook that
 * goes there was compared) and adds the creation of missing ones, parents included. If the deployment cannot make folders, the
 * workbooks that need one are left out.
 */
export function resolveFolders(changes: readonly Change[], folders: FolderIds, canCreate: boolean): Feasible {
  const missing = new Set<string>();
  const feasible: Feasible = { changes: [], diagnostics: [] };
  const keys = new Map([...folders].map(([key, id]) => [id, key]));
  for (const change of changes.map((one) => named(one, keys))) {
    const key = openFolder(change);
    const id = key === undefined ? undefined : folders.get(key);
    if (change.request && id !== undefined) change.request.folderId = id;
    if (key !== undefined && id === undefined && !canCreate) {
      feasible.diagnostics.push(cannotMove(change, key));
      continue;
    }
    feasible.changes.push(change);
    if (key === undefined || id !== undefined) continue;
    for (const prefix of prefixes(key)) if (!folders.has(prefix)) missing.add(prefix);
  }
  if (missing.size > 0) feasible.diagnostics.push(...otherForms(missing, [...folders.keys()]));
  feasible.changes.push(...[...missing].map((key) => folderCreation(key, folders)));
  return feasible;
}

/** A warning for each new folder whose name one that is there has in another form of Unicode. */
function otherForms(missing: ReadonlySet<string>, known: readonly string[]): Diagnostic[] {
  const forms = new Map(known.map((key) => [uniform(key), key]));
  return [...missing].flatMap((key) => {
    const there = forms.get(uniform(key));
    if (there === undefined) return [];
    const message = `the new folder ${spellOut(key)} looks like ${spellOut(there)}, which is there, and is another one`;
    const help = "If it is the same folder, write its name in double quotes as the platform has it.";
    return diagnose({ kind: "folder", key }, { rule: "other-form", severity: "warning", message, help });
  });
}

/** A folder that the files name by its id has the path as well, for the people who read the plan. */
function named(change: Change, keys: ReadonlyMap<number, string>): Change {
  const { folder, fields } = change;
  const key = isObject(folder) && typeof folder.id === "number" ? keys.get(folder.id) : undefined;
  if (key === undefined) return change;
  const path = parseFolderKey(key);
  const moved = fields.map((field) => (field.path === "folder" ? { ...field, after: path } : field));
  return { ...change, folder: { ...(folder as JsonObject), path }, fields: moved };
}

function openFolder({ request }: Change): string | undefined {
  return isObject(request?.folderId) ? String(request.folderId.$folder) : undefined;
}

function prefixes(key: string): string[] {
  const path = parseFolderKey(key);
  return path.map((_, depth) => folderKey(path.slice(0, depth + 1)));
}

function folderCreation(key: string, folders: FolderIds): Change {
  const path = parseFolderKey(key);
  const name = path.at(-1) ?? key;
  const parent = folderKey(path.slice(0, -1));
  const request: JsonObject = { name };
  if (path.length > 1) request.parentId = folders.get(parent) ?? { $folder: parent };
  return newChange({ kind: "folder", key, action: "create", id: null, title: name, request });
}

function cannotMove(change: Change, key: string): Diagnostic {
  return diagnose(change, {
    rule: "folder-unknown",
    severity: "error",
    message: `the folder ${key} is unknown on this deployment, which neither lists nor creates folders; ${change.key} is left out`,
    help: `Create it there and give its id under \`folders\` of the target in boardwright.yaml: { ${writeJson(key)}: ID }.`,
  });
}
