// examples/model-and-dashboards and its two workflows: what GitHub does between their steps is done here.
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { openPlace } from "../action/place.ts";
import { byHand, pullRequest } from "../action/runner.ts";
import { boardwright } from "../support/command.ts";
import { readText } from "../support/documents.ts";

const EXAMPLE = "examples/model-and-dashboards";
const FILES = ["model/orders.yml", "dashboards/sales.yaml"];
const files = Object.fromEntries(FILES.map((path) => [path, readText(`${EXAMPLE}/${path}`)]));

interface Job {
  steps: { name?: string; uses?: string; with?: Record<string, string> }[];
}
const jobsOf = (name: string) =>
  (parse(readText(`${EXAMPLE}/.github/workflows/${name}.yml`)) as { jobs: Record<string, Job> }).jobs;

async function open() {
  const place = await openPlace({
    workbooks: {},
    files,
    // The sandbox has one deployment.
    project: readText(`${EXAMPLE}/boardwright.yaml`).replace("deployment: 12", "deployment: 1"),
    sandbox: { seed: { branches: [{ name: "main", files: { "orders.yml": files["model/orders.yml"]! } }] } },
  });
  /** The Action's steps of a job up to the first that fails: name → exit code. */
  const runJob = async ({ steps }: Job, event: Parameters<typeof place.run>[1]) => {
    const ended: Record<string, Awaited<ReturnType<typeof place.run>>> = {};
    for (const { name = "", uses = "", with: input = {} } of steps) {
      if (!uses.startsWith("acme/boardwright@")) continue;
      const { command = "", branch, ...rest } = input;
      const given = Object.entries(rest).filter(
        ([key]) => !["api-url", "api-key", "review-key"].includes(key),
      );
      if (branch !== undefined) expect(branch).toBe(["$", "{{ github.head_ref }}"].join(""));
      const inputs = { ...Object.fromEntries(given), ...(branch !== undefined && { branch: "feature" }) };
      const step = await place.run(command, event, { inputs: { ...inputs, "review-key": "k".repeat(32) } });
      ended[name] = step;
      if (step.code !== 0) break;
    }
    return ended;
  };
  const codes = (ended: Awaited<ReturnType<typeof runJob>>) =>
    Object.fromEntries(Object.entries(ended).map(([name, { code }]) => [name, code]));
  const cwd = place.workspace;
  const env = { PLATFORM_API_URL: place.sandbox.url, PLATFORM_API_KEY: place.sandbox.apiKey };
  const command = async (line: string) => {
    const ran = await boardwright(line.split(" "), { cwd, env });
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    return ran.stdout;
  };
  const edit = (path: string, from: string, to: string) => {
    const text = readFileSync(join(cwd, path), "utf8");
    expect(text).toContain(from);
    writeFileSync(join(cwd, path), text.replace(from, to));
  };
  await place.run("apply", byHand, { inputs: { review: "off" } });
  return { ...place, runJob, codes, command, edit };
}

it("a renamed measure breaks the pull request's dashboards by file and line, rename fixes them, the merge deploys both", async () => {
  const { runJob, codes, command, edit, merge, call } = await open();
  const { model, plan } = jobsOf("pull-request");
  edit("model/orders.yml", "name: revenue", "name: net_revenue");
  const broken = await runJob(model!, pullRequest(5));
  expect(codes(broken)).toEqual({ "Deploy the model": 0, Lint: 1 });
  const lines = files["dashboards/sales.yaml"]!.split("\n");
  const line = lines.findIndex((text) => text.includes("[orders.revenue]")) + 1;
  const marked = broken.Lint!.commands.filter(({ properties }) => properties.file !== undefined);
  expect(marked.map(({ name, properties }) => [name, properties.file, properties.line])).toEqual([
    ["error", "dashboards/sales.yaml", String(line)],
  ]);

  await command("rename member orders.revenue orders.net_revenue");
  const fixed = await runJob(model!, pullRequest(5));
  expect(codes(fixed)).toEqual({ "Deploy the model": 0, Lint: 0, Test: 0, Preview: 0 });
  expect(JSON.parse(fixed.Preview!.outputs["preview-links"]!)).toHaveProperty("sales--pr-5");
  expect(codes(await runJob(plan!, pullRequest(5)))).toEqual({ Plan: 0 });
  const query = async () =>
    (
      (await call("GET", "/deployments/1/reports")) as unknown as {
        items: { name: string; jsonQuery: string }[];
      }
    ).items
      .filter(({ name }) => name === "Revenue by month")
      .map(({ jsonQuery }) => (JSON.parse(jsonQuery) as { measures: string[] }).measures);
  expect([await command("data-model get orders.yml"), await query()]).toEqual([
    files["model/orders.yml"],
    [["orders.revenue"]],
  ]);

  const merged = merge(5);
  const { apply } = jobsOf("merge");
  expect(codes(await runJob(apply!, merged))).toEqual({ "Merge the model": 0, Apply: 0 });
  expect(await command("data-model get orders.yml")).toContain("name: net_revenue");
  expect(await query()).toEqual([["orders.net_revenue"]]);
  expect(await command("data-model branches")).not.toContain("feature");
  // Started again, the model counts as merged.
  expect(codes(await runJob(apply!, merged))).toMatchObject({ "Merge the model": 0 });
});

it("a model that does not compile stops at its file and line, also on the merge; nothing is applied", async () => {
  const { runJob, codes, edit, merge, live, command } = await open();
  edit("model/orders.yml", "name: count", "name: [count");
  const stopped = await runJob(jobsOf("pull-request").model!, pullRequest(5));
  expect(codes(stopped)).toEqual({ "Deploy the model": 1 });
  const [marked] = stopped["Deploy the model"]!.commands.filter(
    ({ properties }) => properties.file !== undefined,
  );
  expect(marked?.properties).toMatchObject({
    file: "model/orders.yml",
    line: expect.stringMatching(/^[1-9]\d*$/),
  });
  const before = await live();
  expect(codes(await runJob(jobsOf("merge").apply!, merge(5)))).toEqual({ "Merge the model": 1 });
  expect(await live()).toEqual(before);
  expect(await command("data-model get orders.yml")).toBe(files["model/orders.yml"]);
});

it("deploy-model refuses the deploy branch, a link, a folder outside and a push that merged nothing that is there", async () => {
  const { run, workspace, edit, sandbox, merge } = await open();
  const before = sandbox.requests.length;
  const refused = async (inputs: Record<string, string>, says: string) => {
    const step = await run("deploy-model", pullRequest(5), { inputs });
    expect([step.code, step.log]).toEqual([1, expect.stringContaining(says)]);
  };
  edit("model/orders.yml", "name: count", "name: number");
  await refused({}, "`branch` is missing");
  await refused({ branch: "feature", model: "../elsewhere" }, "below `working-directory`");
  await refused({ branch: "feature", model: "." }, "below `working-directory`");
  symlinkSync(".git", join(workspace, "linked"));
  await refused({ branch: "feature", model: "linked" }, "below `working-directory`");
  await refused({ branch: "feature", model: "nowhere" }, "below `working-directory`");
  expect(sandbox.requests).toHaveLength(before);
  await refused({ branch: "main" }, "production branch");
  expect(sandbox.requests.some(({ path }) => path.includes("/upload/"))).toBe(false);
  const pushed = await run("deploy-model", merge(5));
  expect([pushed.code, pushed.log]).toEqual([1, expect.stringContaining("No branch feature is there")]);
});

it("on the merge only what was merged in Git goes to production, whatever the branch holds and whoever has dev mode open", async () => {
  const { run, edit, merge, command, workspace } = await open();
  edit("model/orders.yml", "name: revenue", "name: net_revenue");
  const deployed = { inputs: { branch: "feature" } };
  expect((await run("deploy-model", pullRequest(5), deployed)).code).toBe(0);
  const reviewed = readFileSync(join(workspace, "model/orders.yml"), "utf8");
  // Somebody uploads another model to the branch, which nobody has reviewed.
  writeFileSync(join(workspace, "model/orders.yml"), reviewed.replace("net_revenue", "evil"));
  await command("deploy 1 model --branch feature");
  writeFileSync(join(workspace, "model/orders.yml"), reviewed);
  const refused = await run("deploy-model", merge(5));
  expect([refused.code, refused.log]).toEqual([
    1,
    expect.stringContaining("branch feature of the data model holds what was not merged in Git"),
  ]);
  expect(await command("data-model get orders.yml")).toBe(files["model/orders.yml"]);
  await command("data-model dev-mode 1 feature");
  await command("deploy 1 model");
  const missing = await run("deploy-model", merge(5), { inputs: { branch: "nowhere" } });
  expect([missing.code, missing.log]).toEqual([1, expect.stringContaining("is not in production")]);
  await command("deploy 1 model --branch feature");
  const closed = await run("deploy-model", pullRequest(5, { action: "closed" }), deployed);
  expect([closed.code, closed.log]).toEqual([0, expect.stringContaining("is closed")]);
  expect((await run("deploy-model", merge(5))).code).toBe(0);
  expect(await command("data-model get orders.yml --branch main")).toBe(reviewed);
});
