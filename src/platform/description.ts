// The served description, GET /api/v1/spec: read once per connection, and only when somebody asks what the deployment offers.

import { isObject, type JsonObject } from "../model/index.ts";
import { assumeCapabilities, type Capabilities, readCapabilities } from "./capabilities.ts";
import { looksLikeHtml } from "./error-body.ts";
import { PlatformError } from "./platform-error.ts";
import type { Call, Transport } from "./transport.ts";

const CALL: Call = {
  method: "GET",
  path: "/api/v1/spec",
  does: "read the API description of the deployment",
  answer: "text",
};

/**
 * A function that reads the description once. It throws where the platform cannot be talked to at all (network, credential);
 * a description that is merely not there or not readable gives capabilities that are not `described`.
 */
export function readDescriptionOnce(transport: Transport, basePath: string): () => Promise<Capabilities> {
  let reading: Promise<Capabilities> | undefined;
  return () => {
    reading ??= readDescription(transport, basePath).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

async function readDescription(transport: Transport, basePath: string): Promise<Capabilities> {
  let text: string;
  try {
    text = String((await transport.send(CALL)) ?? "");
  } catch (error) {
    if (!(error instanceof PlatformError) || isAboutTheConnection(error)) throw error;
    return assumeCapabilities(`GET ${CALL.path} answered ${error.status}`);
  }
  if (looksLikeHtml(text)) return assumeCapabilities(`GET ${CALL.path} answered with a web page`);
  const description = await parseDescription(text);
  if (description === undefined) return assumeCapabilities(`GET ${CALL.path} did not answer with OpenAPI`);
  return readCapabilities(description, basePath);
}

function isAboutTheConnection(error: PlatformError): boolean {
  return error.status === undefined || error.status === 401 || error.status === 429;
}

/** JSON, or YAML where it is not. A document without `paths` is no description. */
async function parseDescription(text: string): Promise<JsonObject | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (/^\s*\{/.test(text)) return undefined;
    value = await parseYaml(text);
  }
  return isObject(value) && isObject(value.paths) ? value : undefined;
}

async function parseYaml(text: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    return parse(text, { logLevel: "silent" });
  } catch {
    return undefined;
  }
}
