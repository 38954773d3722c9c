// boardwright sandbox: a server until Ctrl-C, whose data outlives it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { CORPUS, hasCorpus } from "../support/corpus.ts";
import { start } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { projectFile, run, standBy, WORKBOOK } from "./server.ts";

/** Starts it, and gives what it says when it is ready. */
async function serve(cwd: string, flags: readonly string[]) {
  const { child, ended } = start(["sandbox", "--json", ...flags], { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout!.once("data", resolve);
    ended.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  const said = JSON.parse(line) as Served;
  return { ...said, line, child, ended };
}

type Served = { url: string; apiKey: string; deployments: number[] };
const list = async ({ url, apiKey, deployments: [id] }: Served): Promise<{ slug: string }[]> => {
  const response = await fetch(`${url}/api/v1/deployments/${id}/workbooks?first=100`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { slug: string }[] }).data;
};

describe("boardwright sandbox", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("serves until %s, and its data file is whole", async (signal) => {
    const cwd = tempFolder();
    const first = await serve(cwd, ["--data", "data/s.json"]);
    expect(first.line).toBe(
      `${JSON.stringify({ url: first.url, apiKey: "sandbox-key", deployments: [1] })}\n`,
    );
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const project = tempFolder({
      "boardwright.yaml": projectFile(first.url, 1),
      "dashboards/a.yaml": WORKBOOK,
    });
    expect((await run(project, ["apply", "--yes"], { PLATFORM_API_KEY: first.apiKey })).code).toBe(0);
    first.child.kill(signal);
    expect(await first.ended).toMatchObject({ code: 0, stdout: first.line, stderr: "" });
    expect(JSON.parse(readFileSync(join(cwd, "data/s.json"), "utf8")).workbooks).toHaveLength(1);

    const again = await serve(cwd, ["--data", "data/s.json"]);
    expect((await list(again)).map(({ slug }) => slug)).toEqual(["revenue"]);
  });

  it("makes an edit as in the UI, which drift shows and pull takes in", async () => {
    const cwd = tempFolder({
      "boardwright.yaml": `${projectFile("sandbox:s.json", 1)}  other: { url: "https://acme.example.com", deployment: 1 }\ndefaultTarget: live\n`,
      "dashboards/a.yaml": "workbooks: { a: { dashboard: { title: One, widgets: [] } }, b: { name: B } }\n",
    });
    expect((await run(cwd, ["apply", "--yes"])).code).toBe(0);
    const edited = await run(cwd, ["sandbox", "edit", "a"]);
    expect([edited.code, edited.stdout]).toEqual([
      0,
      expect.stringContaining("One → One (edited in the UI)"),
    ]);
    expect((await run(cwd, ["drift"])).code).toBe(2);
    expect((await run(cwd, ["pull", "a"])).code).toBe(0);
    expect(readFileSync(join(cwd, "dashboards/a.yaml"), "utf8")).toContain("title: One (edited in the UI)");
    expect((await run(cwd, ["sandbox", "edit", "a"])).stdout).toContain("→ One (edited in the UI, 2)");
    const missing = [
      ["edit"],
      ["edit", "none"],
      ["edit", "b"],
      ["open", "a"],
      ["edit", "a", "--target", "other"],
    ];
    for (const words of missing)
      expect((await run(cwd, ["sandbox", ...words])).code, words.join(" ")).toBe(64);
  });

  it("says for people how to use it, and that nothing is kept without --data", async () => {
    const { child, ended } = start(["sandbox"], { cwd: tempFolder() });
    child.stderr!.once("data", () => child.kill("SIGINT"));
    const { code, stdout, stderr } = await ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^The sandbox listens on (http:\/\/127\.0\.0\.1:\d+)\n[\s\S]+PLATFORM_API_URL=\1 /,
    );
    expect(stderr).toContain("--data FILE keeps it");
  });

  it("says who else uses the port or the data", async () => {
    const cwd = tempFolder();
    const server = await standBy();
    onTestFinished(server.close);
    const port = new URL(server.url).port;
    const taken = await run(cwd, ["sandbox", "--port", port]);
    expect(taken).toMatchObject({ code: 1, stdout: "" });
    expect(taken.stderr).toMatch(
      new RegExp(`^error: the sandbox cannot listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE`),
    );
    expect(taken.stderr).toContain("Choose another port, or none to get a free one.");
    const { child, ended } = await serve(cwd, ["--data", "s.json"]);
    const held = await run(cwd, ["sandbox", "--data", "s.json"]);
    expect(held).toMatchObject({ code: 1, stdout: "" });
    expect(held.stderr).toContain(`s.json is in use by process ${child.pid}`);
    child.kill("SIGINT");
    expect((await ended).code).toBe(0);
  });

  it.each([
    ["is not there", undefined, "ENOENT"],
    ["breaks off", "{", "is not valid JSON"],
    ["is a list", "[]", "it must be a JSON object"],
    ["holds a workbook of nowhere", '{"workbooks":[{"deploymentId":7}]}', "deployment 7"],
  ])("tells a seed that %s", async (_, text, message) => {
    const cwd = tempFolder(text === undefined ? {} : { "seed.json": text });
    for (const flags of [["--seed"], ...(text === undefined ? [] : [["--data"]])]) {
      const { code, stdout, stderr } = await run(cwd, ["sandbox", ...flags, "seed.json", "--json"]);
      expect([code, JSON.parse(stdout).error.code]).toEqual([1, "failed"]);
      expect(stderr).toContain("seed.json");
      expect(stderr).toContain(message);
    }
  });

  it.skipIf(!hasCorpus)("starts with a seed", async () => {
    expect(await list(await serve(tempFolder(), ["--seed", CORPUS]))).toHaveLength(46);
  });
});
