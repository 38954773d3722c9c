// One row of the table of operations: its path, the calls of it, and how its answer is read.

import type { Call, CallOptions, Transport } from "../http/transport.ts";
import type { WireDescription } from "../wire/wire.ts";

export const DEPLOYMENT = "/api/v1/deployments/{deployment}";
export const BUILD = "/build/api/v1/deployments/{deployment}";

/** What a call sends, and what errors say about it. */
export interface CallDraft extends Omit<Call, "method" | "path" | "deploymentId"> {
  /** The values of the path's parameters, in order. */
  params?: readonly (string | number)[];
  /** Parts of the body that no error and no event may show. */
  secrets?: readonly string[];
}

type Texts = Pick<CallDraft, "does" | "needs" | "part" | "query">;

/** The arguments are those of the path, and then options of the call. Texts name them: `read report {report}`. */
export function reads<Args extends unknown[] = [deploymentId: number, call?: CallOptions]>(
  does: string,
  more?: Omit<Texts, "does">,
) {
  return (...args: Args): CallDraft => {
    const params = args.filter((arg) => typeof arg === "number" || typeof arg === "string");
    return { does, ...more, params, ...(args[params.length] as CallOptions | undefined) };
  };
}

/** `text` with the parameters that `path` names. */
export function fill(
  text: string,
  path: string,
  params: readonly unknown[],
  write: (part: string) => string = String,
): string {
  const names = [...path.matchAll(/\{\w+\}/g)].map(([name]) => name);
  return names.reduce((filled, name, at) => filled.replace(name, () => write(String(params[at]))), text);
}

/** A call on its way. */
export interface PendingCall {
  transport: Transport;
  /**
   * The call, ready to be sent. Rejects with a UsageError for an impossible argument, and with a PlatformError
   * `no-such-operation` if the platform document does not show the operation and the served description, read first, lacks it.
   */
  prepare(): Promise<Call>;
  /** Names of the query parameters described for the operation; undefined if the description cannot be read. */
  parameters(): Promise<ReadonlySet<string> | undefined>;
  /** The served description; read once. */
  readDescription(): Promise<WireDescription>;
  /** From now on no error and no event shows this. */
  hide(secret: string): void;
}

/** `Args` and `Result` are those of the client's method. */
export interface Operation<Args extends unknown[], Result> {
  method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  /** The path below `{base_url}`. The names of its parameters are our own: they differ between deployments, and so do operation ids. */
  path: string;
  /** Shown by the platform document: called without looking it up. All others are called only if they are described. */
  shown?: true;
  /** A property that the described body must have: without it a deployment does not offer what this row is for. */
  takes?: string;
  /** Throws a UsageError for an impossible argument. */
  ask(...args: Args): CallDraft;
  /** Sends the call and reads the answer. */
  answer(pending: PendingCall): Result;
}

/** Infers the types of a row. */
export function operation<Args extends unknown[], Result>(
  row: Operation<Args, Result>,
): Operation<Args, Result> {
  return row;
}
