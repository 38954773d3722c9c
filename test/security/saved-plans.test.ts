// Saved plans that somebody changed, made up or replayed: nothing of them is carried out. Real command, real files, real platform.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { prove } from "../../src/plan/index.ts";
import { boardwright } from "../support/command.ts";
import { openWorld } from "../support/world.ts";

const PROJECT = "version: 1\nproject: acme\ntargets: { t: { url: 'https://t.test', deployment: 1 } }\n";
const WORKBOOK =
  "workbooks:\n  a: { name: Reviewed, folder: Team, dashboard: { title: T, settings: { note: null } } }\n";
const KEY = "a review key of its own, 2e9f71c0";

async function open() {
  const { sandbox, cwd, env } = await openWorld({
    files: { "boardwright.yaml": PROJECT, "dashboards/a.yaml": WORKBOOK },
  });
  const run = (args: string[], more: Record<string, string> = {}) =>
    boardwright(args, { cwd, env: { ...env, ...more } });
  const file = join(cwd, "plan.json");
  const read = () => JSON.parse(readFileSync(file, "utf8")) as JsonObject;
  const write = (plan: object) => writeFileSync(file, JSON.stringify(plan, null, 3));
  const writes = () => sandbox.requests.filter(({ method }) => method !== "GET");
  return { run, read, write, writes, file, sandbox };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function expectRefused({ run, writes }: Opened, words: string, env = {}): Promise<void> {
  const { code, stderr, stdout } = await run(["apply", "plan.json", "--yes"], env);
  expect(stderr).toContain(`refused, nothing was written: plan.json ${words}`);
  expect(code).toBe(3);
  expect(writes()).toEqual([]);
  expect(stderr + stdout).not.toContain(KEY);
}

/** The request of the workbook's change. */
const requestOf = ({ changes }: JsonObject) =>
  (changes as JsonObject[]).find(({ kind }) => kind === "workbook")?.request as JsonObject;

describe("a saved plan", () => {
  it("is applied as it was written, however it is laid out", async () => {
    const place = await open();
    expect((await place.run(["plan", "--out", "plan.json"])).code).toBe(0);
    const { digest, ...plan } = place.read();
    place.write({ digest, ...Object.fromEntries(Object.entries(plan).reverse()) });
    const { code, stderr } = await place.run(["apply", "plan.json", "--yes"]);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  });

  const EDITS: [string, (plan: JsonObject) => void][] = [
    ["the name of a workbook", (plan) => Object.assign(requestOf(plan), { name: "Mine" })],
    [
      "a null, which would clear what is live",
      (plan) => Object.assign(requestOf(plan).meta as object, { theme: null }),
    ],
    ["the folder", (plan) => Object.assign(requestOf(plan), { folderId: 7 })],
    [
      "a hazard taken out",
      (plan) =>
        Object.assign((plan.changes as JsonObject[])[0] as object, {
          hazards: [{ code: "drift", message: "x" }],
        }),
    ],
    ["what people are shown", (plan) => Object.assign(plan.summary as object, { unchanged: 9 })],
    ["the digest itself", (plan) => Object.assign(plan, { digest: `sha256:${"0".repeat(64)}` })],
  ];
  it.each(EDITS)("is refused after an edit of %s", async (_, edit) => {
    const place = await open();
    await place.run(["plan", "--out", "plan.json"]);
    const plan = place.read();
    edit(plan);
    place.write(plan);
    await expectRefused(place, "was changed since it was written: its digest does not hold");
  });

  it.each([
    ["before it", '"name":"Mine",', ""],
    ["with an escape", '"n\\u0061me":"Mine",', ""],
    ["behind it", "", ',"note":{"a":1,"a":1}'],
  ])("is refused where a key is there twice, though its digest holds: %s", async (_, before, after) => {
    const place = await open();
    await place.run(["plan", "--out", "plan.json"]);
    const name = '"name":"Reviewed"';
    const text = JSON.stringify(place.read());
    expect(text).toContain(name);
    const key = before === "" ? "a" : "name";
    writeFileSync(place.file, text.replace(name, `${before}${name}${after}`));
    await expectRefused(place, `was changed since it was written: it holds the key "${key}" twice`);
  });

  it("is refused without a digest", async () => {
    const place = await open();
    await place.run(["plan", "--out", "plan.json"]);
    const { digest: _, ...plan } = place.read();
    place.write(plan);
    await expectRefused(place, "carries no digest");
  });

  it("is one of several targets, each with its own", async () => {
    const place = await open();
    await place.run(["plan", "--out", "plan.json"]);
    const plan = place.read();
    const other = structuredClone(plan);
    Object.assign(requestOf(other), { name: "Mine" });
    place.write({ formatVersion: 1, plans: [plan, other] });
    const { code, stderr } = await place.run(["apply", "plan.json", "--yes", "--target", "t"]);
    expect([code, stderr]).toEqual([3, expect.stringContaining("its digest does not hold")]);
  });
});

describe("a sealed plan", () => {
  const env = { BOARDWRIGHT_REVIEW_KEY: KEY };
  const seal = ["plan", "--out", "plan.json", "--seal"];

  it("is the only one that an apply with a review key takes, and one without takes it as well", async () => {
    for (const given of [env, {}]) {
      const place = await open();
      expect((await place.run(seal, env)).code).toBe(0);
      expect(place.read().seal).toMatch(/^[0-9a-f]{64}$/);
      expect((await place.run(["apply", "plan.json", "--yes"], given)).code).toBe(0);
    }
    const place = await open();
    await place.run(["plan", "--out", "plan.json"], env);
    await expectRefused(place, "carries no seal", env);
  });

  it("cannot be forged: neither by a new digest, nor by another's seal, nor by another key", async () => {
    const place = await open();
    await place.run(seal, env);
    const { digest: _, seal: own, ...plan } = place.read();
    Object.assign(requestOf(plan), { name: "Mine" });
    place.write({ ...plan, ...prove("saved plan", plan, undefined), seal: own as string });
    await expectRefused(place, "carries a seal of another key", env);
    place.write({ ...plan, ...prove("saved plan", plan, "a guess") });
    await expectRefused(place, "carries a seal of another key", env);
    place.write({ ...plan, ...prove("saved plan", plan, undefined) });
    await expectRefused(place, "carries no seal", env);
    // With the right key, of the same words, but of something else: what seals a backup has not approved a plan.
    for (const other of ["review comment", "run record", "backup", "outcome"] as const) {
      place.write({ ...plan, ...prove(other, plan, KEY) });
      await expectRefused(place, "carries a seal of another key", env);
    }
  });

  it("is printed by --json, too; without a key or a file there is none, and an empty key is none", async () => {
    const place = await open();
    const printed = await place.run(["plan", "--json", "--seal"], env);
    expect(JSON.parse(printed.stdout).seal).toMatch(/^[0-9a-f]{64}$/);
    expect((await place.run(["plan", "--json"], env)).stdout).not.toContain('"seal"');
    for (const key of ["", " "]) {
      const ran = await place.run(seal, { BOARDWRIGHT_REVIEW_KEY: key });
      expect([ran.code, ran.stderr]).toEqual([64, expect.stringContaining("--seal needs a review key")]);
    }
    for (const args of [seal, ["apply", "--yes"], ["apply", "plan.json", "--yes"], ["rollback"]]) {
      const ran = await place.run(args, { BOARDWRIGHT_REVIEW_KEY: "fifteen-letters" });
      expect([ran.code, ran.stderr], args.join(" ")).toEqual([
        64,
        expect.stringContaining("the review key is too short to seal with: 16 characters at least"),
      ]);
    }
    expect(place.writes()).toEqual([]);
    const bare = await place.run(["plan", "--seal"], env);
    expect([bare.code, bare.stderr]).toEqual([64, expect.stringContaining("--out FILE")]);
  });

  it("never shows the key, and takes no dashboard that holds it", async () => {
    const place = await open();
    const secret = "onlylettersofakey";
    writeFileSync(join(place.file, "../dashboards/a.yaml"), `workbooks:\n  a: { name: "${secret}" }\n`);
    for (const args of [seal, ["plan", "--json"], ["apply", "--yes"]]) {
      const { code, stdout, stderr } = await place.run(args, { BOARDWRIGHT_REVIEW_KEY: secret });
      expect(code).toBe(1);
      expect(stdout + stderr).not.toContain(secret);
    }
    expect(place.writes()).toEqual([]);
  });
});
