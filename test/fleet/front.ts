// A fleet on one platform: many deployments of a sandbox, behind a front that can refuse the writes of some of them.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

export interface Front {
  url: string;
  /** `METHOD deployment` of what arrived. */
  requests: string[];
  /** Deployments whose writes are refused. */
  broken: Set<string>;
  /** Is told of each request before it is answered, which waits for it. */
  onRequest: (method: string, deployment: string) => unknown;
}

/** Deployments 1 to `count`, and targets `t-001` to … for them; `more` is added to the project file. */
export async function openFleet(count: number, more = "", files: Record<string, string> = {}) {
  const deployments = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `d${index + 1}` }));
  const sandbox = await createSandbox({ seed: { deployments } });
  onTestFinished(() => sandbox.close());
  const front: Front = { url: "", requests: [], broken: new Set(), onRequest() {} };
  const server = createServer(async (request, response) => {
    const { method = "", url = "" } = request;
    const deployment = /\/deployments\/(\d+)\//.exec(url)?.[1] ?? "";
    front.requests.push(`${method} ${deployment}`);
    await front.onRequest(method, deployment);
    if (method !== "GET" && front.broken.has(deployment)) {
      response.writeHead(403, { "content-type": "application/json" }).end('{"error":"not allowed here"}');
      return;
    }
    const body = await bodyOf(request);
    const headers = Object.fromEntries(
      ["authorization", "content-type"].flatMap((name) => {
        const value = request.headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    );
    const answer = await fetch(sandbox.url + url, { method, headers, ...(body !== "" && { body }) });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const targets = deployments.map(({ id }) =>
    id === 1
      ? `  t-001: { url: "${front.url}", deployment: 1, vars: { who: tenants } }`
      : `  ${nameOf(id)}: { like: t-001, deployment: ${id} }`,
  );
  const cwd = tempFolder({
    "boardwright.yaml": `version: 1\nproject: acme\ntargets:\n${targets.join("\n")}\napply: { backups: off }\n${more}`,
    "dashboards/a.yaml": "workbooks:\n  a: { name: A, dashboard: { title: First } }\n",
    "dashboards/b.yaml": "workbooks:\n  b: { name: 'For ${var.who}', dashboard: { title: B } }\n",
    ...files,
  });
  const env = { PLATFORM_API_KEY: sandbox.apiKey };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  return { sandbox, front, cwd, run };
}

export const nameOf = (id: number) => `t-${String(id).padStart(3, "0")}`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
