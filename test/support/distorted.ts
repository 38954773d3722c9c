// The command against a sandbox with a server before it that changes the texts of answers, as platforms differ: byte for byte, so that
// also what JavaScript cannot hold comes through.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { boardwright, type Ran } from "./command.ts";
import { tempFolder } from "./temp.ts";

export interface Exchange {
  method: string;
  /** With the query. */
  path: string;
  /** The body of the request, as it came. */
  sent: string;
}

/** The text of an answer, changed or not; undefined refuses it, as a credential that may not read it. */
export type Distortion = (answer: string, exchange: Exchange) => string | undefined;

export interface Distorted {
  sandbox: Sandbox;
  /** The project's folder. */
  cwd: string;
  /** All that was asked, in order; a test may empty it. */
  seen: Exchange[];
  run(...args: string[]): Promise<Ran>;
}

export interface DistortedOptions {
  files: Record<string, string>;
  sandbox?: SandboxOptions;
  distort: Distortion;
  /** Also of what is sent to the sandbox, for what it could not read. */
  receive?: (body: string, exchange: Exchange) => string;
}

const PROJECT = `version: 1
project: acme
targets:
  test: { url: https://platform.test, deployment: 1 }
`;

/** `files` are the project's; boardwright.yaml is written if it is not among them. */
export async function openDistorted(options: DistortedOptions): Promise<Distorted> {
  const sandbox = await createSandbox(options.sandbox ?? {});
  onTestFinished(() => sandbox.close());
  const seen: Exchange[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks).toString("utf8");
    const exchange = { method: request.method ?? "", path: request.url ?? "", sent };
    seen.push(exchange);
    const body = options.receive?.(sent, exchange) ?? sent;
    const answer = await fetch(new URL(exchange.path, sandbox.url), {
      method: exchange.method,
      headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
      ...(body === "" ? {} : { body }),
    });
    const type = answer.headers.get("content-type") ?? "application/json";
    const text = options.distort(await answer.text(), exchange);
    response.writeHead(text === undefined ? 403 : answer.status, { "content-type": type });
    response.end(text ?? '{"error":"Forbidden"}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, ...options.files });
  const env = {
    PLATFORM_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PLATFORM_API_KEY: sandbox.apiKey,
  };
  return { sandbox, cwd, seen, run: (...args) => boardwright(args, { cwd, env }) };
}
