// A tenant with environments and branches, and the host that serves the model of one of them.
import { type FetchModelOptions, fetchModel } from "../../src/live/index.ts";
import { type Answer, connectTo, html, json, type StillClock, serve } from "../support/loopback.ts";

const JWT = "eyJ0eXAi.metadata.jwt";
export const META = {
  cubes: [
    {
      name: "orders",
      type: "cube",
      measures: [{ name: "orders.count", type: "number" }],
      dimensions: [
        { name: "orders.created_at", type: "time", granularities: [{ name: "fortnight" }] },
        { name: "status" },
      ],
      segments: [{ name: "orders.paid" }],
      hierarchies: [{ name: "orders.geo" }],
    },
    { name: "empty", measures: null },
    { title: "nameless" },
  ],
};
const DESCRIBED = {
  openapi: "3.1.0",
  paths: Object.fromEntries(
    ["/branches", "/data-model/validate"].map((path) => [
      `/build/api/v1/deployments/{deploymentId}${path}`,
      { get: { responses: {} } },
    ]),
  ),
};

export interface Place {
  /** What the list of environments holds at its nth reading; `{host}` stands for the deployment's own host. */
  environments(reading: number): unknown[];
  branches?: unknown[];
  described?: boolean;
  validation?: Answer | { status: number; body: unknown };
  token?: Answer;
  meta?: Answer;
  /** Ends everything that is asked of the platform. */
  signal?: AbortSignal;
}

export async function open(place: Place) {
  const host = await serve(place.meta ?? ((_, response) => json(response, 200, META)));
  let readings = 0;
  const tenant = await serve((seen, response, count) => {
    const { path, method } = seen;
    if (path.endsWith("/environments")) {
      readings += 1;
      const written = JSON.stringify(place.environments(readings)).replaceAll("{host}", host.url);
      return json(response, 200, { data: { environments: JSON.parse(written) } });
    }
    if (method === "POST" && path.endsWith("/tokens-for-meta-sync")) {
      if (place.token) return place.token(seen, response, count);
      return json(response, 200, { data: { token: JWT, created_at: "", expires_at: "" } });
    }
    if (path === "/api/v1/spec" && place.described !== false) return json(response, 200, DESCRIBED);
    if (path.endsWith("/branches")) return json(response, 200, { items: place.branches ?? [] });
    if (path.endsWith("/validate")) {
      const { validation = { status: 200, body: { valid: true, errors: [] } } } = place;
      if (typeof validation === "function") return validation(seen, response, count);
      return json(response, validation.status, validation.body);
    }
    return html(response);
  });
  const { platform, clock: still } = connectTo(tenant.url, { signal: place.signal });
  let alarms = 0;
  const clock: StillClock = {
    ...still,
    after(ms, run) {
      const cancel = still.after(ms, run);
      alarms += 1;
      return () => {
        alarms -= 1;
        cancel();
      };
    },
  };
  const fetch = (options: Partial<FetchModelOptions> = {}) =>
    fetchModel(platform, 12, { clock, deadlineMs: 60_000, ...options });
  return {
    host,
    tenant,
    clock,
    fetch,
    readings: () => readings,
    /** Alarms that were set and not taken back. */
    alarms: () => alarms,
  };
}

export const rest = (path: string) => ({ rest: { url: `{host}${path}` } });
export const production = {
  id: "1",
  name: "production",
  type: "production",
  api_credentials: rest("/data-api"),
};
