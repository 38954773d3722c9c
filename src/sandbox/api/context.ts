import type { JsonObject } from "../../model/index.ts";
import type { ApiKeyRecord } from "../store/account-records.ts";
import type { DeviceLogins } from "../store/device-logins.ts";
import type { DeploymentRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { Heal } from "./heal.ts";
import type { MergeDepth } from "./merge.ts";
import type { Reply } from "./reply.ts";

/** How this sandbox decides what the platform document leaves open. */
export interface Rules {
  merge: MergeDepth;
  /** What becomes of every draft that is written. */
  heal: Heal;
  /** Awaited between the decision of an upsert (create or update) and its application: where another writer may come in. */
  betweenDecisionAndApply(slugOrPublicId: string): Promise<void>;
  /** Seconds that the access token of a login lives. */
  accessTokenSeconds: number;
}

/** One request that was routed; nobody asked yet who it comes from. */
export interface OpenContext {
  store: Store;
  rules: Rules;
  /** The logins that wait for somebody's approval. */
  devices: DeviceLogins;
  /** Whether this request for metadata is still to be told to wait. */
  mustWait(): boolean;
  /** Where this sandbox listens, `http://127.0.0.1:4321`. */
  origin: string;
  authorization: string | undefined;
  query: URLSearchParams;
  /** The path's parameters, decoded. */
  params: Record<string, string>;
  /** The body; throws a 400 Refusal if it is not what the description says. */
  body(): Promise<JsonObject>;
  /** The fields of a form, or the texts of a JSON object where the body is one. */
  form(): URLSearchParams;
  /** The time of this request, ISO 8601. */
  now(): string;
}

/** A request that was let in. */
export interface Context extends OpenContext {
  key: ApiKeyRecord;
}

/** A request to a deployment that exists and that the key reaches. */
export interface DeploymentContext extends Context {
  deployment: DeploymentRecord;
}

export type Handler<C> = (context: C) => Reply | Promise<Reply>;
