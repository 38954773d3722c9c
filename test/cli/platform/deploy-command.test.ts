// `deploy`: rule 2 of the document's client, and what must never reach the platform.
import { once } from "node:events";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request as forward, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { deployBranch } from "../../../src/features/deploy/branch-model.ts";
import { readModelFolder } from "../../../src/features/deploy/deploy-model.ts";
import { connect } from "../../../src/platform/index.ts";
import { createSandbox, type Seed } from "../../../src/sandbox/index.ts";
import { begin, boardwright, type Running } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";
import { waitInFull } from "../../support/waits.ts";
import { openPlace } from "./platform-place.ts";

waitInFull();

const A = "cubes: [{ name: a }]\n";
const SEED: Seed = {
  branches: [
    { name: "main", files: { "model/a.yml": A, "model/old.yml": "cubes: []\n", ".env": "SECRET=1\n" } },
    { name: "feature/x" },
  ],
};
const FOLDER = { "model/a.yml": A, "model/b.yml": "cubes: [{ name: b }]\n", "Ünï.yml": "views: []\n" };

async function open(files: Record<string, string> = FOLDER, seed: Seed = SEED) {
  const { sandbox, run } = await openPlace(seed);
  onTestFinished(() => sandbox.close());
  const cwd = tempFolder({ ".keep": "" });
  const write = (path: string, text: string) => {
    mkdirSync(join(cwd, "m", path, ".."), { recursive: true });
    writeFileSync(join(cwd, "m", path), text);
  };
  mkdirSync(join(cwd, "m"));
  for (const [path, text] of Object.entries(files)) write(path, text);
  const ask = (line: string) => run(line.split(" "), { cwd });
  const json = async (line: string) => {
    const ran = await ask(`${line} --json`);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    return JSON.parse(ran.stdout);
  };
  const list = async (branch: string) =>
    ((await json(`data-model list 1 --branch ${branch}`)) as { path: string }[]).map(({ path }) => path);
  /** What was asked for of the build API besides reading. */
  const sent = () =>
    sandbox.requests
      .filter(({ method, path }) => method !== "GET" && path.startsWith("/build/"))
      .map(({ path }) => path.replace("/build/api/v1/deployments/1/", ""));
  return { sandbox, cwd, write, ask, json, list, sent };
}

it("rule 2: uploads what has changed, removes what the folder no longer has, and builds once", async () => {
  const { json, list, sent, ask, write, cwd } = await open();
  expect(await json("deploy 1 m")).toEqual({
    uploaded: ["model/b.yml", "Ünï.yml"],
    removed: ["model/old.yml"],
    unchanged: 1,
    branchName: "main",
  });
  const upload = "data-model/upload";
  expect(sent()).toEqual([`${upload}/start`, `${upload}/file`, `${upload}/file`, `${upload}/finish`]);
  expect(await list("main")).toEqual([".env", "model/a.yml", "model/b.yml", "Ünï.yml"]);
  expect((await ask("data-model get 1 Ünï.yml")).stdout).toBe("views: []\n");
  const before = sent().length;
  expect(await ask("deploy 1 m")).toMatchObject({
    code: 0,
    stdout: "The data model is as the folder has it: nothing was uploaded, and nothing is built.\n",
  });
  expect(sent()).toHaveLength(before);
  write("model/a.yml", "cubes: []\n");
  rmSync(join(cwd, "m/model/b.yml"));
  const said = await ask("deploy 1 m");
  expect(said.stdout).toBe(
    "uploaded model/a.yml\nremoved model/b.yml\n1 uploaded, 1 removed, 1 unchanged on main.\n",
  );
  expect(said.stderr).toContain("`boardwright deployments build-status 1 --branch main --wait`");
});

it("rule 2: --keep-missing removes nothing", async () => {
  const { ask, list } = await open();
  expect(await ask("deploy 1 m --keep-missing --quiet")).toMatchObject({ code: 0, stderr: "" });
  expect(await list("main")).toContain("model/old.yml");
});

it("rule 2: --branch, else the branch of dev mode, else the deploy branch", async () => {
  const { json, list, ask, sandbox } = await open();
  expect(await json("deploy 1 m --branch feature/x")).toMatchObject({ branchName: "feature/x" });
  for (const step of ["start", "finish"])
    expect(sandbox.requests.find(({ path }) => path.endsWith(`/upload/${step}`))?.body).toMatchObject({
      branchName: "feature/x",
    });
  expect(await list("main")).toContain("model/old.yml");
  await json("data-model dev-mode 1 feature/x");
  expect(await json("deploy 1 m")).toEqual({ uploaded: [], removed: [], unchanged: 3 });
  expect((await json("deploy 1 m --branch main")).uploaded).toHaveLength(2);
  expect(await ask("deploy 1 m --branch nope")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Branch "nope"[\s\S]*`boardwright data-model branches`/),
  });
});

it("uploads nothing of .git, .env and node_modules, and leaves such files on the platform", async () => {
  const { json, list } = await open({
    ...FOLDER,
    ".gitignore": "dist\n",
    ".env": "SECRET=2",
    ".env.local": "SECRET=3",
    ".git/config": "[core]",
    "node_modules/x/index.js": "",
    "model/node_modules/y.yml": "",
    "model/.git/HEAD": "",
  });
  expect((await json("deploy 1 m")).uploaded).toEqual([".gitignore", "model/b.yml", "Ünï.yml"]);
  expect(await list("main")).toContain(".env");
});

it.each([
  ["a file outside", "secret.txt", "../secret.txt"],
  ["a folder outside", "out", ".."],
  ["a hidden file in the folder", "env.yml", ".env"],
  ["the folder itself", "self", "."],
  ["nothing", "gone.yml", "none.yml"],
])("refuses a link that leads to %s, and sends nothing", async (_, path, to) => {
  const { ask, cwd, sandbox } = await open({ ...FOLDER, ".env": "SECRET=2" });
  writeFileSync(join(cwd, "secret.txt"), "no");
  symlinkSync(to, join(cwd, "m", path));
  const before = sandbox.requests.length;
  expect(await ask("deploy 1 m")).toMatchObject({ code: 1, stderr: expect.stringContaining(path) });
  expect(sandbox.requests.slice(before).filter(({ path }) => path.startsWith("/build/"))).toEqual([]);
});

it("follows a link to a file that is uploaded anyway", async () => {
  const { json, cwd } = await open();
  symlinkSync("a.yml", join(cwd, "m/model/same.yml"));
  expect((await json("deploy 1 m")).uploaded).toContain("model/same.yml");
});

it("refuses a folder that is empty, missing or not named", async () => {
  const { ask, sent } = await open({ ".env": "A=1" });
  expect(await ask("deploy 1 m")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("holds no file to upload"),
  });
  expect(await ask("deploy 1 none")).toMatchObject({ code: 1, stderr: expect.stringContaining("ENOENT") });
  expect(await ask("deploy")).toMatchObject({ code: 64, stderr: expect.stringContaining("no directory") });
  expect(sent()).toEqual([]);
});

type Place = Awaited<ReturnType<typeof open>>;

/** Deploys to `branch`; `meanwhile` has the request that brings the second file, and whether it answers it. */
async function atSecondFile(
  branch: string,
  meanwhile: (place: Place & { running: Running }, response: ServerResponse) => Promise<boolean>,
) {
  const place = await open();
  await place.json("data-model dev-mode 1 main");
  await place.json("data-model exit-dev-mode 1");
  let files = 0;
  const server = createServer(async (request, response) => {
    const isSecond = request.url!.endsWith("/upload/file") && ++files === 2;
    if (isSecond && (await meanwhile({ ...place, running }, response))) return;
    const { method, headers, url } = request;
    const onward = forward(place.sandbox.url + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  onTestFinished(() => void server.close().closeAllConnections());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const PLATFORM_API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { PLATFORM_API_URL, PLATFORM_API_KEY: place.sandbox.apiKey };
  const running: Running = begin(["deploy", "1", "m", "--branch", branch], { cwd: place.cwd, env });
  const ran = await running.ended;
  const after = await place.list(branch);
  const again = (await place.json(`deploy 1 m --branch ${branch}`)).uploaded;
  return { ran, after, again };
}

const BEFORE = [".env", "model/a.yml", "model/old.yml"];
const ALL = ["model/b.yml", "Ünï.yml"];

it("Ctrl-C in an upload leaves nothing half done, and running it again finishes", async () => {
  const { ran, after, again } = await atSecondFile("main", async ({ running }) => {
    running.interrupt();
    return true;
  });
  expect(ran.code).toBe(130);
  expect(ran.stderr).toContain("nothing has changed");
  expect([after, again]).toEqual([BEFORE, ALL]);
});

it("an upload that the platform breaks off leaves nothing half done, and running it again finishes", async () => {
  const { ran, after, again } = await atSecondFile("main", async (_, response) => {
    response.writeHead(500).end("{}");
    return true;
  });
  expect(ran).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/could not upload Ünï\.yml[\s\S]*Run it again: .*nothing has changed/),
  });
  expect([after, again]).toEqual([BEFORE, ALL]);
});

it("refuses to finish over a file that has changed on the platform meanwhile; running it again finishes", async () => {
  const { ran, after, again } = await atSecondFile("dev-sandbox-main", async ({ ask }) => {
    await ask("data-model put 1 model/a.yml --branch dev-sandbox-main -d other");
    return false;
  });
  expect(ran).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/somebody else changed the data model[\s\S]*Run it again: it compares/),
  });
  expect([after, again]).toEqual([BEFORE, ["model/a.yml", ...ALL]]);
});

it("a cancelled wait for the build of a branch ends at once, and running it again finishes", async () => {
  const sandbox = await createSandbox({ faults: "continue-wait:1" });
  onTestFinished(() => sandbox.close());
  const files = await readModelFolder(tempFolder(FOLDER));
  const cancel = new AbortController();
  const deploy = (signal: AbortSignal) => {
    const platform = connect({ url: sandbox.url, token: sandbox.apiKey, signal });
    onTestFinished(() => platform.close());
    return deployBranch(platform, files, { deploymentId: 1, branchName: "pr", signal });
  };
  // The first look finds it at work.
  const ended = deploy(cancel.signal).catch((error: unknown) => error);
  await expect.poll(() => sandbox.requests.some(({ path }) => path.includes("build-status"))).toBe(true);
  cancel.abort();
  expect(await ended).toMatchObject({ code: "interrupted" });
  expect(await deploy(new AbortController().signal)).toMatchObject({
    uploaded: [],
    unchanged: 3,
    errors: [],
  });
});

it("validate, build-status and lint --online see the model that was deployed", async () => {
  const model = (measure: string) =>
    `cubes: [{ name: orders, measures: [{ name: ${measure}, type: sum }] }]\n`;
  const { json, ask, write, cwd } = await open({ "orders.yml": model("revenue") }, {});
  writeFileSync(
    join(cwd, "boardwright.yaml"),
    "version: 1\nproject: acme\ntargets: { t: { url: https://platform.test, deployment: 1 } }\n",
  );
  mkdirSync(join(cwd, "dashboards"));
  writeFileSync(
    join(cwd, "dashboards/a.yaml"),
    "workbooks: { a: { name: A } }\nreports:\n  r: { name: R, workbook: a, query: { measures: [orders.revenue] } }\n",
  );
  const lint = async (...branch: string[]) => {
    const { code, stdout } = await ask(["lint --online", ...branch].join(" "));
    return [code, stdout.includes("unknown-member")];
  };
  const fine = [0, false];
  const broken = [1, true];
  await json("deploy 1 m --branch main");
  await json("data-model create-branch 1 feature/x");
  await ask("data-model enable-branch 1 feature/x");
  expect(await lint("--branch feature/x")).toEqual(fine);
  write("orders.yml", model("net"));
  await json("deploy 1 m --branch feature/x");
  expect(await ask("validate 1 --branch feature/x")).toMatchObject({ code: 0 });
  expect(await lint("--branch feature/x")).toEqual(broken);
  expect(await lint()).toEqual(fine);
  await json("data-model merge-to-default 1 --branch feature/x");
  expect(await lint()).toEqual(broken);
  write("orders.yml", "cubes: [");
  await json("deploy 1 m");
  expect(await ask("deployments build-status 1 --wait")).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^status +failed$/m),
  });
  expect((await ask("validate 1")).stdout).toContain("orders.yml");
});

it.each(["deploy 1 '' --branch feature/x", "deploy 1 m --branch ''", "data-model merge 1 --branch ''"])(
  "%s: an empty word is refused, and nothing is sent",
  async (line) => {
    const { sandbox, cwd } = await open();
    const words = line.split(" ").map((word) => (word === "''" ? "" : word));
    const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
    const before = sandbox.requests.length;
    expect(await boardwright(words, { cwd, env })).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("empty"),
    });
    expect(sandbox.requests).toHaveLength(before);
  },
);

it("what tools leave credentials in is not uploaded, and a name that a form cannot carry ends it", async () => {
  const { json, ask, write, sent } = await open({ ...FOLDER, "gha-creds-1.json": "{}" });
  expect(await json("deploy 1 m")).toMatchObject({ uploaded: ["model/b.yml", "Ünï.yml"] });
  const before = sent();
  write("model/c\n::error::d.yml", A);
  const ran = await ask("deploy 1 m");
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("control character") });
  expect(ran.stdout + ran.stderr).not.toMatch(/^::/m);
  expect(sent()).toEqual(before);
});

it.each([
  ["deploy 1 m", "body.json"],
  ["data-model put 1 model/c.yml --branch dev-x -d @m/model/b.yml", "model/c.yml"],
  ["groups create -d @m/body.json", "group"],
  ["api POST /api/v1/groups -d @m/body.json", "POST"],
])("%s: a request that would hold a credential is not sent", async (line, what) => {
  const secret = "hunter2-hunter2-hunter2";
  const { sandbox, cwd, write, sent } = await open({ ...FOLDER, "model/b.yml": `# ${secret}\n` });
  write("body.json", JSON.stringify({ name: secret }));
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey, DB_PASSWORD: secret };
  const ran = await boardwright(line.split(" "), { cwd, env });
  expect(ran).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/would hold the text of a credential/),
  });
  expect(ran.stderr).toContain(what);
  expect(ran.stdout + ran.stderr).not.toContain(secret);
  const writes = sandbox.requests.filter(({ method }) => method !== "GET");
  expect(writes.filter(({ path }) => !path.endsWith("/upload/start"))).toEqual([]);
  expect(sent().filter((path) => !path.endsWith("/start"))).toEqual([]);
});
