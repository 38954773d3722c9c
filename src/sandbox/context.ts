import type { JsonObject } from "../model/index.ts";
import type { MergeDepth } from "./merge.ts";
import type { ApiKeyRecord, DeploymentRecord } from "./records.ts";
import type { Reply } from "./reply.ts";
import type { Store } from "./store.ts";

/** How this sandbox decides what the platform document leaves open. */
export interface Rules {
  merge: MergeDepth;
  /** Awaited between the decision of an upsert (create or update) and its application: where another writer may come in. */
  betweenDecisionAndApply(slugOrPublicId: string): Promise<void>;
}

/** One request that was routed and let in. */
export interface Context {
  store: Store;
  rules: Rules;
  key: ApiKeyRecord;
  /** Where this sandbox listens, `http://127.0.0.1:4321`. */
  origin: string;
  query: URLSearchParams;
  /** The path's parameters, decoded. */
  params: Record<string, string>;
  /** The body; throws a 400 Refusal where it is no JSON object. */
  body(): JsonObject;
  /** The time of this request, ISO 8601. */
  now(): string;
}

/** A request to a deployment that exists and that the key reaches. */
export interface DeploymentContext extends Context {
  deployment: DeploymentRecord;
}

export type Handler = (context: Context) => Reply | Promise<Reply>;
export type DeploymentHandler = (context: DeploymentContext) => Reply | Promise<Reply>;
