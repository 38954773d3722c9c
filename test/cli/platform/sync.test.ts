// The sync of a transformation project: rule 9 of the document's client.
import { expect, it, onTestFinished } from "vitest";
import { begin } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";
import { standBy } from "../server.ts";
import { openPlace } from "./platform-place.ts";

async function open() {
  const place = await openPlace({
    branches: [{ name: "main" }, { name: "feature/x" }],
    apiKeys: [{ key: "editor", role: "AI BI User", permissions: ["SchemaUpdate", "SchemaRead"] }],
  });
  onTestFinished(() => place.sandbox.close());
  const sent = () => place.sandbox.requests.filter(({ path }) => path.includes("/dbt-sync"));
  const ask = (line: string, key?: string) => place.run(line.split(" "), key === undefined ? {} : { key });
  const json = async (line: string) => JSON.parse((await ask(`${line} --json`)).stdout);
  return { ...place, ask, json, sent };
}

it("rule 9: sync --wait ends with the result and the branch that was made", async () => {
  const { json, ask, sent } = await open();
  expect(await json("sync 1 --wait --ref feature/x")).toMatchObject({
    status: "COMPLETED",
    syncJobId: "1",
    branchName: "dbt-sync/feature-x-1",
    generatedFiles: [{ path: "model/generated.yml" }],
  });
  expect(sent().map(({ method, path }) => `${method} ${path.replace(/.*dbt-sync/, "")}`)).toEqual([
    "POST ",
    "GET /1",
    "GET /1",
    "GET /1/result",
  ]);
  expect(sent()[0]!.body).toEqual({ ref: "feature/x" });
  const text = await ask("data-model get 1 model/generated.yml --branch dbt-sync/feature-x-1");
  expect(text.stdout).toBe("# From feature/x\ncubes: []\n");
});

it("rule 9: without --wait it names the job, which status --wait and result follow", async () => {
  const { json, ask } = await open();
  expect(await json("sync 1")).toEqual({ syncJobId: "1", branchName: "dbt-sync/main-1" });
  expect(await ask("sync result 1 1")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /"The sync 1 has no result: it is RUNNING"[\s\S]*`boardwright sync status`/,
    ),
  });
  expect(await ask("sync status 1 1")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^status +RUNNING\n/),
  });
  expect(await ask("sync status 1 1 --wait")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^status +COMPLETED\n/),
  });
  expect(await json("sync result 1 1")).toMatchObject({ cubeCount: 0 });
});

it("rule 9: a sync that fails or is cancelled exits 1 with --wait, and says why", async () => {
  const { ask, json } = await open();
  const failed = await ask("sync 1 --wait --ref nope");
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^branchName +dbt-sync\/nope-1$[\s\S]*^error +The project has no branch or tag nope$/m,
    ),
  });
  await json("sync 1");
  expect(await ask("sync cancel 1 2")).toMatchObject({ code: 0, stdout: "Done: cancel sync 2.\n" });
  expect(await ask("sync status 1 2 --wait")).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^status +CANCELLED$/m),
  });
  expect(await ask("sync status 1 2")).toMatchObject({ code: 0 });
  expect(await ask("sync cancel 1 2")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The sync 2 is CANCELLED"),
  });
  expect(await ask("sync status 1 9")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("not found"),
  });
});

it("rule 9: --ref takes a branch or a tag, and neither an empty value nor the id of a commit", async () => {
  const { run, sent } = await open();
  for (const [ref, says] of [
    ["", "--ref is empty"],
    ["ba18083b00000000000000000000000000000000", "is the id of a commit"],
  ] as const)
    expect(await run(["sync", "1", "--ref", ref])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining(says),
    });
  expect(sent()).toEqual([]);
});

it("says which permission a sync lacks", async () => {
  const { ask } = await open();
  expect(await ask("sync 1", "editor")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/SchemaUpdateDevBranches is required"[\s\S]*DeploymentRead/),
  });
});

/** A platform with syncs whose answers to GET are these, one after the other. */
async function follow(...answers: (object | 404)[]) {
  const dep = "/api/v1/deployments/{id}/dbt-sync";
  const paths = { [dep]: { post: {} }, [`${dep}/{job}`]: { get: {} }, [`${dep}/{job}/result`]: { get: {} } };
  const server = await standBy((request, response) => {
    const answer =
      request.url === "/api/v1/spec"
        ? { openapi: "3.1.0", paths }
        : request.method === "POST"
          ? { syncJobId: "j-1", branchName: "b" }
          : (answers.shift() ?? 404);
    response.writeHead(answer === 404 ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer === 404 ? { error: "no such sync" } : answer));
  });
  onTestFinished(server.close);
  const env = { PLATFORM_API_URL: server.url, PLATFORM_API_KEY: "k" };
  const running = begin(["sync", "1", "--wait", "--json"], { cwd: tempFolder(), env });
  return { server, running };
}

it("waits for a job that the platform does not know at once, and in states that it does not know", async () => {
  const { running } = await follow(404, { status: "MAPPING" }, { status: "completed" }, { cubeCount: 3 });
  const { code, stdout, stderr } = await running.ended;
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toEqual({
    syncJobId: "j-1",
    branchName: "b",
    status: "completed",
    cubeCount: 3,
  });
});

it("does not wait for ever for a job that nobody knows", async () => {
  const { running } = await follow();
  expect(await running.ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("could not read the state of sync j-1: not found (404)"),
  });
});

it("Ctrl-C ends the wait and names the job, which goes on", async () => {
  const { running, server } = await follow({ status: "RUNNING" }, { status: "RUNNING" });
  await expect.poll(() => server.requests.join()).toContain("/j-1");
  running.interrupt();
  expect(await running.ended).toMatchObject({
    code: 130,
    stderr: expect.stringMatching(/state of sync j-1[\s\S]*`boardwright sync cancel` stops it/),
  });
});

it("logs: what the pods have logged, of one pod and one source", async () => {
  const { ask, json, sandbox } = await open();
  await ask("data-model create-branch 1 y");
  expect((await ask("logs 1")).stdout).toMatch(/^DATE +POD +MESSAGE\n\S+Z +api +Branch created\n$/);
  expect(await json("logs 1 --pod other -c x --source dev")).toEqual([]);
  expect(sandbox.requests.at(-1)!.path).toBe("/api/v1/deployments/1/logs?pod=other&container=x&source=dev");
  expect(await ask("logs 1 --source staging")).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('--source takes production or dev, not "staging"'),
  });
});
