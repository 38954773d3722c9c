// A platform in memory, as far as one workbook's life needs one: it merges, fills in, and may be cut off after any request.
import type { ApplyContext } from "../../src/apply/context.ts";
import { toLiveWorkbook } from "../../src/live/index.ts";
import { isObject, type Json, type JsonObject } from "../../src/model/index.ts";
import type { LiveWorkbook } from "../../src/plan/index.ts";
import type { WireWorkbook } from "../../src/platform/index.ts";

export type Filler = (draft: JsonObject) => JsonObject;

export interface PlatformOptions {
  merge: "shallow" | "deep";
  /** Whether a null that is sent stays as one, if it merges shallowly. */
  keepsNulls: boolean;
  fillers: readonly (keyof typeof FILLERS)[];
}

/** What a platform adds of its own: nothing that is there is changed. */
export const FILLERS = {
  field: (draft) => ({ ...draft, description: draft.description ?? "none yet" }),
  nested: (draft) => within(draft, "theme", { dark: false, font: { family: "serif" } }),
  many: (draft) =>
    within(draft, "settings", Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`k${at}`, at]))),
  rows: (draft) => ({
    ...draft,
    ...(Array.isArray(draft.rows)
      ? { rows: draft.rows.map((row) => (isObject(row) ? { ...row, on: row.on ?? true } : row)) }
      : {}),
  }),
  widgets: (draft) => ({
    ...draft,
    ...(Array.isArray(draft.widgets)
      ? { widgets: draft.widgets.map((one) => healed(one as JsonObject)) }
      : {}),
  }),
  emptyList: (draft) => ({ ...draft, widgets: draft.widgets ?? [] }),
} satisfies Record<string, Filler>;

/** Old widgets are brought to what their type has by now. */
function healed(widget: JsonObject): JsonObject {
  if (widget.type === "CHART") return within(widget, "style", { padding: 8 });
  return widget.type === "FILTER" ? within(widget, "config", { visibility: "visible", a: 1 }) : widget;
}

/** What is neither an object nor absent is left alone. */
function within(holder: JsonObject, key: string, defaults: JsonObject): JsonObject {
  const inner = holder[key] ?? {};
  if (!isObject(inner)) return holder;
  const filled = Object.entries(defaults).map(([name, value]) => [name, inner[name] ?? value]);
  return { ...holder, [key]: { ...inner, ...Object.fromEntries(filled) } };
}

export class CutOff extends Error {}

export interface ModelPlatform {
  /** Undefined before it is created. */
  live(): LiveWorkbook | undefined;
  /** Somebody in the UI. */
  edit(change: (workbook: { name: string; meta: JsonObject; draft: JsonObject }) => void): void;
  /** The run is cut off once this many requests were carried out. */
  cutOffAfter(requests: number): void;
  context: ApplyContext;
}

export function createModelPlatform({ merge, keepsNulls, fillers }: PlatformOptions): ModelPlatform {
  let workbook: { name: string; meta: JsonObject; draft: JsonObject | undefined } | undefined;
  let left = Number.POSITIVE_INFINITY;
  const copy = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T));
  const wire = (): WireWorkbook | undefined =>
    workbook &&
    (copy({
      id: 7,
      slug: "a",
      type: "WORKBOOK",
      name: workbook.name,
      meta: workbook.meta,
      folderId: null,
      dashboardDraft: workbook.draft ?? null,
    }) as unknown as WireWorkbook);
  const merged = (old: Json | undefined, sent: Json): Json => {
    if (merge === "deep") return mergeDeep(old, sent);
    return keepsNulls ? sent : withoutNulls(sent);
  };
  const platform = {
    async upsertWorkbook(_: number, __: string, body: JsonObject, { onAttempt }: { onAttempt(): void }) {
      onAttempt();
      if (left <= 0) throw new CutOff();
      left -= 1;
      workbook ??= { name: "a", meta: {}, draft: undefined };
      const { dashboardDraft, ...meta } = copy((body.meta ?? {}) as JsonObject);
      if (typeof body.name === "string") workbook.name = body.name;
      for (const [key, value] of Object.entries(meta))
        workbook.meta[key] = merged(workbook.meta[key], value as Json);
      if (isObject(dashboardDraft)) {
        const draft = merged(workbook.draft, dashboardDraft) as JsonObject;
        workbook.draft = fillers.reduce((filled, name) => FILLERS[name](filled), draft);
      }
      if (left <= 0) throw new CutOff();
      return wire();
    },
    async getWorkbook() {
      return wire();
    },
  };
  return {
    live() {
      const now = wire();
      return now && toLiveWorkbook(now, new Map());
    },
    edit(change) {
      if (!workbook) return;
      workbook.draft ??= {};
      change(workbook as { name: string; meta: JsonObject; draft: JsonObject });
      workbook = copy(workbook);
    },
    cutOffAfter(requests) {
      left = requests;
    },
    context: {
      platform: platform as unknown as ApplyContext["platform"],
      deploymentId: 1,
      project: { name: "acme" },
      ignored: [],
      reportVersions: new Map(),
      backups: undefined,
      clock: { now: Date.now, sleep: async () => {} },
      random: () => 0,
    },
  };
}

function mergeDeep(old: Json | undefined, sent: Json): Json {
  if (!isObject(sent)) return sent;
  const result: JsonObject = isObject(old) ? { ...old } : {};
  for (const [key, value] of Object.entries(sent)) {
    if (value === null) delete result[key];
    else result[key] = mergeDeep(result[key], value as Json);
  }
  return result;
}

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === null ? [] : [[key, withoutNulls(item as Json)]],
    ),
  ) as JsonObject;
}
