// The kinds of what is live and has managed parts: a workbook and a report. How they differ is said here, as data and as one-line functions; the
// stamp, the comparison of an answer and the fingerprint know kinds, not cases. (How each is read and written is in `apply/ways.ts`.)

import {
  isObject,
  type Json,
  type JsonObject,
  type Path,
  readJson,
  STAMP_KEY,
  valueAt,
} from "../../model/index.ts";
import type { IgnoredPath } from "./ignore.ts";
import { type ComparedState, type Live, type LiveReport, type LiveWorkbook, pickValues } from "./state.ts";

/** Workbook id → slug. */
type Slugs = ReadonlyMap<number, string>;

export interface Kind<L extends Live = Live> {
  /** Where each part is in a request, besides the keys of `meta`. */
  places: Readonly<Record<string, Path>>;
  /** The part that says where one belongs, which is no edit of it; in a request it is an id. */
  home: "folder" | "workbook";
  /** A request holds all of the live `meta`, because whether the platform merges or replaces that of a report is not documented. */
  sendsWholeMeta: boolean;
  /** Whether the paths that a project ignores are paths of it. */
  hasIgnored: boolean;
  /** Whether a publication freezes a version of it. */
  isVersioned: boolean;
  /** What a file knows one on the platform by. */
  identity: "slug" | "publicId";
  nameOf(live: L): string;
  homeOf(live: L): number | null;
  /** Where it belongs, in the forms that a base may hold; none if a base cannot say it. */
  homeForms(live: L): Json[];
  /** A part as it is compared: `wanted` is the other side, `slugs` are those of the workbooks that are known. */
  part(live: L, name: string, wanted: Json, slugs: Slugs): Json | undefined;
  /** All that a write could overwrite besides `meta`, part by part, as the platform has it. */
  parts(live: L): Record<string, Json | undefined>;
  /** Of what is asked for, what viewers are given. */
  shown(asked: ComparedState): ComparedState;
  /** What nobody would miss if it is empty. */
  content(live: L): Json;
  /** Whether viewers see it by itself. */
  isShown(live: L): boolean;
  /** Whether something of it was not shown to us. */
  isUnseen(live: L): boolean;
}

const workbook: Kind<LiveWorkbook> = {
  places: { name: ["name"], folder: ["folderId"], dashboard: ["meta", "dashboardDraft"] },
  home: "folder",
  sendsWholeMeta: false,
  hasIgnored: true,
  isVersioned: false,
  identity: "slug",
  nameOf: ({ slug }) => slug,
  homeOf: ({ folderId }) => folderId,
  homeForms: ({ folderId, folderPath }) => [...(folderPath ? [folderPath] : []), { id: folderId }],
  part: (live, name, wanted) =>
    name === "folder" ? folderOf(live, wanted) : name === "dashboard" ? (live.draft ?? {}) : live.name,
  parts: ({ name, folderId, draft = {} }) => ({ name, folder: folderId, dashboard: draft }),
  shown: () => ({ dashboard: {} }),
  content: ({ meta, draft, published, folderId }) => ({
    ...{ meta, folderId, draft: { ...draft, kind: null }, isPublished: published !== undefined || null },
  }),
  isShown: ({ published }) => published !== undefined,
  isUnseen: ({ metaUnseen, dashboardUnseen, unread }) =>
    metaUnseen === true || dashboardUnseen === true || unread !== undefined,
};

const report: Kind<LiveReport> = {
  places: {
    name: ["name"],
    title: ["title"],
    query: ["jsonQuery"],
    sqlQuery: ["sqlQuery"],
    pivotItems: ["pivotItems"],
    workbook: ["workbookId"],
  },
  home: "workbook",
  sendsWholeMeta: true,
  hasIgnored: false,
  isVersioned: true,
  identity: "publicId",
  nameOf: ({ publicId }) => publicId,
  homeOf: ({ workbookId }) => workbookId,
  homeForms: ({ workbookId }) => (workbookId === null ? [null] : []),
  part(live, name, _, slugs) {
    const { workbookId: id } = live;
    if (name === "query") return parseQuery(live.jsonQuery);
    if (name !== "workbook") return report.parts(live)[name];
    return id === null ? null : (slugs.get(id) ?? { id });
  },
  parts: ({ name, title, jsonQuery: query, sqlQuery, pivotItems, workbookId }) => ({
    ...{ name, title, query, sqlQuery, pivotItems, workbook: workbookId },
  }),
  shown: ({ workbook: _home, ...asked }) => asked,
  content: ({ title, jsonQuery, sqlQuery, pivotItems, meta, workbookId }) => ({
    ...{ title, jsonQuery, sqlQuery, pivotItems, meta, workbookId },
  }),
  isShown: () => false,
  isUnseen: ({ metaUnseen }) => metaUnseen === true,
};

export const KINDS = { workbook, report };

export function kindOf<L extends Live>({ kind }: L): Kind<L> {
  return KINDS[kind] as unknown as Kind<L>;
}

/** What a change says of what is live. */
export function identityOf(live: Live) {
  const { kind, id, name: title } = live;
  return { kind, id, title, ...("publicId" in live && { publicId: live.publicId }) };
}

/** What is never compared of it. */
export function ignoredIn(live: Live, ignored: readonly IgnoredPath[]): readonly IgnoredPath[] {
  return kindOf(live).hasIgnored ? ignored : [];
}

const NO_SLUGS: Slugs = new Map();

/** The live values of the parts, and of the keys of `meta`, that a state has. */
export function livePartsOf(live: Live, like: ComparedState, slugs = NO_SLUGS): ComparedState {
  const kind = kindOf(live);
  const state: ComparedState = {};
  for (const [name, wanted = null] of Object.entries(like))
    if (name === "meta") state.meta = pickValues(live.meta, Object.keys(like.meta ?? {}));
    else if (Object.hasOwn(kind.places, name)) state[name] = kind.part(live, name, wanted, slugs);
  return state;
}

/** What a request asks for, but not where it is to belong. A creation always sends a name: it counts only if the stamp's base has one. */
export function askedParts(request: JsonObject, { places, home }: Kind, base: ComparedState): ComparedState {
  const state: ComparedState = {};
  for (const [name, place] of Object.entries(places)) {
    const value = valueAt(request, place);
    if (value === undefined || name === home || (name === "name" && base.name === undefined)) continue;
    state[name] = name === "query" ? parseQuery(value) : value;
  }
  const own = isObject(request.meta) ? Object.keys(request.meta) : [];
  const keys = own.filter((key) => key !== STAMP_KEY && !(key === "dashboardDraft" && state.dashboard));
  if (keys.length > 0)
    state.meta = Object.fromEntries(keys.map((key) => [key, (request.meta as JsonObject)[key] as Json]));
  return state;
}

/** Whether a request sends more than a name, keys of `meta` and where it belongs. */
export function sendsContent(request: JsonObject, { places, home }: Kind): boolean {
  return Object.entries(places).some(
    ([name, place]) => name !== "name" && name !== home && valueAt(request, place) !== undefined,
  );
}

/** Where a request wants it to belong: an id or what stands for one; undefined if it stays. */
export function askedHome(request: JsonObject, { places, home }: Kind): Json | undefined {
  return valueAt(request, places[home] ?? []);
}

/** The query, or the text itself if it is not a JSON object. */
export function parseQuery(text: Json | undefined): Json {
  if (typeof text !== "string") return text ?? null;
  try {
    const query: unknown = readJson(text);
    return isObject(query) ? query : text;
  } catch {
    return text;
  }
}

/** Compared by path if a path was declared, by id if an id was; an unnamed folder is known by its id. */
function folderOf({ folderId, folderPath }: LiveWorkbook, wanted: Json): Json {
  if (!Array.isArray(wanted)) return { id: folderId };
  return folderId === null ? [] : (folderPath ?? { id: folderId });
}
