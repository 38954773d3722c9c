import { afterEach } from "vitest";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";

const open: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

export interface Answer {
  status: number;
  // A test reads the fields that it expects; a missing one fails the test.
  // biome-ignore lint/suspicious/noExplicitAny: answers are data of every shape
  body: any;
  headers: Headers;
}

export interface Client {
  sandbox: Sandbox;
  /**
   * A request under /api/v1, or to a whole path or address. `authorization` replaces the sandbox's own key. A form is sent as
   * one.
   */
  call(
    method: string,
    path: string,
    body?: Json | { raw: string | Uint8Array } | URLSearchParams,
    authorization?: string | null,
  ): Promise<Answer>;
  /** The same under the deployment 1. */
  at(method: string, path: string, body?: Json): Promise<Answer>;
  upsert(slug: string, body?: JsonObject): Promise<Answer>;
}

/** A sandbox that ends with the test, and requests to it over real HTTP. */
export async function start(options: SandboxOptions = {}): Promise<Client> {
  const sandbox = await createSandbox(options);
  open.push(sandbox);
  const call: Client["call"] = async (method, path, body, authorization = `Bearer ${sandbox.apiKey}`) => {
    const form = body instanceof URLSearchParams;
    const raw = body !== null && typeof body === "object" && "raw" in body ? (body.raw as string) : undefined;
    const whole = /^\/(api|auth|build|hosts)\//.test(path) ? path : `/api/v1${path}`;
    const response = await fetch(path.startsWith("http") ? path : `${sandbox.url}${whole}`, {
      method,
      headers: authorization === null ? {} : { authorization },
      body: form ? body : (raw ?? (body === undefined ? undefined : JSON.stringify(body))),
    });
    const text = await response.text();
    const isJson = /^application\/(scim\+)?json/.test(response.headers.get("content-type") ?? "");
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  };
  const at: Client["at"] = (method, path, body) => call(method, `/deployments/1${path}`, body);
  return { sandbox, call, at, upsert: (slug, body) => at("PUT", `/workbooks/by-slug/${slug}`, body) };
}

/** A clock that is stopped and moves only when set forward, by seconds. */
export function handClock(): { clock: () => Date; pass(seconds: number): void } {
  let at = Date.UTC(2026, 0, 1, 12);
  return {
    clock: () => new Date(at),
    pass(seconds) {
      at += seconds * 1000;
    },
  };
}

/** A clock that moves one second with every reading: an `updatedAt` that is written again always changes. */
export function tickingClock(): () => Date {
  let seconds = 0;
  return () => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds++));
}

export const CORPUS = new URL("../../../shared/corpus/sales-and-finance.json", import.meta.url);

export function widget(id: string, config: JsonObject = {}): JsonObject {
  return { id, type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 }, config };
}
