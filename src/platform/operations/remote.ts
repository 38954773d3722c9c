// What the operation groups share: calls with their purpose, checked against the served description first.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import type { Query } from "../http/address.ts";
import { PlatformError } from "../http/platform-error.ts";
import type { Call, CallOptions, Transport } from "../http/transport.ts";
import type { Capabilities } from "./capabilities.ts";
import { fillPath, findOperation, type OperationName } from "./operations.ts";

export interface Remote {
  transport: Transport;
  capabilities(): Promise<Capabilities>;
  /** From now on no error and no event shows this. */
  hide(secret: string): void;
}

export interface Intent {
  operation: OperationName;
  /** The values of the path's parameters, in order. */
  path: (string | number)[];
  /** A verb phrase: `write workbook revenue`. */
  does: string;
  deploymentId?: number;
  alsoNames?: string;
  needs?: string;
  missing?: Call["missing"];
  query?: Query;
  body?: object;
  /** Media types; JSON where absent. */
  accept?: string;
  options?: CallOptions;
}

/**
 * The call for an intent. An operation that the platform document does not show is looked up first; where the description is
 * readable and lacks it, a PlatformError `no-such-operation` is thrown and nothing is sent.
 */
export async function prepareCall(remote: Remote, intent: Intent): Promise<Call> {
  const { method, shown } = findOperation(intent.operation);
  const call: Call = {
    method,
    path: fillPath(intent.operation, ...intent.path),
    does: intent.does,
    deploymentId: intent.deploymentId,
    alsoNames: intent.alsoNames,
    needs: intent.needs,
    missing: intent.missing,
    query: intent.query,
    body: intent.body,
    accept: intent.accept,
    ...intent.options,
  };
  if (shown) return call;
  const capabilities = await remote.capabilities();
  if (!capabilities.has(intent.operation)) {
    throw remote.transport.reject(
      { ...call, undescribed: true },
      {
        code: "no-such-operation",
        reason: "the API description it serves does not have it",
      },
    );
  }
  return { ...call, guessed: !capabilities.described };
}

/** Sends and expects one object with these fields (an id, unless told otherwise), bare or under `data`. */
export async function sendForObject<T>(
  remote: Pick<Remote, "transport">,
  call: Call,
  fields: readonly string[] = ["id"],
): Promise<T> {
  const answer = await remote.transport.send(call);
  const object = findObject(answer, fields);
  if (object !== undefined) return object as T;
  throw remote.transport.reject(call, {
    code: "unexpected-answer",
    reason: "the answer is not what was asked for",
    status: 200,
    platformMessage: answer === undefined ? undefined : JSON.stringify(answer).slice(0, 200),
  });
}

/** Sends a DELETE; what is gone already (404) is deleted. */
export async function sendDelete(remote: Pick<Remote, "transport">, call: Call): Promise<void> {
  try {
    await remote.transport.send(call);
  } catch (error) {
    // An undescribed operation that answers 404 is `no-such-operation` and means that nothing was deleted.
    if (!(error instanceof PlatformError && error.code === "not-found")) throw error;
  }
}

/** The object with all of `fields`, bare or under `data`. */
export function findObject(answer: Json | undefined, fields: readonly string[]): JsonObject | undefined {
  if (!isObject(answer)) return undefined;
  return [answer, answer.data].filter(isObject).find((each) => fields.every((field) => field in each));
}
