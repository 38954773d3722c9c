// The served description, GET /api/v1/spec: read once per connection, and only when it is needed.

import { parse } from "yaml";
import { isObject } from "../../model/index.ts";
import { looksLikeHtml } from "../http/error-body.ts";
import { PlatformError } from "../http/platform-error.ts";
import type { Call, Transport } from "../http/transport.ts";
import type { WireDescription } from "../wire/wire.ts";
import { type Capabilities, readCapabilities } from "./capabilities.ts";
import { OPERATIONS } from "./operations.ts";

const { method, path, ask } = OPERATIONS.readDescription;
const CALL: Call = { method, path, ...ask(), opens: true };

export interface DescriptionReader {
  /**
   * What the deployment offers. Throws if the platform cannot be reached at all (network, credential); a description that is only
   * missing or unreadable gives capabilities that are not `described`.
   */
  capabilities(): Promise<Capabilities>;
  /** The OpenAPI document itself. Throws a PlatformError if there is none. */
  document(): Promise<WireDescription>;
}

type Finding =
  | { document: WireDescription; capabilities: Capabilities }
  | { why: string; error: PlatformError };

/** Sends nothing yet; reads once, and again only if the platform could not be reached. */
export function openDescription(transport: Transport, baseUrl: string): DescriptionReader {
  let reading: Promise<Finding> | undefined;
  const find = (): Promise<Finding> => {
    reading ??= readDescription(transport, baseUrl).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
  return {
    async capabilities() {
      const finding = await find();
      if ("document" in finding) return finding.capabilities;
      return { described: false, describedWhy: finding.why, has: () => true, parameters: () => new Set() };
    },
    async document() {
      const finding = await find();
      if ("error" in finding) throw finding.error;
      return finding.document;
    },
  };
}

async function readDescription(transport: Transport, baseUrl: string): Promise<Finding> {
  let text: string;
  try {
    text = await transport.sendForText(CALL);
  } catch (error) {
    // These are about the connection.
    if (!(error instanceof PlatformError) || [undefined, 401, 429].includes(error.status)) throw error;
    return { why: `GET ${path} answered ${error.status}`, error };
  }
  if (looksLikeHtml(text)) {
    const error = transport.reject(CALL, { code: "no-such-operation", reason: "a web page", status: 200 });
    return { why: `GET ${path} answered with a web page`, error };
  }
  const document = parseDescription(text);
  if (document !== undefined) return { document, capabilities: readCapabilities(document, baseUrl) };
  const reason = "the answer is not an OpenAPI document";
  const error = transport.reject(CALL, { code: "unexpected-answer", reason, status: 200 });
  return { why: `GET ${path} did not answer with OpenAPI`, error };
}

/** JSON, or else YAML. A document without `paths` is not a description. */
function parseDescription(text: string): WireDescription | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (/^\s*\{/.test(text)) return undefined;
    value = parseYaml(text);
  }
  return isObject(value) && isObject(value.paths) ? (value as WireDescription) : undefined;
}

function parseYaml(text: string): unknown {
  try {
    return parse(text, { logLevel: "silent" });
  } catch {
    return undefined;
  }
}
