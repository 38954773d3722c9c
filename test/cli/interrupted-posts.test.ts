// An apply that is interrupted while it repeats a POST, which may not be sent again before a read shows that it did not happen.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { begin } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { projectFile } from "./server.ts";

/** POST requests are refused so often, each for a second. */
const REFUSALS = 3;

it.each([
  [503, "folder: Finance", "create folder Finance"],
  [429, "publish: true", "publish workbook 101"],
])("says what it waits for, and each further wait: %s, %s", async (status, field, does) => {
  const { running, posts } = await open(status, field);
  // Its answer is there, too.
  await vi.waitFor(() => expect(posts()).toBe(1), 10_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  running.interrupt("SIGINT");
  expect(running.said()).toContain(`Stopping: waiting for the answer to ${does}; Ctrl-C again ends now.\n`);
  const { code } = await running.ended;
  expect(code).toBe(130);
  const waits = running.said().match(new RegExp(`could not ${does}: .*, trying again in 1 s`, "g"));
  expect(waits).toHaveLength(REFUSALS - 1);
  expect(posts()).toBe(REFUSALS + 1);
});

async function open(status: number, field: string) {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  let posts = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET", headers } = request;
    if (method === "POST") posts += 1;
    if (method === "POST" && posts <= REFUSALS) {
      response.writeHead(status, { "retry-after": "1" }).end();
      return;
    }
    const answer = await fetch(new URL(request.url ?? "", sandbox.url), {
      method,
      headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
      ...(method !== "GET" && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cwd = tempFolder({
    "boardwright.yaml": projectFile(url, 1),
    "dashboards/a.yaml": `workbooks: { sales: { name: Sales, ${field}, dashboard: { kind: CLASSIC, widgets: [] } } }\n`,
  });
  const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
  return { running: begin(["apply", "--yes"], { cwd, env }), posts: () => posts };
}
