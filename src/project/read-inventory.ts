// What is live, whose it is, and which file declares it; and what is declared and was deleted there. Sends nothing but GET.

import { loadFiles } from "../desired/index.ts";
import { lookFor, readDeployment, readReports, toLiveWorkbook, toUnnamed } from "../live/index.ts";
import { compareText, type Project, type Target } from "../model/index.ts";
import {
  type Declared,
  declare,
  LiveIndex,
  type LiveRow,
  lookUp,
  OWNERSHIPS,
  slugsGiven,
} from "../plan/index.ts";
import type { Platform, WireWorkbook } from "../platform/index.ts";
import type { Environment } from "../target/index.ts";
import { readIgnored } from "./read-ignored.ts";
import { readOwners } from "./repository.ts";
import { readLastSeen } from "./runs/last-seen.ts";

/**
 * Beside whose it is: `orphaned`, which this project manages and no file declares; `renamed`, which this project applied under another slug; `deleted`, which is declared, was live, and is gone;
 * `unknown`, whose `meta` the platform does not show, or which was live, is in no list, and may not be read.
 */
export const INVENTORY_STATES = [...OWNERSHIPS, "orphaned", "renamed", "deleted", "unknown"] as const;
export type InventoryState = (typeof INVENTORY_STATES)[number];

export interface InventoryItem {
  state: InventoryState;
  /** The project that manages it, or that made the preview; absent if none does. */
  owner?: string;
  /** The slug that it had, if it was renamed. */
  renamedFrom?: string;
  /** The file that declares it, relative to the project's folder; absent if none does. */
  file?: string;
  /** Who looks after it, as its workbook or CODEOWNERS says; absent if none does. */
  owners?: readonly string[];
  /** Null if it is not known. */
  id: number | null;
  slug: string | null;
  name: string;
  /** As the platform answered it; absent if it was deleted. */
  wire?: WireWorkbook;
}

export interface InventoryOptions {
  project: Project;
  /** Undefined if none is in use: then the files are read without overrides. */
  target: Target | undefined;
  env: Environment;
  platform: Platform;
  /** Where the platform is, as runs record it. */
  url: string;
  deployment: number;
}

export interface Inventory {
  /** In the platform's order; what was deleted comes last, sorted by slug. */
  items: InventoryItem[];
  /** Whether the files have errors, so that some of what they declare may be missing. */
  isPartial: boolean;
}

export async function readInventory(options: InventoryOptions): Promise<Inventory> {
  const { project, platform, url, deployment } = options;
  const { declared, isPartial } = await readDeclared(options);
  const scope = { project: project.name, deploymentId: deployment };
  const index = new LiveIndex({ scope, declared, renames: slugsGiven(declared) });
  const ownersOf = readOwners(project);
  const placeOf = ({ file, owners = ownersOf(file) }: Declared) => ({
    file,
    ...(owners.length > 0 && { owners }),
  });
  const items: InventoryItem[] = [];
  const add = (wire: WireWorkbook, row: LiveRow): void => {
    const wanted = declared.get(row.key ?? "");
    // What a file with errors declares is not known.
    const isOrphan = row.ownership.state === "managed" && !wanted && !isPartial;
    // What neither the list nor a read shows says nothing of its owner.
    const whose = row.isMetaUnseen ? { state: "unknown" as const } : row.ownership;
    const about = {
      id: row.id,
      slug: row.slug ?? null,
      name: row.name,
      ...(wanted && placeOf(wanted)),
      wire,
    };
    items.push({ ...whose, ...(isOrphan && { state: "orphaned" }), ...about });
  };
  const { readWorkbooks } = await readDeployment(platform, { deployment, folders: {} }, { folders: false });
  await readWorkbooks({
    needsDraft: () => false,
    needsPublished: () => false,
    needsOwner: () => true,
    visit: (live, wire) => add(wire, index.add(live)),
    visitUnnamed: (wire, live) => add(wire, index.addUnnamed(live)),
    isAnyMissing: () => true,
  });
  const isThere = (slug: string) => index.holders(slug).length > 0;
  const missing = [...declared.values()].filter(({ slug }) => !isThere(slug));
  const moved = index.movedSlugs().filter((slug) => !isThere(slug));
  if (missing.length + moved.length === 0) return { items, isPartial };
  const findLastSeen = await readLastSeen(project, { url, deployment });
  const { reports } =
    missing.length === 0
      ? { reports: [] }
      : await readReports(platform, deployment, { publicIds: new Set(), others: "stamped" });
  const lookup = lookUp(index, { findLastSeen, reports });
  for (const slug of new Set([...missing.map((wanted) => wanted.slug), ...moved])) {
    const place = lookup.renamed(slug);
    const item = items.find(({ id, state }) => id === place?.id && state === "unmanaged");
    if (item) Object.assign(item, { state: "renamed", owner: project.name, renamedFrom: slug });
  }
  // What the list does not show may be hidden.
  for (const id of new Set(missing.flatMap(({ slug }) => lookup.suspects(slug)))) {
    const sight = await lookFor(platform.getWorkbook(deployment, id));
    if ("found" in sight) {
      const live = toLiveWorkbook(sight.found, new Map());
      add(sight.found, live ? index.add(live) : index.addUnnamed(toUnnamed(sight.found, new Map())));
    } else if ("why" in sight) index.unread.set(id, sight.why);
  }
  const gone: InventoryItem[] = [];
  for (const wanted of missing) {
    const { slug } = wanted;
    if (isThere(slug)) continue;
    const code = lookup.explain(wanted)?.code;
    const about = {
      id: findLastSeen("workbook", slug)?.id ?? null,
      slug,
      name: wanted.name,
      ...placeOf(wanted),
    };
    if (code === "deleted") gone.push({ state: "deleted", owner: project.name, ...about });
    if (code === "unchecked") gone.push({ state: "unknown", ...about });
  }
  gone.sort((a, b) => compareText(a.slug ?? "", b.slug ?? ""));
  return { items: [...items, ...gone], isPartial };
}

/** What can be read of the files: an inventory is also for those who have yet to fix them. */
async function readDeclared({
  project,
  target,
  env,
}: InventoryOptions): Promise<{ declared: Map<string, Declared & { name: string }>; isPartial: boolean }> {
  const ignored = readIgnored(project);
  const declared = new Map<string, Declared & { name: string }>();
  const { diagnostics } = await loadFiles({
    project,
    target,
    env,
    visit(workbook) {
      const { name } = workbook.entry;
      const shown = typeof name === "string" ? name : workbook.slug;
      declared.set(workbook.slug, { ...declare(workbook, ignored), name: shown });
    },
  });
  return { declared, isPartial: diagnostics.some(({ severity }) => severity === "error") };
}
