// What the fault tests apply, and what must be true whatever happened on the way.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { stringify } from "yaml";
import { isObject, type Json, type JsonObject, STAMP_KEY } from "../../src/model/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";

/** A project file's content: workbooks and reports. */
export interface Files {
  workbooks: Record<string, JsonObject>;
  reports?: Record<string, JsonObject>;
}

/** Everything that an apply can have to do: a folder in a folder, a shell for a report, the report, a draft, publishing. */
export function small(word: string): Files {
  const chart = (id: string, config: JsonObject): JsonObject => ({
    id,
    type: "CHART",
    position: { x: 0, y: 0, w: 6, h: 4 },
    config,
  });
  return {
    workbooks: {
      drawn: {
        name: `Drawn ${word}`,
        folder: "Team/Deep",
        publish: true,
        dashboard: { title: word, widgets: [chart("c", { reportId: { $report: "counted" } })] },
      },
      plain: { folder: "Team", dashboard: { title: `Plain ${word}`, widgets: [chart("p", { [word]: 1 })] } },
    },
    reports: {
      counted: { name: `Counted ${word}`, workbook: "drawn", query: { measures: [`orders.${word}`] } },
    },
  };
}

export function writeFiles(cwd: string, files: Files): void {
  writeFileSync(join(cwd, "dashboards/all.yaml"), stringify(files));
}

/** All that there is on a deployment, asked from outside; without what two equal worlds may differ in: numbers and times. */
export async function worldOf({ url, apiKey }: Pick<Sandbox, "url" | "apiKey">): Promise<JsonObject> {
  const ask = async (path: string): Promise<JsonObject | undefined> => {
    const answer = await fetch(`${url}/api/v1/deployments/1/${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    return answer.ok ? ((await answer.json()) as JsonObject) : undefined;
  };
  // A sandbox with faults fails the looker-on, too.
  const read = async (path: string): Promise<JsonObject> => {
    for (let tries = 0; tries < 50; tries++) {
      const found = await ask(path).catch(() => undefined);
      if (found) return found;
    }
    throw new Error(`${path} cannot be read`);
  };
  const get = async (path: string) => (await read(path)).items as JsonObject[];
  /** Lists may mix kinds, and leave something out. */
  const getWhole = async (kind: "reports" | "workbooks") => {
    const items = (await get(kind)).filter(({ type }) => type === kind.slice(0, -1).toUpperCase());
    return Promise.all(items.map(({ id }) => read(`${kind}/${id}`)));
  };
  const roots = await get("folders");
  const below = await Promise.all(roots.map(({ id }) => get(`folders?parentId=${id}`)));
  const reports = await getWhole("reports");
  // A list may come late.
  for (let lists = 0; lists < 2; lists++) await get("workbooks");
  const workbooks = await getWhole("workbooks");
  const slugOf = new Map(workbooks.map(({ id, slug }) => [id as Json, slug as Json]));
  const nameOf = new Map(reports.map(({ id, publicId }) => [id as Json, publicId as Json]));
  return {
    folders: [...roots, ...below.flat()].map(({ name }) => name as Json).sort(),
    reports: reports
      .map(({ publicId, name, jsonQuery, workbookId, meta }) => ({
        publicId: publicId as Json,
        name: name as Json,
        jsonQuery: jsonQuery as Json,
        workbook: slugOf.get(workbookId as Json) ?? null,
        meta: withoutVersion(meta as Json),
      }))
      .sort(byText),
    workbooks: workbooks
      .map(({ slug, name, folderPath, meta, dashboardDraft, dashboardPublished }) => ({
        slug: slug as Json,
        name: name as Json,
        folder: (folderPath as JsonObject[]).map((folder) => folder.name as Json),
        meta: withoutDigests(meta as JsonObject),
        draft: named(dashboardDraft as Json, nameOf),
        published: named(dashboardPublished as Json, nameOf),
      }))
      .sort(byText),
  };
}

/** Reports are known by other numbers in another world. */
function named(value: Json, names: ReadonlyMap<Json, Json>): Json {
  if (Array.isArray(value)) return value.map((item) => named(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, key === "reportId" ? (names.get(item) ?? item) : named(item, names)]),
  );
}

/** A digest covers the numbers of reports. */
function withoutDigests({ [STAMP_KEY]: stamp, ...meta }: JsonObject): JsonObject {
  if (!isObject(stamp)) return meta;
  return { ...meta, stamp: { project: stamp.project as Json, of: stamp.of as Json } };
}

/** The version over which a report was stamped counts the writes: two runs at once make more of them. */
function withoutVersion(meta: Json): Json {
  const stamp = isObject(meta) ? meta[STAMP_KEY] : undefined;
  if (!isObject(meta) || !isObject(stamp)) return meta;
  const { over: _, ...rest } = stamp;
  return { ...meta, [STAMP_KEY]: rest };
}

function byText(a: JsonObject, b: JsonObject): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/** Each folder, report and slug is there once. */
export function expectNothingDoubled(world: JsonObject): void {
  const { folders, reports, workbooks } = world as unknown as {
    folders: string[];
    reports: JsonObject[];
    workbooks: JsonObject[];
  };
  for (const names of [folders, reports.map(({ publicId }) => publicId), workbooks.map(({ slug }) => slug)]) {
    expect(names).toEqual([...new Set(names)]);
  }
}
