import type { JsonObject } from "../../model/index.ts";
import type { ApiKeyRecord } from "../store/account-records.ts";
import type { DeviceLogins } from "../store/device-logins.ts";
import type { LateLists } from "../store/late-lists.ts";
import type { DeploymentRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { MergeDepth } from "./merge.ts";
import type { Quirks } from "./quirks.ts";
import type { Reply } from "./reply.ts";
import type { Rewriting } from "./rewrite.ts";

/** Decisions of this sandbox that the platform document leaves open. */
export interface Rules {
  merge: MergeDepth;
  quirks: Quirks;
  /** Applied to everything that is written. */
  rewrite: Rewriting;
  /** Awaited between the decision of an upsert (create or update) and its application, when another writer may interfere. */
  betweenDecisionAndApply(slugOrPublicId: string): Promise<void>;
  /** Lifetime of the access token of a login, in seconds. */
  accessTokenSeconds: number;
}

/** A routed request that is not authenticated yet. */
export interface OpenContext {
  store: Store;
  rules: Rules;
  /** The logins that wait for approval. */
  devices: DeviceLogins;
  /** Which new workbooks lists do not show yet. */
  lateLists: LateLists;
  /** Whether this request for metadata or rows must still be answered with "Continue wait". */
  mustWait(): boolean;
  /** Whether this query is answered with no rows, whatever it asks for. */
  hasNoRows: boolean;
  /** The address of this sandbox, `http://127.0.0.1:4321`. */
  origin: string;
  authorization: string | undefined;
  query: URLSearchParams;
  /** The path's parameters, decoded. */
  params: Record<string, string>;
  /** The body; throws a 400 Refusal if it is not what the description says. */
  body(): Promise<JsonObject>;
  /** The fields of a form, or the strings of a JSON object if the body is one. */
  form(): URLSearchParams;
  /** The parts of a multipart body; throws a 400 Refusal if it is none. */
  parts(): Promise<FormData>;
  /** The time of this request, ISO 8601. */
  now(): string;
}

/** An authenticated request. */
export interface Context extends OpenContext {
  key: ApiKeyRecord;
}

/** A request to an existing deployment that the key can access. */
export interface DeploymentContext extends Context {
  deployment: DeploymentRecord;
}

export type Handler<C> = (context: C) => Reply | Promise<Reply>;
