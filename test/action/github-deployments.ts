// Deployments of the stand-in for GitHub. Written from the REST documentation, "Deployments" and "Deployment statuses".

export interface Deployment {
  id: number;
  environment: string;
  sha: string;
  payload: Record<string, unknown>;
  /** Oldest first. */
  statuses: { state: string; environment_url?: string; log_url?: string }[];
}

const STATES = ["error", "failure", "inactive", "in_progress", "queued", "pending", "success"];

export const stateOf = ({ statuses }: Deployment): string => statuses.at(-1)?.state ?? "pending";

/** Undefined if the request is about none. */
export function answerDeployment(
  all: Deployment[],
  method: string,
  path: string,
  url: URL,
  body: Record<string, unknown>,
): [number, unknown] | undefined {
  const size = Number(url.searchParams.get("per_page") ?? 30);
  if (path === "/deployments" && method === "GET") {
    const asked = (["environment", "sha"] as const).filter((name) => url.searchParams.has(name));
    const isAsked = (one: Deployment) => asked.every((name) => one[name] === url.searchParams.get(name));
    // The newest first.
    return [200, all.filter(isAsked).reverse().slice(0, size)];
  }
  if (path === "/deployments" && method === "POST") {
    // Without it, GitHub refuses a commit whose checks are still running.
    if (!Array.isArray(body.required_contexts))
      return [409, { message: "Conflict: Commit status checks failed" }];
    if (body.auto_merge !== false) return [202, { message: "Auto-merged main into feature on deployment." }];
    const [environment, sha] = [String(body.environment), String(body.ref)];
    const made: Deployment = { id: 500 + all.length, environment, sha, payload: body, statuses: [] };
    all.push(made);
    return [201, { ...made, statuses_url: "" }];
  }
  const id = /^\/deployments\/(\d+)\/statuses$/.exec(path)?.[1];
  if (id === undefined) return undefined;
  const found = all.find((one) => one.id === Number(id));
  if (!found) return [404, { message: "Not Found" }];
  if (method === "GET") return [200, [...found.statuses].reverse().slice(0, size)];
  const state = String(body.state);
  if (!STATES.includes(state)) return [422, { message: "Validation Failed: state" }];
  // "Adds a new inactive status to all prior non-transient, non-production environment deployments with the same environment name"
  if (state === "success" && body.auto_inactive !== false)
    for (const one of all)
      if (
        one.environment === found.environment &&
        one.id < found.id &&
        one.payload.transient_environment !== true
      )
        one.statuses.push({ state: "inactive" });
  found.statuses.push({ ...body, state });
  return [201, { id: 1, state }];
}
