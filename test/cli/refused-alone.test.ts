// One workbook that cannot be read while the lists answer, one that is gone, and one that was edited again: each is told as what it is.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { type Hook, openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";

const fileOf = (title: string): string =>
  stringify({ workbooks: { one: { dashboard: { title, widgets: [] } } } });

async function open() {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  let refused: number | undefined;
  const hook: Hook = async ({ method, path }, forward) =>
    refused !== undefined && method === "GET" && /\/workbooks\/\d+$/.test(path)
      ? { status: refused, body: { error: "no" } }
      : forward();
  const url = await openProxy(sandbox.url, hook);
  const cwd = tempFolder({
    "boardwright.yaml": `version: 1\nproject: acme\ntargets:\n  test: { url: ${url}, deployment: 1 }\n`,
    "dashboards/a.yaml": fileOf("v1"),
  });
  const run = (...args: string[]) => boardwright(args, { cwd, env: { PLATFORM_API_KEY: sandbox.apiKey } });
  expect((await run("apply", "--yes")).code).toBe(0);
  return {
    sandbox,
    url,
    run,
    declare: (title: string) => writeFileSync(join(cwd, "dashboards/a.yaml"), fileOf(title)),
    refuse: (status: number) => {
      refused = status;
    },
  };
}

it("a 403 on one workbook doubts the access to it, not the key alone", async () => {
  const { run, declare, refuse, sandbox } = await open();
  declare("v2");
  refuse(403);
  const { code, stdout } = await run("apply", "--yes");
  expect([code, stdout]).toEqual([
    1,
    expect.stringContaining(`no access to workbook ${sandbox.workbook("one")?.id}`),
  ]);
});

it("a 404 of one that is still listed is told as that, and calls for no further plan", async () => {
  const { run, declare, refuse } = await open();
  declare("v2");
  refuse(404);
  const { code, stdout } = await run("apply", "--yes");
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/one is in the platform's list, and reading workbook \d+ alone is answered 404/),
  ]);
  expect(stdout).not.toMatch(/was deleted or renamed|boardwright plan/);
});

it("a pull of a declared workbook that was deleted there exits 1 and says so", async () => {
  const { run, sandbox, url } = await open();
  const id = sandbox.workbook("one")?.id;
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  await fetch(`${url}/api/v1/deployments/1/workbooks/${id}`, { method: "DELETE", headers });
  const { code, stdout } = await run("pull", "one");
  expect([code, stdout]).toEqual([1, expect.stringContaining("one was deleted on the platform")]);
  expect((await run("pull", "--all")).code).toBe(0);
});

it("a saved plan that never ran was not applied, whatever stamp is there", async () => {
  const { run, sandbox } = await open();
  const edit = (title: string) =>
    sandbox.edit("one", ({ dashboardDraft }) => void Object.assign(dashboardDraft ?? {}, { title }));
  edit("mine");
  await run("plan", "--out", "plan.json");
  edit("mine again");
  const { code, stdout, stderr } = await run("apply", "plan.json", "--yes", "--allow", "drift");
  expect([code, stdout + stderr]).toEqual([3, expect.stringMatching(/one: the workbook was changed at/)]);
  expect(stdout + stderr).not.toContain("this plan was applied");
});
