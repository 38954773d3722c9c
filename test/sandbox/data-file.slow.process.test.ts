import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { tempFolder } from "../support/temp.ts";
import { start, tickingClock, widget } from "./support.ts";

const bundle = join(tempFolder(), "sandbox.mjs");
const children: ChildProcess[] = [];

beforeAll(async () => {
  await build({
    entryPoints: [new URL("../../src/sandbox/index.ts", import.meta.url).pathname],
    outfile: bundle,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
    banner: { js: 'import{createRequire as r}from"node:module";const require=r(import.meta.url);' },
  });
});

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

/** Another process that runs `script`, which sees createSandbox and the data file; its lines come one by one. */
function runApart(data: string, script: string) {
  const code = `import { createSandbox } from ${JSON.stringify(bundle)};\nconst data = ${JSON.stringify(data)};\n${script}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, line: async () => (await lines.next()).value as string, gone: once(child, "exit") };
}

async function failure(promise: Promise<unknown>): Promise<UserError> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(UserError);
  return error as UserError;
}

describe("the data file", () => {
  it("keeps everything from one sandbox to the next", async () => {
    const data = join(tempFolder(), "new/folder/sandbox.json");
    const one = await start({
      data,
      clock: tickingClock(),
      seed: {
        deployments: [
          { id: 3, name: "three" },
          { id: 1, name: "one" },
        ],
        apiKeys: [{ key: "scoped", deployments: [3] }],
        cubes: [{ name: "orders" }],
        reports: [{ name: "Legacy", publicId: "abcdefghijkl", publicIdSynthesized: true, deploymentId: 1 }],
        workbooks: [
          { slug: "reviewed", deploymentId: 1, reviewRequired: true, dashboardDraft: { title: "R" } },
        ],
        listDrafts: false,
      },
    });
    const folder = (await one.at("POST", "/folders", { name: "F" })).body;
    const draft = { title: "Ünïcödé 🎉", widgets: [widget("w", { reportId: 102 })] };
    const { id } = (
      await one.upsert("a", { name: "A", folderId: folder.id, meta: { x: 1, dashboardDraft: draft } })
    ).body;
    await one.at("POST", `/workbooks/${id}/publish`, { workbookId: id });
    const gone = (await one.upsert("gone")).body.id;
    await one.at("DELETE", `/workbooks/${gone}`);
    const before = await read(one);
    await one.sandbox.close();

    const two = await start({ data, seed: { workbooks: [{ slug: "not used" }] } });
    expect(await read(two)).toEqual(before);
    expect((await two.upsert("next")).body.id).toBeGreaterThan(gone);
    expect((await two.call("GET", "/deployments/1/workbooks", undefined, "Bearer scoped")).status).toBe(403);
    expect((await two.at("POST", "/workbooks/101/publish", { workbookId: 101 })).status).toBe(400);
    expect(JSON.parse(readFileSync(data, "utf8")).cubes).toEqual([{ name: "orders" }]);
    expect(readdirSync(join(data, "..")).sort()).toEqual(["sandbox.json", "sandbox.json.lock"]);

    async function read({ at, call, sandbox }: typeof one) {
      return [
        (await at("GET", "/workbooks")).body,
        (await at("GET", "/folders")).body,
        (await at("GET", "/reports")).body,
        (await call("GET", "/deployments")).body,
        sandbox.workbook("a", 1),
      ];
    }
  });

  it("is neither made nor touched by reading, and its lock goes with the sandbox", async () => {
    const folder = tempFolder();
    const data = join(folder, "sandbox.json");
    const one = await start({ data, seed: { workbooks: [{ slug: "a" }] } });
    await one.at("GET", "/workbooks");
    await one.sandbox.close();
    expect(readdirSync(folder)).toEqual([]);

    const text = '{ "workbooks": [ { "slug": "a" } ] }';
    writeFileSync(data, text);
    const { ino } = statSync(data);
    const two = await start({ data });
    await two.at("GET", "/workbooks");
    await two.call("PUT", "/deployments/99/workbooks/by-slug/a", {});
    await two.sandbox.close();
    expect(readFileSync(data, "utf8")).toBe(text);
    expect(statSync(data).ino).toBe(ino);
    expect(readdirSync(folder)).toEqual(["sandbox.json"]);
  });

  it("is not written for an upsert that changes nothing", async () => {
    const data = join(tempFolder(), "sandbox.json");
    const one = await start({ data });
    await one.upsert("a", { name: "A" });
    await one.sandbox.close();
    const { ino, mtimeMs } = statSync(data);
    const two = await start({ data });
    await two.upsert("a", { name: "A" });
    await two.sandbox.close();
    expect(statSync(data)).toMatchObject({ ino, mtimeMs });
  });

  it("goes back to what it held at the start with a reset", async () => {
    const data = join(tempFolder(), "sandbox.json");
    const { sandbox, upsert } = await start({ data, seed: { workbooks: [{ slug: "a" }] } });
    await upsert("b");
    sandbox.reset();
    await sandbox.close();
    const { workbooks } = JSON.parse(readFileSync(data, "utf8"));
    expect(workbooks.map(({ slug }: { slug: string }) => slug)).toEqual(["a"]);
  });

  it("stays a link where it is one", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "real.json"), "{}");
    symlinkSync(join(folder, "real.json"), join(folder, "link.json"));
    const { sandbox, upsert } = await start({ data: join(folder, "link.json") });
    await upsert("a");
    await sandbox.close();
    expect(readFileSync(join(folder, "real.json"), "utf8")).toContain('"slug":"a"');
    expect(readFileSync(join(folder, "link.json"), "utf8")).toContain('"slug":"a"');
  });

  it.each([
    ["{", "is not valid JSON"],
    ["[]", "it must be a JSON object"],
    ['{ "workbooks": {} }', "workbooks must be a list of objects"],
    ['{ "workbooks": [{ "slug": "a" }, { "slug": "A " }] }', 'workbooks[1]: the slug "a" is taken'],
  ])("that is broken is named, unlocked and left as it is: %s", async (text, message) => {
    const folder = tempFolder();
    const data = join(folder, "sandbox.json");
    writeFileSync(data, text);
    const error = await failure(createSandbox({ data }));
    expect(error.message).toContain(data);
    expect(error.message).toContain(message);
    expect(error.details.length).toBeGreaterThan(0);
    expect(readFileSync(data, "utf8")).toBe(text);
    expect(readdirSync(folder)).toEqual(["sandbox.json"]);
  });

  it("that cannot be written is an error of close, and the lock goes all the same", async () => {
    const data = join(tempFolder(), "sandbox.json");
    const sandbox = await createSandbox({ data });
    mkdirSync(`${data}.tmp`);
    await fetch(`${sandbox.url}/api/v1/deployments/1/workbooks/by-slug/a`, {
      method: "PUT",
      headers: { authorization: "Bearer sandbox-key" },
    });
    expect((await failure(sandbox.close())).message).toContain(`cannot write the sandbox data ${data}`);
    expect(existsSync(`${data}.lock`)).toBe(false);
  });

  it("is whole, old or new, when the process is killed while it writes", async () => {
    const folder = tempFolder();
    const data = join(folder, "sandbox.json");
    const script = `
      const filler = "x".repeat(12_000_000);
      for (let n = 0; ; n += 1) {
        const sandbox = await createSandbox({ data });
        const body = JSON.stringify({ meta: { n, filler } });
        const init = { method: "PUT", headers: { authorization: "Bearer sandbox-key" }, body };
        await (await fetch(sandbox.url + "/api/v1/deployments/1/workbooks/by-slug/a", init)).arrayBuffer();
        await sandbox.close();
        console.log(n);
      }`;
    for (let round = 0; round < 4; round += 1) {
      const { child, line, gone } = runApart(data, script);
      await line();
      const watcher = watch(folder, (_, name) => {
        if (name?.startsWith("sandbox.json") && !name.includes(".lock")) child.kill("SIGKILL");
      });
      await gone;
      watcher.close();
      const { workbooks } = JSON.parse(readFileSync(data, "utf8"));
      expect(workbooks[0].meta.n).toEqual(expect.any(Number));
      expect(workbooks[0].meta.filler).toHaveLength(12_000_000);
    }
    const { sandbox } = await start({ data });
    expect(sandbox.workbook("a")?.meta.n).toEqual(expect.any(Number));
  });
});

describe("the lock", () => {
  const holder = `
    const sandbox = await createSandbox({ data });
    console.log("ready");
    process.stdin.once("data", () => sandbox.close().then(() => process.exit()));`;

  it("refuses a file that a live process uses, and takes over from a dead one", async () => {
    const data = join(tempFolder(), "sandbox.json");
    const { child, line, gone } = runApart(data, holder);
    expect(await line()).toBe("ready");
    const error = await failure(createSandbox({ data, patience: 0 }));
    expect(error.message).toBe(`the sandbox data ${data} is in use by process ${child.pid}`);
    expect(error.details.join()).toContain(`${data}.lock`);
    child.kill("SIGKILL");
    await gone;
    expect(existsSync(`${data}.lock`)).toBe(true);
    const { upsert } = await start({ data });
    expect((await upsert("a")).status).toBe(200);
  });

  it("says so where it cannot be made", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "file"), "");
    const data = join(folder, "file/sandbox.json");
    expect((await failure(createSandbox({ data }))).message).toContain(
      `cannot lock the sandbox data ${data}`,
    );
  });

  it("waits for a process that is about to end", async () => {
    const data = join(tempFolder(), "sandbox.json");
    const { child, line } = runApart(data, holder);
    await line();
    const waiting = start({ data, patience: 60_000 });
    child.stdin?.write("end\n");
    expect((await waiting).sandbox.deployments).toEqual([1]);
  });

  it("is gone after an exit without close", async () => {
    const data = join(tempFolder(), "sandbox.json");
    const { gone } = runApart(data, "await createSandbox({ data }); process.exit(0);");
    await gone;
    expect(existsSync(`${data}.lock`)).toBe(false);
  });

  it("of this very process counts while it is held, and not when an earlier process of the same id left it", async () => {
    const data = join(tempFolder(), "sandbox.json");
    writeFileSync(`${data}.lock`, `${process.pid}\n`);
    await start({ data, patience: 1000 });
    expect((await failure(createSandbox({ data, patience: 0 }))).message).toContain("in use by this process");
  });

  it("lets one of many in when a dead process left it", async () => {
    const data = join(tempFolder(), "sandbox.json");
    const dead = spawn(process.execPath, ["-e", ""]);
    await once(dead, "exit");
    writeFileSync(`${data}.lock`, `${dead.pid}\n`);
    const script = `
      const sandbox = await createSandbox({ data, patience: 200 }).catch(() => undefined);
      console.log(sandbox ? "in" : "out");
      process.stdin.once("data", () => process.exit());`;
    const runs = [1, 2, 3, 4].map(() => runApart(data, script));
    const answers = await Promise.all(runs.map(({ line }) => line()));
    expect(answers.sort()).toEqual(["in", "out", "out", "out"]);
    for (const { child } of runs) child.stdin?.write("end\n");
    await Promise.all(runs.map(({ gone }) => gone));
  });
});
