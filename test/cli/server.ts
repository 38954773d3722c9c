// A loopback server that answers as a test says, and a project whose target it is.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { boardwright, type Ran } from "../support/command.ts";

export const TOKEN = "tok-SECRET-4711-never-print-me";

export interface StandingBy {
  url: string;
  /** `METHOD path` of everything that came in. */
  requests: string[];
  close(): void;
}

/** By default the server refuses everything: it stands by to see that nobody calls. */
export async function standBy(
  answer: RequestListener = (_, response) => response.writeHead(500).end(),
): Promise<StandingBy> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A project file with one target. */
export function projectFile(url: string, deployment = 12): string {
  const target = `{ url: ${JSON.stringify(url)}, deployment: ${deployment} }`;
  return `version: 1\nproject: acme\ntargets:\n  live: ${target}\n`;
}

export const WORKBOOK = "workbooks: { revenue: { name: Revenue } }\n";

/** Runs a command with the credential that must never be printed, and holds what every ending has in common. */
export async function run(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ran> {
  const ran = await boardwright(args, { cwd, env: { PLATFORM_API_KEY: TOKEN, ...env } });
  const said = ran.stdout + ran.stderr;
  expect(said).not.toContain("this is a bug in boardwright");
  expect(said).not.toMatch(/^ {4,}at /m);
  expect(said).not.toContain(TOKEN);
  expect(said).not.toContain(Buffer.from(TOKEN).toString("base64"));
  if (args.includes("--json")) expect(() => JSON.parse(ran.stdout), said).not.toThrow();
  return ran;
}
