// The files of a data model, and their way from dev mode to production: rules 4 to 8 of the document's client.
import { expect, it, onTestFinished } from "vitest";
import type { Seed } from "../../../src/sandbox/index.ts";
import { tempFolder } from "../../support/temp.ts";
import { openPlace } from "./platform-place.ts";

const ORDERS = "cubes: [{ name: orders }]\n";
const SEED: Seed = {
  branches: [{ name: "main", files: { "model/orders.yml": ORDERS } }, { name: "feature/x" }],
  apiKeys: [
    { key: "second" },
    { key: "editor", role: "AI BI User", permissions: ["SchemaUpdateDevBranches"] },
  ],
};

async function open(seed: Seed = SEED) {
  const { sandbox, run } = await openPlace(seed);
  onTestFinished(() => sandbox.close());
  const ok = async (line: string, ...more: string[]) => {
    const ran = await run([...line.split(" "), ...more]);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    return ran.stdout;
  };
  const refused = async (line: string, says: string | RegExp, key?: string) =>
    expect(await run(line.split(" "), key === undefined ? {} : { key })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(says),
    });
  const text = async (path: string, branch: string) => ok(`data-model get 1 ${path} --branch ${branch}`);
  const branches = async () =>
    (JSON.parse(await ok("data-model branches 1 --json")) as { name: string }[]).map(({ name }) => name);
  return { sandbox, run, ok, refused, text, branches };
}

it("lists, prints and hashes the files of a branch", async () => {
  const { ok, refused } = await open();
  expect(await ok("data-model list 1")).toBe("PATH\nmodel/orders.yml\n");
  expect(await ok("data-model get 1 model/orders.yml")).toBe(ORDERS);
  expect(await ok("data-model get 1 /model/orders.yml")).toBe(ORDERS);
  expect(await ok("data-model file-hashes 1")).toMatch(/^model\/orders\.yml +[0-9a-f]{40}$/m);
  expect(await ok("data-model list 1 --branch feature/x")).toBe("PATH\n");
  await refused("data-model get 1 model/none.yml", /has no file "model\/none\.yml"/);
  await refused("data-model list 1 --branch nope", /Branch "nope"[\s\S]*`boardwright data-model branches`/);
});

it("rule 4: dev mode is per credential, and commands without --branch are about its branch", async () => {
  const { ok, run } = await open();
  expect(JSON.parse(await ok("data-model dev-mode 1 main --json"))).toMatchObject({
    branchName: "dev-sandbox-main",
  });
  await ok("data-model put 1 model/new.yml -d", "views: []\n");
  expect(await ok("data-model list 1")).toBe("PATH\nmodel/new.yml\nmodel/orders.yml\n");
  expect(await ok("validate 1")).toContain("dev-sandbox-main");
  expect(await ok("deployments build-status 1")).toMatch(/^branch +dev-sandbox-main$/m);
  const other = await run(["data-model", "list", "1"], { key: "second" });
  expect(other.stdout).toBe("PATH\nmodel/orders.yml\n");
  await ok("data-model exit-dev-mode 1");
  expect(await ok("data-model list 1")).toBe("PATH\nmodel/orders.yml\n");
  expect(await ok("data-model dev-mode 1 main")).toMatch(/^branchName +dev-sandbox-main$/m);
  expect(await ok("data-model list 1")).toContain("model/new.yml");
});

it("rule 5: files are written on a dev-… branch only", async () => {
  const { ok, refused, run } = await open();
  const advice = /not a dev-mode branch"[\s\S]*`boardwright data-model dev-mode BRANCH`/;
  await refused("data-model put 1 a.yml -d x", advice);
  await refused("data-model delete 1 model/orders.yml --branch feature/x --yes", advice);
  await refused("data-model rename 1 model/orders.yml a.yml", advice);
  await ok("data-model create-branch 1 feature/y --dev-mode");
  await refused("data-model put 1 a.yml -d x", /feature\/y is not a dev-mode branch/);
  await ok("data-model dev-mode 1 feature/y");
  const cwd = tempFolder({ "a.yml": "a: 1\n" });
  expect((await run(["data-model", "put", "1", "model/a.yml", "-d", "@a.yml"], { cwd })).code).toBe(0);
  await ok("data-model rename 1 model/a.yml model/b.yml");
  expect(await ok("data-model get 1 model/b.yml")).toBe("a: 1\n");
  expect(await ok("data-model delete 1 model/b.yml --yes")).toMatch(/^name +dev-sandbox-feature\/y$/m);
  expect(await ok("data-model list 1")).toBe("PATH\nmodel/orders.yml\n");
  await refused("data-model delete 1 model/b.yml --yes", /does not exist on this branch/);
  await refused("data-model put 1 ../b.yml -d x", /is not a path in the data model/);
});

it("says which permission is missing", async () => {
  const { refused, run } = await open();
  const key = "editor";
  expect(await run(["data-model", "dev-mode", "1", "main"], { key })).toMatchObject({ code: 0 });
  expect(await run(["data-model", "put", "1", "a.yml", "-d", "x"], { key })).toMatchObject({ code: 0 });
  await refused("data-model commit 1", /"The permission SchemaUpdate is required"/, key);
  await refused("data-model create-branch 1 z", /"The permission SchemaUpdate is required"/, key);
});

it("rule 6: commit goes to the branch that was forked, and merge-to-default deletes that one", async () => {
  const { ok, text, branches, refused } = await open();
  await ok("data-model create-branch 1 feature/y");
  await ok("data-model dev-mode 1 feature/y");
  await ok("data-model put 1 model/orders.yml -d", "cubes: []\n");
  await ok("data-model commit 1 --message Empty");
  expect(await text("model/orders.yml", "feature/y")).toBe("cubes: []\n");
  expect(await text("model/orders.yml", "main")).toBe(ORDERS);
  expect(await ok("data-model merge-to-default 1")).toMatch(/^name +main$/m);
  expect(await text("model/orders.yml", "main")).toBe("cubes: []\n");
  expect(await branches()).toEqual(["main", "feature/x", "dev-sandbox-feature/y"]);
  await ok("data-model create-branch 1 feature/z");
  await ok("data-model merge-to-default 1 --branch feature/z --keep-branch");
  expect(await branches()).toContain("feature/z");
  await refused("data-model merge-to-default 1 --branch main", /main is the production branch/);
});

it("pull and merge bring what has changed since, and never write over a file that both have changed", async () => {
  const { ok, text, refused } = await open();
  await ok("data-model dev-mode 1 main");
  await ok("data-model create-branch 1 feature/y --from main");
  await ok("data-model put 1 model/a.yml -d", "a: 1\n");
  await ok("data-model put 1 model/orders.yml -d", "mine\n");
  await ok("data-model commit 1");
  await ok("data-model pull 1 --branch feature/y");
  expect(await text("model/a.yml", "feature/y")).toBe("a: 1\n");
  await ok("data-model dev-mode 1 feature/y");
  await ok("data-model put 1 model/orders.yml -d", "theirs\n");
  await ok("data-model merge 1");
  expect(await text("model/orders.yml", "feature/y")).toBe("theirs\n");
  await ok("data-model put 1 model/orders.yml --branch dev-sandbox-main -d", "mine again\n");
  await ok("data-model commit 1 --branch dev-sandbox-main");
  await refused("data-model merge 1 --branch feature/y", /model\/orders\.yml has changed on both branches/);
  expect(await text("model/orders.yml", "main")).toBe("mine again\n");
});

it("rule 7: dev-mode rejects an empty branch, put and commit accept an empty --branch", async () => {
  const { ok, run, sandbox } = await open();
  const before = sandbox.requests.length;
  expect(await run(["data-model", "dev-mode", "1", ""])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining("the name of the branch is empty"),
  });
  expect(sandbox.requests).toHaveLength(before);
  await ok("data-model dev-mode 1 main");
  await ok("data-model put 1 model/a.yml -d x --branch", "");
  expect(sandbox.requests.at(-1)?.body).toMatchObject({ branchName: "" });
  await ok("data-model commit 1 --branch", "");
  expect(await ok("data-model get 1 model/a.yml --branch main")).toBe("x\n");
});

it("keeps branches, files and sessions in the data file", async () => {
  const { sandbox } = await open();
  const cwd = tempFolder({
    "boardwright.yaml":
      "version: 1\nproject: acme\ntargets:\n  t: { url: sandbox:data.json, deployment: 1 }\n",
  });
  const { run } = await openPlace(SEED, "sandbox:data.json");
  onTestFinished(() => sandbox.close());
  const inProject = (line: string) => run(line.split(" "), { cwd });
  expect(await inProject("data-model dev-mode main")).toMatchObject({ code: 0 });
  expect(await inProject("data-model put a.yml -d x")).toMatchObject({ code: 0 });
  expect(await inProject("data-model get a.yml")).toMatchObject({ code: 0, stdout: "x\n" });
});
