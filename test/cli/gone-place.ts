// A project of two workbooks and a report, applied to a platform of its own on which tests delete and rename.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { Change } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = `version: 1
project: acme
targets:
  test: { url: https://platform.test, deployment: 1 }
`;
const widget = (id: string, x: number, config: object = {}) => ({
  id,
  type: "CHART",
  position: { x, y: 0, w: 3, h: 4 },
  config,
});
const BOARD = { title: "Stock", widgets: [widget("a", 0), widget("b", 3), widget("c", 6), widget("d", 9)] };
const FILES = {
  workbooks: {
    orders: {
      name: "Orders",
      dashboard: { title: "Orders", widgets: [widget("open", 0, { reportId: { $report: "ra" } })] },
    },
    stock: { name: "Stock", dashboard: BOARD },
  },
  reports: { ra: { name: "RA", workbook: "orders", query: { measures: ["orders.count"] } } },
};

export async function openGone() {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify(FILES) });
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  const applied = await run("apply", "--yes");
  expect(applied.code, applied.stdout + applied.stderr).toBe(0);
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
  const api = `${sandbox.url}/api/v1/deployments/1`;
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${api}/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const idOf = (slug: string) => sandbox.workbook(slug)?.id;
  return {
    sandbox,
    run,
    planned: async (): Promise<Change[]> => JSON.parse((await run("plan", "--json")).stdout).changes,
    remove: (slug: string) => send("DELETE", `workbooks/${idOf(slug)}`),
    async removeReport() {
      const { items } = (await send("GET", "reports")) as { items: { id: number }[] };
      await send("DELETE", `reports/${items[0]?.id}`);
    },
    async rename(slug: string, body: object) {
      const id = idOf(slug);
      await send("PUT", `workbooks/${id}`, body);
      return id;
    },
    records() {
      const folder = join(cwd, ".boardwright/backups");
      return readdirSync(folder).map((run) => join(folder, run, "run.json"));
    },
    forget: () => rmSync(join(cwd, ".boardwright"), { recursive: true }),
    runName: async () => JSON.parse((await run("rollback", "--json")).stdout).runs[0].run as string,
    rewrite(change: (files: typeof FILES & { reports: Record<string, object> }) => void) {
      const files = structuredClone(FILES);
      change(files);
      writeFileSync(join(cwd, "dashboards/all.yaml"), stringify(files));
    },
    file: () => readFileSync(join(cwd, "dashboards/all.yaml"), "utf8"),
  };
}
