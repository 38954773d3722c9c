// How many requests of a plan wait for one another: what needs nothing of another is asked for at the same time.
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { tempFolder } from "../support/temp.ts";
import { projectFile, run } from "./server.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** In front of a sandbox: answers late, and numbers each request by the answers that were there when it came. */
async function late(url: string, delayMs: number) {
  const steps = new Map<string, number>();
  let finished = 0;
  const server = createServer((incoming, outgoing) => {
    const step = finished + 1;
    const path = String(incoming.url).replace(/^\/api\/v1\//, "");
    // Folders are looked at once more for a workbook that was nowhere to be seen.
    if (!steps.has(path)) steps.set(path, step);
    const { method, headers } = incoming;
    const onward = request(url + incoming.url, { method, headers }, (answer) => {
      setTimeout(() => {
        finished = Math.max(finished, step);
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      }, delayMs);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, steps };
}

const FILES = `workbooks:
  a:
    name: A
    folder: Finance
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12 } }
      widgets:
        - { id: w, type: CHART, position: [0, 0, 6, 4], config: { reportId: { $report: r } } }
reports:
  r: { name: R, workbook: a, query: { measures: [orders.count] } }
`;

it.each([["plan"], ["drift"], ["pull", "--all"]])(
  "%s reads description, then folders, reports and workbooks at once",
  async (...args) => {
    const sandbox = await createSandbox({});
    closing.push(() => sandbox.close());
    const { url, steps } = await late(sandbox.url, 200);
    const cwd = tempFolder({ "boardwright.yaml": projectFile(url, 1), "dashboards/a.yaml": FILES });
    // Without a scheme the first of the lists goes ahead, to find out how the credential is spelled (contract 1).
    const env = { PLATFORM_API_KEY: sandbox.apiKey, PLATFORM_AUTH_SCHEME: "bearer" };
    const ran = await run(cwd, args, env);
    expect(ran.stderr).toBe("");
    const lists = [...steps].map(([path, step]) => `${step} ${path.replace(/^deployments\/1\/|\?.*/g, "")}`);
    expect(lists.sort()).toEqual(["1 spec", "2 folders", "2 reports", "2 workbooks"]);
  },
);
