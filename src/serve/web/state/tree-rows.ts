// The dashboards as rows of a tree: folders, what the rows of one template declare, names, and names that begin with their neighbour's under
// it.
import type { DashboardEntry, Hit, State } from "../../protocol.ts";

export type Badge = "broken" | "finding" | Exclude<State, "same">;
export type Filter = "all" | Badge;

export type Row =
  | { kind: "folder"; key: string; name: string; level: number; count: number; isFolded: boolean }
  | {
      kind: "template";
      key: string;
      name: string;
      level: number;
      /** Of what is shown. */
      count: number;
      isFolded: boolean;
      /** Of the dashboards in it, while they are not seen. */
      badges: readonly Badge[];
    }
  | {
      kind: "dashboard";
      entry: DashboardEntry;
      level: number;
      name: string;
      isUnder: boolean;
      /** Whether it is shown for what is on it alone. */
      isHolder: boolean;
    }
  | { kind: "hit"; key: string; hit: Hit; name: string; level: number };

export function badgesOf({ isBroken, errors, warnings, state }: DashboardEntry): Badge[] {
  if (isBroken) return ["broken"];
  return [
    ...(state && state !== "same" ? [state] : []),
    ...(errors + warnings > 0 ? (["finding"] as const) : []),
  ];
}

export interface Shown {
  query: string;
  hits: readonly Hit[];
  filter: Filter;
  folded: ReadonlySet<string>;
  /** The templates whose rows are seen. */
  unfolded: ReadonlySet<string>;
}

/** Of what the rows of one template declare in one folder; undefined for a dashboard that is declared by itself. */
export const templateKey = ({ file, folder, row }: DashboardEntry): string | undefined =>
  row ? [...folder, file, row.template].join("\0") : undefined;

function isNamed({ title, slug, folder, row }: DashboardEntry, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const text = `${title} ${slug} ${folder.join(" ")} ${row?.template ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export function treeRows(all: readonly DashboardEntry[], shown: Shown): Row[] {
  const { query, filter, hits } = shown;
  const entries = all.filter(
    (entry) =>
      (filter === "all" || badgesOf(entry).includes(filter)) &&
      (isNamed(entry, query) || hits.some(({ slug }) => slug === entry.slug)),
  );
  /** Each dashboard with what was found on it. */
  const pushFound = (row: Row & { kind: "dashboard" }) => {
    rows.push(row);
    const { slug } = row.entry;
    for (const hit of hits)
      if (hit.slug === slug)
        rows.push({ kind: "hit", key: `${slug}\0${hit.widget}`, hit, name: hit.label, level: row.level + 1 });
  };
  const isSearch = shown.query !== "";
  const isFound = isSearch || shown.filter !== "all";
  const families = familiesOf(entries);
  const isFoldedIn = (entry: DashboardEntry) => !shown.unfolded.has(templateKey(entry)!);
  const rows: Row[] = [];
  let open: string[] = [];
  let foldedAt: number | null = null;
  let neighbour = "";
  for (const entry of entries) {
    const { folder } = entry;
    const same = sharedLength(open, folder);
    if (same < folder.length || same < open.length) {
      neighbour = "";
      if (foldedAt !== null && same <= foldedAt) foldedAt = null;
      for (let level = same; level < folder.length; level++) {
        const key = folder.slice(0, level + 1).join("\0");
        const isFolded = !isSearch && shown.folded.has(key);
        const within = entries.filter((one) => sharedLength(one.folder, folder) > level).length;
        if (foldedAt === null)
          rows.push({ kind: "folder", key, name: folder[level]!, level, count: within, isFolded });
        if (isFolded && foldedAt === null) foldedAt = level;
      }
      open = folder;
    }
    if (foldedAt !== null) continue;
    const level = folder.length;
    const family = families.get(templateKey(entry) ?? "") ?? [];
    if (family.length > 1) {
      if (family[0] === entry)
        for (const row of familyRows(family, { level, isFolded: !isFound && isFoldedIn(entry), query }))
          if (row.kind === "dashboard") pushFound(row);
          else rows.push(row);
      continue;
    }
    // Search shows names whole.
    const rest = isSearch || neighbour === "" ? null : restOf(entry.title, neighbour);
    if (rest === null) neighbour = entry.title;
    const isHolder = !isNamed(entry, query);
    pushFound({
      kind: "dashboard",
      entry,
      level,
      name: rest ?? entry.title,
      isUnder: rest !== null,
      isHolder,
    });
  }
  return rows;
}

function familiesOf(entries: readonly DashboardEntry[]): Map<string, DashboardEntry[]> {
  const families = new Map<string, DashboardEntry[]>();
  for (const entry of entries) {
    const key = templateKey(entry);
    if (key === undefined) continue;
    const known = families.get(key);
    if (known) known.push(entry);
    else families.set(key, [entry]);
  }
  return families;
}

function familyRows(
  family: readonly DashboardEntry[],
  { level, isFolded, query }: { level: number; isFolded: boolean; query: string },
): Row[] {
  const [first] = family as [DashboardEntry];
  const titles = new Set(family.map(({ title }) => title));
  const badges = isFolded ? [...new Set(family.flatMap(badgesOf))] : [];
  const name = first.row!.template;
  return [
    { kind: "template", key: templateKey(first)!, name, level, count: family.length, isFolded, badges },
    ...(isFolded ? [] : family).map((entry): Row => {
      // A name that does not say which row it is says nothing here.
      const own = titles.size === family.length ? entry.title : entry.row!.key;
      const isHolder = !isNamed(entry, query);
      return { kind: "dashboard", entry, level: level + 1, name: own, isUnder: false, isHolder };
    }),
  ];
}

/** What a name says beyond its neighbour's; null if it does not begin with it. */
function restOf(title: string, neighbour: string): string | null {
  if (!title.startsWith(neighbour)) return null;
  const rest = title.slice(neighbour.length);
  // "Sales" is no start of "Salesforce".
  if (!/^[\s:–—\-/(]/.test(rest)) return null;
  return rest.replace(/^[\s:–—\-/]+/, "") || null;
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
  const end = a.findIndex((name, at) => name !== b[at]);
  return end < 0 ? a.length : end;
}
