// Loads single files for somebody else, who puts them together.

import type { Project, Target } from "../model/index.ts";
import { openFiles } from "./files.ts";
import { type Keeping, openKnownFiles } from "./known-files.ts";
import { indexLayouts } from "./layout-sections.ts";
import { type LoadOptions, loadFile, openLoading } from "./load.ts";
import { createResolver } from "./resolve.ts";
import type { Piece, Work } from "./sharing/share-files.ts";
import { watchUses } from "./uses.ts";
import { earn } from "./walk.ts";

export interface PieceOptions extends Pick<Work, "layouts" | "included"> {
  project: Project;
  target: Target | undefined;
  env: LoadOptions["env"];
  visit: LoadOptions["visit"];
  note: Keeping["note"];
}

/** Gives what a later run would find of a file in the cache; undefined if nothing would be kept of it, and it must be loaded as always. */
export function openPieces(options: PieceOptions): (file: string) => Piece | undefined {
  const { project, target, env, visit, note } = options;
  const files = openFiles(project.root, undefined, { digests: true });
  const uses = watchUses(files);
  const matched = new Set(options.included);
  const loading = openLoading(createResolver(files, { project, target, env }, { matched, uses }), visit);
  let piece: Piece | undefined;
  const memory: Keeping["memory"] = {
    recall: () => undefined,
    keep: (key, kept) => {
      piece = { key, ...kept };
    },
    close() {},
  };
  const known = openKnownFiles(loading, uses, { memory, note, revisit() {} });
  const index = (file: string): boolean => {
    const text = files.read(file, true);
    if (typeof text !== "string") return false;
    earn(loading.resolver, file, text.length);
    known.recall(file, text);
    indexLayouts(loading, file, text);
    return true;
  };
  for (const file of options.layouts) if (index(file)) files.release(file);
  return (file) => {
    piece = undefined;
    if (index(file)) known.watch(file, () => loadFile(loading, file, true));
    files.release(file);
    return files.isSteady() ? piece : undefined;
  };
}
