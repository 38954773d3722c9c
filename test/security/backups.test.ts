// Records of runs and backups that somebody changed or made up: a rollback puts back nothing of them. Real command, files, platform.
import { appendFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { digest, prove } from "../../src/plan/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

const PROJECT = "version: 1\nproject: acme\ntargets: { t: { url: 'https://t.test', deployment: 1 } }\n";
const KEY = "a review key of its own, 2e9f71c0";
const SEALED = { BOARDWRIGHT_REVIEW_KEY: KEY };

/** A workbook that was applied twice, and the run that a rollback would put back. */
async function open(env: Record<string, string> = {}) {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/a.yaml": "" });
  const base = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const run = (args: string[], more: Record<string, string> = {}) =>
    boardwright(args, { cwd, env: { ...base, ...more } });
  for (const name of ["First", "Second"]) {
    writeFileSync(
      join(cwd, "dashboards/a.yaml"),
      `workbooks:\n  a: { name: ${name}, dashboard: { title: T } }\n`,
    );
    expect((await run(["apply", "--yes"], env)).code).toBe(0);
  }
  const runs = join(cwd, ".boardwright/backups");
  const name = readdirSync(runs).find((one) => readdirSync(join(runs, one)).includes("a.json")) as string;
  const at = (file: string) => join(runs, name, file);
  const read = (file: string) => JSON.parse(readFileSync(at(file), "utf8")) as JsonObject;
  const rollback = (more: Record<string, string> = {}) => run(["rollback", name, "--yes"], more);
  return { sandbox, at, read, rollback, name, run };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function expectRefused({ rollback, sandbox }: Opened, words: string, env = {}): Promise<void> {
  const { code, stdout, stderr } = await rollback(env);
  expect(stderr).toContain("refused, nothing was written: ");
  expect(stderr).toContain(words);
  expect(code).toBe(3);
  expect(sandbox.workbook("a")?.name).toBe("Second");
  expect(stdout + stderr).not.toContain(KEY);
}

/** What a run leaves that was killed after its last write. */
function kill({ read, at }: Opened, key: string | undefined): void {
  const { digest: _, seal: __, finishedAt: ___, changes, ...record } = read("run.json");
  const planned = (changes as JsonObject[]).map(
    ({ backupDigest: ____, status, attempts, ...change }) => change,
  );
  const begun = { ...record, changes: planned };
  const proof = prove("run record", begun, key);
  writeFileSync(at("run.json"), JSON.stringify({ ...begun, ...proof }));
  const note = { backup: "a.json", backupDigest: digest(readFileSync(at("a.json"), "utf8")) };
  const line = { ...note, ...prove("outcome", { run: proof.digest, ...note }, key) };
  writeFileSync(at("outcomes.jsonl"), `${JSON.stringify(line)}\n`);
}

describe("a backup", () => {
  it("is put back as it was written", async () => {
    const place = await open();
    expect((await place.rollback()).code).toBe(0);
    expect(place.sandbox.workbook("a")?.name).toBe("First");
  });

  it("is refused after an edit, of a run that ended and of one that was killed", async () => {
    for (const isKilled of [false, true]) {
      const place = await open();
      if (isKilled) kill(place, undefined);
      writeFileSync(place.at("a.json"), readFileSync(place.at("a.json"), "utf8").replace("First", "Mine!"));
      await expectRefused(place, "a.json was changed since it was written");
    }
  });

  it("is refused where a killed run did not note it", async () => {
    const place = await open();
    kill(place, undefined);
    rmSync(place.at("outcomes.jsonl"));
    await expectRefused(place, "a.json was changed since it was written");
  });
});

describe("the record of a run", () => {
  it("is refused in the folder of another run, with and without a review key", async () => {
    for (const env of [SEALED, {}]) {
      const place = await open(env);
      const other = `${place.name.slice(0, 4)}-01-02T03-04-05Z`;
      renameSync(place.at(""), place.at(`../${other}`));
      const moved = { ...place, rollback: (more = {}) => place.run(["rollback", other, "--yes"], more) };
      await expectRefused(moved, "it is not in its own folder", env);
    }
  });

  const EDITS: [string, (record: JsonObject) => void][] = [
    [
      "what it did",
      ({ changes }) => Object.assign((changes as JsonObject[])[0] as object, { action: "create" }),
    ],
    [
      "where its backup is",
      ({ changes }) => Object.assign((changes as JsonObject[])[0] as object, { backup: "b.json" }),
    ],
    [
      "the digest of its backup",
      ({ changes }) => Object.assign((changes as JsonObject[])[0] as object, { backupDigest: "sha256:0" }),
    ],
    ["its own digest", (record) => Reflect.deleteProperty(record, "digest")],
  ];
  it.each(EDITS)("is refused after an edit of %s", async (_, edit) => {
    const place = await open();
    const record = place.read("run.json");
    edit(record);
    writeFileSync(place.at("run.json"), JSON.stringify(record));
    await expectRefused(place, `the record of the run ${place.name}`);
  });

  it("is refused where a key is there twice, though its digest holds, and in what a killed run noted", async () => {
    const twice = (text: string, key: string) => text.replace(`"${key}":`, `"${key}":"x","${key}":`);
    const ended = await open();
    writeFileSync(ended.at("run.json"), twice(JSON.stringify(ended.read("run.json")), "project"));
    await expectRefused(
      ended,
      `the record of the run ${ended.name} was changed since it was written: it holds`,
    );
    const killed = await open();
    kill(killed, undefined);
    const noted = readFileSync(killed.at("outcomes.jsonl"), "utf8");
    writeFileSync(killed.at("outcomes.jsonl"), twice(noted, "backup"));
    await expectRefused(killed, 'it holds the key "backup" twice');
  });

  it("of a killed run is refused with a line that it did not write", async () => {
    const place = await open();
    kill(place, undefined);
    const line = { kind: "workbook", key: "a", action: "create", id: 1, status: "applied", attempts: 1 };
    appendFileSync(
      place.at("outcomes.jsonl"),
      `${JSON.stringify({ ...line, ...prove("outcome", line, undefined) })}\n`,
    );
    await expectRefused(place, "its digest does not hold");
  });

  it("is put back under the review key that sealed it, and under none", async () => {
    for (const env of [SEALED, {}]) {
      const place = await open(SEALED);
      const { code, stderr } = await place.rollback(env);
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      expect(place.sandbox.workbook("a")?.name).toBe("First");
    }
    const killed = await open(SEALED);
    kill(killed, KEY);
    expect((await killed.rollback(SEALED)).code).toBe(0);
  });

  it("cannot be forged under a review key, by digests that hold", async () => {
    const place = await open(SEALED);
    writeFileSync(place.at("a.json"), readFileSync(place.at("a.json"), "utf8").replace("First", "Mine!"));
    const { digest: _, seal, ...record } = place.read("run.json");
    const [change] = record.changes as JsonObject[];
    Object.assign(change as object, { backupDigest: digest(readFileSync(place.at("a.json"), "utf8")) });
    const write = (proof: object) =>
      writeFileSync(place.at("run.json"), JSON.stringify({ ...record, ...proof }));
    write({ ...prove("run record", record, undefined), seal });
    await expectRefused(place, "carries a seal of another key", SEALED);
    write(prove("run record", record, "a guess"));
    await expectRefused(place, "carries a seal of another key", SEALED);
    write(prove("run record", record, undefined));
    await expectRefused(place, "carries no seal", SEALED);
  });

  it("of a killed run cannot be forged under a review key, either", async () => {
    const place = await open(SEALED);
    kill(place, undefined);
    await expectRefused(place, "carries no seal", SEALED);
  });
});
