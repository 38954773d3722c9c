// A deployment with lists, single reads and folders, whose description says what it can do.
import { readDeployment } from "../../src/live/index.ts";
import type { JsonObject } from "../../src/model/index.ts";
import type { LiveWorkbook } from "../../src/plan/index.ts";
import { connectTo, html, json, serve } from "../support/loopback.ts";

export const D = "/api/v1/deployments/{deploymentId}";
/** Operations by method and path; what is sent by a query parameter stands behind a question mark. */
export const EVERYTHING = [
  `GET ${D}/workbooks?folderId`,
  `GET ${D}/workbooks/{id}`,
  `PUT ${D}/workbooks/by-slug/{slug}`,
  `POST ${D}/workbooks/{id}/publish`,
  `DELETE ${D}/workbooks/{id}`,
  `GET ${D}/folders`,
  `POST ${D}/folders`,
  `GET ${D}/reports`,
  `GET ${D}/reports/{id}`,
  `PUT ${D}/reports/by-public-id/{publicId}`,
  `DELETE ${D}/reports/{id}`,
];

export interface World {
  /** Undefined: no description is served. */
  operations?: string[] | undefined;
  /** What the list without a folder shows. */
  workbooks?: JsonObject[];
  /** What single reads show, or with which status they are refused. */
  single?: Record<number, JsonObject>;
  inFolder?: Record<string, JsonObject[]>;
  /** Before the list of this folder is answered. */
  beforeFolder?(id: string): Promise<void>;
  folders?: JsonObject[];
  reports?: JsonObject[];
  /** What single reads of reports show. */
  singleReports?: Record<number, JsonObject>;
}

export async function open(world: World) {
  const described = "operations" in world ? world.operations : EVERYTHING;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of described ?? []) {
    const [method = "", address = ""] = operation.split(" ");
    const [path = "", name] = address.split("?");
    const parameters = name === undefined ? [] : [{ in: "query", name }];
    paths[path] = { ...paths[path], [method.toLowerCase()]: { parameters, responses: {} } };
  }
  const server = await serve(async ({ path, query }, response) => {
    const [, what, id] = /deployments\/1\/(\w+)\/?(\d+)?$/.exec(path) ?? [];
    if (path === "/api/v1/spec")
      return described ? json(response, 200, { openapi: "3.1.0", paths }) : html(response);
    if (id) {
      const found = (what === "reports" ? world.singleReports : world.single)?.[Number(id)];
      if (typeof found?.status === "number")
        return json(response, found.status, { error: { message: "no" } });
      return found
        ? json(response, 200, { data: found })
        : json(response, 404, { error: { message: "gone" } });
    }
    if (query.folderId !== undefined) await world.beforeFolder?.(String(query.folderId));
    const items =
      what === "workbooks" && query.folderId !== undefined
        ? world.inFolder?.[query.folderId]
        : { workbooks: world.workbooks, folders: world.folders, reports: world.reports }[String(what)];
    return json(response, 200, { items: items ?? [], pageInfo: { hasNextPage: false } });
  });
  const { platform } = connectTo(server.url);
  const asked = () =>
    server.seen
      .map(({ url }) => url.replace(/^\/api\/v1\/(deployments\/1\/)?/, "").replace(/[?&]first=100/, ""))
      .filter((url) => url !== "spec");
  return { platform, asked };
}

export const TARGET = { deployment: 1, folders: {} };
export const workbook = (id: number, slug: string | null, more: JsonObject = {}): JsonObject =>
  ({
    id,
    deploymentId: 1,
    name: String(slug),
    slug,
    type: "WORKBOOK",
    meta: {},
    folderId: null,
    ...more,
  }) as JsonObject;
export const stamp = { boardwright: { v: 2, project: "acme", of: "1/x", digest: "d", base: "" } };
export const report = (id: number, publicId: string, more: JsonObject = {}): JsonObject => ({
  id,
  publicId,
  name: publicId,
  title: null,
  jsonQuery: null,
  sqlQuery: null,
  pivotItems: null,
  workbookId: null,
  version: 1,
  meta: null,
  ...more,
});

interface Look {
  missing?: boolean;
  /** Slugs whose owner matters. */
  owner?: string[];
  draft?: boolean;
  published?: boolean;
}

export async function walk(
  world: World,
  { missing = false, draft = false, published = false, owner = [] }: Look = {},
) {
  const { platform, asked } = await open(world);
  const { readWorkbooks, folders } = await readDeployment(platform, TARGET, { folders: false });
  const visited: LiveWorkbook[] = [];
  const unnamed: number[] = [];
  const count = await readWorkbooks({
    needsDraft: () => draft,
    needsPublished: () => published,
    needsOwner: ({ slug }) => owner.includes(slug),
    isAnyMissing: () => missing,
    visit: (live) => visited.push(live),
    visitUnnamed: ({ id }) => unnamed.push(id),
  });
  return { visited, slugs: visited.map(({ slug }) => slug), unnamed, count, asked: asked(), folders };
}
