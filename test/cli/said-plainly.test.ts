// What a command says is what helps, once, and nothing that is not so.
import { expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { type Hook, openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";

const FILE = `workbooks:
  a: { name: A, dashboard: { title: A, widgets: [] } }
`;

async function open(hook: Hook = async (_, forward) => forward()) {
  const sandbox = await createSandbox({});
  onTestFinished(() => sandbox.close());
  const url = await openProxy(sandbox.url, hook);
  const cwd = tempFolder({
    "boardwright.yaml": `version: 1\nproject: acme\ntargets:\n  test: { url: ${url}, deployment: 1 }\n`,
    "dashboards/a.yaml": FILE,
  });
  const env = { PLATFORM_API_KEY: sandbox.apiKey };
  return { sandbox, run: (...args: string[]) => boardwright(args, { cwd, env }) };
}

it("a workbook that was renamed is told where it is missing, and not counted as unmanaged besides", async () => {
  const { sandbox, run } = await open();
  await run("apply", "--yes");
  sandbox.edit("a", (workbook) => void Object.assign(workbook, { slug: "b" }));
  const { stdout } = await run("plan");
  expect(stdout).toContain("live as b");
  expect(stdout).not.toContain("unmanaged and in no file");
});

it("an apply of which nothing is known to be written does not say that there is something to undo", async () => {
  let isRefusing = false;
  const { sandbox, run } = await open(async (asked, forward) =>
    isRefusing && asked.method === "PUT" ? { status: 400, body: { error: "no" } } : forward(),
  );
  await run("apply", "--yes");
  sandbox.edit("a", (workbook) => void Object.assign(workbook.dashboardDraft ?? {}, { title: "Mine" }));
  isRefusing = true;
  const { code, stdout } = await run("apply", "--yes", "--allow", "drift");
  expect(code).toBe(1);
  expect(stdout).toContain("Applied 0 of 1");
  expect(stdout).not.toContain("Undo with");
  expect(stdout).toMatch(/If anything was written, `boardwright rollback \S+` puts it back\./);
});

it("a disown in a pipe says first why it is refused, and asks for --yes only where that would help", async () => {
  const { run } = await open();
  await run("apply", "--yes");
  const refused = await run("disown", "a");
  expect(refused.stderr).not.toContain("there is no terminal to ask on");
  expect(refused.stderr).toContain("a");
  expect(refused.code).not.toBe(0);
});
