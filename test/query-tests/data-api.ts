// A platform with a data API, written from the field notes (A.6, A.10) and not from the sandbox: environments with tokens of their own, and
// `/load` that knows which members each branch's model has. Its rows hold a text that no output may hold.
import type { ServerResponse } from "node:http";
import {
  type Answer,
  describeApi,
  json,
  type Loopback,
  type Seen,
  serve,
  TOKEN,
} from "../support/loopback.ts";

export const ROW = "a-row-nobody-may-see";

export interface Load {
  branch: string;
  query: Record<string, unknown>;
}

export interface DataApiOptions {
  /** Branch → members; the first is production. */
  models: Record<string, readonly string[]>;
  /** The answer to a query instead of the usual one; undefined for that. `count`: how often this very query was asked, from 1. */
  load?(
    load: Load & { count: number },
  ): { status?: number; body: unknown; wait?: Promise<unknown> } | undefined;
  /** The answer of `/sql`; without it, or for undefined, there is none. */
  sql?(load: Load): { status?: number; body: unknown; wait?: Promise<unknown> } | undefined;
  /** Instead of a token. */
  token?(body: Record<string, unknown>): { status: number; body: unknown };
  /** Branch → the cubes that its metadata lists; none if absent. */
  cubes?: Record<string, readonly unknown[]>;
  /** Instead of the metadata; `count` from 1. */
  meta?(count: number): { status: number; body: unknown };
  /** Before all else. */
  first?: (...args: Parameters<Answer>) => boolean;
  /** Whether the list of environments has those of branches. */
  isUp?: boolean;
}

export interface DataApi extends Loopback {
  loads: Load[];
  /** What was asked of `/sql`. */
  compiled: Load[];
  /** The most queries at the same time. */
  most(): number;
}

const TOKENS = "/api/v1/deployments/{d}/environments/{e}/tokens";
const REPORT = "/api/v1/deployments/{d}/reports/{r}";

export async function serveData(options: DataApiOptions): Promise<DataApi> {
  const branches = Object.keys(options.models);
  const loads: Load[] = [];
  const compiled: Load[] = [];
  const counts = new Map<string, number>();
  let inFlight = 0;
  let most = 0;
  let metas = 0;
  const tokenOf = (branch: string) => `jwt.of.${branch.replace(/\W/g, "-")}`;

  async function answerLoad(branch: string, { body }: Seen, response: ServerResponse): Promise<void> {
    const { query } = JSON.parse(body) as { query: Record<string, unknown> };
    loads.push({ branch, query });
    const name = `${branch} ${body}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    inFlight += 1;
    most = Math.max(most, inFlight);
    // Others may arrive meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
    const own = options.load?.({ branch, query, count: counts.get(name) ?? 0 });
    await own?.wait;
    inFlight -= 1;
    if (own) return json(response, own.status ?? 200, own.body);
    const members = membersIn(query);
    if (members.length === 0)
      return json(response, 400, {
        error: "Query should contain either measures, dimensions or timeDimensions",
      });
    const gone = members.find((member) => !options.models[branch]?.includes(member));
    if (gone !== undefined)
      return json(response, 400, { error: `'${gone.split(".")[1]}' not found for path '${gone}'` });
    json(response, 200, { query, data: [{ [members[0]!]: ROW }], annotation: {} });
  }

  async function answerSql(branch: string, { body }: Seen, response: ServerResponse): Promise<void> {
    const { query } = JSON.parse(body) as { query: Record<string, unknown> };
    compiled.push({ branch, query });
    const own = options.sql?.({ branch, query });
    await own?.wait;
    if (own) json(response, own.status ?? 200, own.body);
    else json(response, 404, { error: "Cannot POST /v1/sql" });
  }

  const api = await serve(async (seen, response, count) => {
    const { path, headers, method } = seen;
    if (options.first?.(seen, response, count)) return;
    if (path === "/api/v1/spec")
      return json(response, 200, describeApi({ [TOKENS]: { post: [] }, [REPORT]: { get: [] } }));
    const host = /^\/data\/(\d+)\/v1\/(meta|load|sql)$/.exec(path);
    if (host) {
      const branch = branches[Number(host[1])]!;
      if (headers.authorization?.replace(/^Bearer /, "") !== tokenOf(branch))
        return json(response, 403, { error: "Forbidden" });
      if (host[2] === "load" && method === "POST") return answerLoad(branch, seen, response);
      if (host[2] === "sql" && method === "POST") return answerSql(branch, seen, response);
      metas += 1;
      const meta = options.meta?.(metas) ?? {
        status: 200,
        body: { cubes: options.cubes?.[branch] ?? [] },
      };
      return json(response, meta.status, meta.body);
    }
    if (!headers.authorization?.endsWith(TOKEN)) return json(response, 401, { error: "Unauthorized" });
    if (path.endsWith("/environments")) {
      const items = branches.map((branch, at) => ({
        id: String(7 + at),
        type: at === 0 ? "production" : "staging",
        branch,
        api_credentials: [{ type: "rest", version: 1, url: `${api.url}/data/${at}` }],
      }));
      return json(response, 200, { items: options.isUp === false ? items.slice(0, 1) : items });
    }
    const token = /\/environments\/(\d+)\/tokens(?:-for-meta-sync)?$/.exec(path);
    if (token && method === "POST") {
      const body = JSON.parse(seen.body) as Record<string, unknown>;
      const own = options.token?.(body);
      if (own) return json(response, own.status, own.body);
      const expires = new Date(Date.now() + Number(body.expires_in) * 1000).toISOString();
      return json(response, 200, {
        data: {
          token: tokenOf(branches[Number(token[1]) - 7]!),
          security_context: body.security_context,
          created_at: new Date().toISOString(),
          expires_at: expires,
        },
      });
    }
    json(response, 404, { error: "Not found" });
  });
  return Object.assign(api, { loads, compiled, most: () => most });
}

/** What a query names, by what the data API's reference says of its keys. */
function membersIn(query: Record<string, unknown>): string[] {
  const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
  const filters = (value: unknown): string[] =>
    list(value).flatMap((one) => {
      const { member, and, or } = one as Record<string, unknown>;
      return [...(typeof member === "string" ? [member] : []), ...filters(and), ...filters(or)];
    });
  const times = list(query.timeDimensions).map((one) => (one as { dimension: string }).dimension);
  const plain = [...list(query.measures), ...list(query.dimensions), ...list(query.segments)] as string[];
  return [...plain, ...times, ...filters(query.filters)];
}
