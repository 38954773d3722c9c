// A platform with two environments and their data API, written from the platform's document and the field notes alone: nothing of it is
// the sandbox's. It serves what `uses --branch` and `lint --online` read.
import { type Answer, json, type Loopback, serve } from "../support/loopback.ts";

export interface ServedModel {
  cubes: unknown[];
}

export interface DataApi {
  /** The platform's address; the data API has one of its own. */
  tenant: Loopback;
  data: Loopback;
  env: Record<string, string>;
}

/** The models of production and of branches, by name. `answers` come before what is served otherwise, by the end of the path. */
export async function serveModels(
  models: Record<string, ServedModel>,
  answers: Record<string, Answer> = {},
): Promise<DataApi> {
  const names = Object.keys(models);
  const tokenOf = (name: string) => `token-of-${names.indexOf(name)}`;
  const data = await serve((seen, response, count) => {
    const own = Object.entries(answers).find(([end]) => seen.path.endsWith(end));
    if (own) return own[1](seen, response, count);
    const name = names.find((each) => seen.path === `/${encodeURIComponent(each)}/v1/meta`);
    if (name === undefined) return json(response, 404, { error: "Not found" });
    const isOwn = String(seen.headers.authorization).endsWith(tokenOf(name));
    if (!isOwn) return json(response, 403, { error: "Invalid token" });
    return json(response, 200, models[name]);
  });
  const tenant = await serve((seen, response, count) => {
    const own = Object.entries(answers).find(([end]) => seen.path.endsWith(end));
    if (own) return own[1](seen, response, count);
    if (seen.path === "/api/v1/spec") return json(response, 200, { openapi: "3.1.0", paths: {} });
    if (seen.path === "/api/v1/deployments/12/environments") {
      const environments = names.map((name, index) => ({
        id: String(index + 1),
        name,
        type: name === "production" ? "production" : "staging",
        api_credentials: { rest: { url: `${data.url}/${encodeURIComponent(name)}` } },
      }));
      const pagination = { offset: 0, limit: 20, total: environments.length };
      return json(response, 200, { data: { environments }, pagination });
    }
    const [, id] = /\/deployments\/12\/environments\/(\d+)\/tokens-for-meta-sync$/.exec(seen.path) ?? [];
    const name = names[Number(id) - 1];
    if (seen.method !== "POST" || name === undefined) return json(response, 404, { error: "Not found" });
    const at = "2026-11-23T10:00:00.000Z";
    return json(response, 200, { data: { token: tokenOf(name), created_at: at, expires_at: at } });
  });
  return { tenant, data, env: { PLATFORM_API_URL: tenant.url, PLATFORM_API_KEY: "key-of-the-platform" } };
}
