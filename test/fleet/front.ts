// A fleet on one platform: many deployments of a sandbox, behind a front that can refuse the writes of some of them.
import { openWorld } from "../support/world.ts";

/** Deployments 1 to `count`, and targets `t-001` to … for them; `more` is added to the project file. */
export async function openFleet(count: number, more = "", files: Record<string, string> = {}) {
  const deployments = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `d${index + 1}` }));
  const front = {
    /** `METHOD deployment` of what arrived. */
    requests: [] as string[],
    /** Deployments whose writes are refused. */
    broken: new Set<string>(),
    /** Called with each request before it is answered, which waits for it. */
    onRequest: (_method: string, _deployment: string): unknown => undefined,
  };
  const world = await openWorld({
    files: {
      "dashboards/a.yaml": "workbooks:\n  a: { name: A, dashboard: { title: First } }\n",
      "dashboards/b.yaml": "workbooks:\n  b: { name: 'For ${var.who}', dashboard: { title: B } }\n",
      ...files,
    },
    sandbox: { seed: { deployments } },
    proxy: async ({ method, path }, forward) => {
      const deployment = /\/deployments\/(\d+)\//.exec(path)?.[1] ?? "";
      front.requests.push(`${method} ${deployment}`);
      await front.onRequest(method, deployment);
      const isRefused = method !== "GET" && front.broken.has(deployment);
      return isRefused ? { status: 403, body: { error: "not allowed here" } } : forward();
    },
  });
  const { PLATFORM_API_URL: url } = world.env;
  delete world.env.PLATFORM_API_URL;
  const targets = deployments.map(({ id }) =>
    id === 1
      ? `  t-001: { url: "${url}", deployment: 1, vars: { who: tenants } }`
      : `  ${nameOf(id)}: { like: t-001, deployment: ${id} }`,
  );
  const project = `version: 1\nproject: acme\ntargets:\n${targets.join("\n")}\napply: { backups: off }\n${more}`;
  world.write("boardwright.yaml", project);
  return { ...world, front };
}

export const nameOf = (id: number) => `t-${String(id).padStart(3, "0")}`;
