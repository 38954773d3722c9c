// Every documented operation through the real command against the real sandbox: what it prints, and each way it is refused.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Ran } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";
import { run, standBy } from "../server.ts";
import { openPlace, type Place } from "./platform-place.ts";

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.sandbox.close());

const words = (line: string): string[] => line.split(" ");

async function succeed(line: string | string[], options?: Parameters<Place["run"]>[1]): Promise<string> {
  const ran = await place.run(typeof line === "string" ? words(line) : line, options);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  return ran.stdout;
}

/** The rows of a table, each as its cells. */
const rowsOf = (table: string): string[][] =>
  table
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/ {2,}/));

async function fail(
  line: string | string[],
  told: { status?: number; says: string; code?: number; key?: string; sends?: number },
): Promise<Ran> {
  const before = place.sandbox.requests.length;
  const args = typeof line === "string" ? words(line) : line;
  const ran = await place.run([...args, "--json"], told.key === undefined ? {} : { key: told.key });
  expect(ran.code, ran.stderr).toBe(told.code ?? 1);
  expect(ran.stderr).toContain(told.says);
  if (told.status !== undefined) {
    expect(ran.stderr).toContain(`(${told.status})`);
    expect(ran.stderr).toMatch(/request req-\d+/);
  }
  if (told.sends !== undefined) expect(place.sandbox.requests.length - before).toBe(told.sends);
  expect(JSON.parse(ran.stdout)).toHaveProperty("error.message");
  return ran;
}

const UNKNOWN_KEY = { status: 401, says: "not accepted", key: "no-such-key" };

describe("deployments", () => {
  it("list: a table, raw with --json wherever it stands, fewer with --limit", async () => {
    expect(rowsOf(await succeed("deployments list")).map(([id, name]) => [id, name])).toEqual([
      ["ID", "NAME"],
      ["1", "acme"],
      ["2", "beta"],
    ]);
    for (const line of ["deployments list --json", "deployments --json list"])
      expect(JSON.parse(await succeed(line))).toMatchObject([
        { id: "1", name: "acme" },
        { id: "2", name: "beta" },
      ]);
    expect(rowsOf(await succeed("deployments list --limit 1"))).toHaveLength(2);
    expect(await succeed("deployments list", { key: "key-of-beta" })).not.toContain("acme");
  });

  it("list: a key that is not known is a 401", async () => {
    await fail("deployments list", UNKNOWN_KEY);
  });

  it("get: by word, --deployment or environment; 404 and 403", async () => {
    expect(await succeed("deployments get 2")).toMatch(/^id +2\nname +beta\n/);
    expect(JSON.parse(await succeed("deployments get --deployment 2 --json"))).toMatchObject({
      id: "2",
      name: "beta",
    });
    await fail("deployments get 77", { status: 404, says: "Deployment 77 does not exist" });
    await fail("deployments get 1", { status: 403, says: "scoped", key: "key-of-beta" });
    await fail("deployments get x", { code: 64, says: "positive whole number", sends: 0 });
    await fail("deployments get 1 --deployment 2", { code: 64, says: "two deployments are named", sends: 0 });
    await fail("deployments get", { code: 64, says: "no deployment is given", sends: 0 });
    const many = await place.run(words("deployments get 1 2"));
    expect(many).toMatchObject({ code: 64, stderr: expect.stringContaining("too many arguments") });
  });

  it("rule 1: versions has the columns of the platform's client, and update takes a version", async () => {
    const [head, ...rows] = rowsOf(await succeed("deployments versions 1"));
    expect(head).toEqual(["VERSION", "CHANNEL", "LATEST", "CURRENT", "PASS AS"]);
    expect(rows).toContainEqual(["1.5.9", "release", "yes", "yes", "platform/runtime:v1.5.9"]);
    expect(JSON.parse(await succeed("deployments versions 1 --json"))).toHaveLength(2);
    await fail("deployments versions 77", { status: 404, says: "Deployment 77 does not exist" });
    await fail("deployments versions 1", { status: 403, says: "scoped", key: "key-of-beta" });
    await fail("deployments versions 1", UNKNOWN_KEY);
  });

  it.each(["1.6.2", "v1.5.9", "platform/runtime:v1.6.2"])(
    "update --release-channel-version %s",
    async (version) => {
      const dotted = /\d.*$/.exec(version)![0];
      await succeed(["deployments", "update", "1", "--release-channel-version", version]);
      const versions = JSON.parse(await succeed("deployments versions 1 --json")) as {
        version: string;
        isCurrent: boolean;
      }[];
      expect(versions.filter(({ isCurrent }) => isCurrent)).toMatchObject([{ version: dotted }]);
    },
  );

  it("rule 1: update --release-channel moves to its latest; what is not listed is a 400", async () => {
    expect(await succeed("deployments update 1 --release-channel release")).toContain("v1.5.9");
    const version = ["deployments", "update", "1", "--release-channel-version"];
    await fail([...version, "9.9.9"], { status: 400, says: 'The version "9.9.9" is not one of' });
    await fail("deployments update 1 --release-channel nope", { status: 400, says: "no release channel" });
    await fail([...version, "1.6.2"], { status: 403, says: "scoped", key: "key-of-beta" });
    await fail([...version, "1.6.2"], UNKNOWN_KEY);
    await fail("deployments update 1", { code: 64, says: "give one of them", sends: 0 });
    await fail([...version, "1.6.2", "--release-channel", "latest"], {
      code: 64,
      says: "give one of them",
      sends: 0,
    });
  });

  it("token: on stdout and nowhere else; it opens metadata and nothing more", async () => {
    const [environment] = JSON.parse(await succeed("environments list 1 --json")) as { id: string }[];
    const token = ["deployments", "token", "1", "--environment", environment!.id, "--security-context"];
    const ran = await place.run([...token, '{"team":"finance"}', "--expires-in", "600"]);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const lives = JSON.parse(await succeed([...token, "{}", "--json"])) as Record<string, string>;
    expect(Object.keys(lives)).toEqual(["token", "created_at", "expires_at"]);
    expect(Date.parse(lives.expires_at!) - Date.parse(lives.created_at!)).toBe(86_400_000);
    await fail("deployments list", { status: 403, says: "metadata", key: ran.stdout.trim() });

    await fail([...token.slice(0, 4), "99", "--security-context", "{}"], {
      status: 404,
      says: "Environment 99",
    });
    await fail([...token, "{}"], { status: 403, says: "scoped", key: "key-of-beta" });
    await fail([...token, "{}"], UNKNOWN_KEY);
    await fail([...token, "[]"], { code: 64, says: "takes a JSON object", sends: 0 });
    await fail(token.slice(0, -1), { code: 64, says: "takes a JSON object", sends: 0 });
    await fail("deployments token 1 --security-context {}", {
      code: 64,
      says: "needs --environment",
      sends: 0,
    });
    const zero = await place.run([...token, "{}", "--expires-in", "0"]);
    expect(zero).toMatchObject({ code: 64, stderr: expect.stringContaining("1 or more") });
  });
});

describe("environments list and data-model", () => {
  it("rule 8: enable-branch makes a shared branch a staging environment, disable-branch takes it away", async () => {
    const staging = "environments list 1 --type staging";
    expect(JSON.parse(await succeed(`${staging} --json`))).toEqual([]);
    expect(await succeed("data-model enable-branch 1 new-metrics")).toMatch(/^staging +yes$/m);
    expect(rowsOf(await succeed(staging))).toEqual([
      ["ID", "NAME", "TYPE", "BRANCH", "REST URL", "SQL"],
      [
        expect.any(String),
        "new-metrics",
        "staging",
        "new-metrics",
        expect.stringContaining("/dev-mode/new-metrics/"),
        expect.any(String),
      ],
    ]);
    const [branch] = (
      JSON.parse(await succeed("data-model branches 1 --json")) as { id: number; name: string }[]
    ).filter(({ name }) => name === "new-metrics");
    expect(rowsOf(await succeed("data-model branches 1"))).toContainEqual(
      expect.arrayContaining(["new-metrics", "main", "yes"]),
    );
    const off = await succeed(`data-model disable-branch --deployment 1 --branch-id ${branch!.id} --json`);
    expect(JSON.parse(off)).toMatchObject({ name: "new-metrics", isStagingEnvironmentEnabled: false });
    expect(JSON.parse(await succeed(`${staging} --json`))).toEqual([]);
  });

  it("personal and production branches are rejected, and so is what cannot be a branch", async () => {
    const enable = "data-model enable-branch 1";
    await fail(`${enable} main`, { status: 400, says: "production branch" });
    await fail(`${enable} dev-sandbox-new-metrics`, { status: 400, says: "personal development branch" });
    await fail(`${enable} nope`, { status: 404, says: "nope" });
    await fail(`${enable} --branch-id 9`, { status: 404, says: "Branch 9" });
    await fail(`${enable} main`, { status: 403, says: "scoped", key: "key-of-beta" });
    await fail(`${enable} main`, UNKNOWN_KEY);
    await fail("data-model enable-branch", { code: 64, says: "there is no branch", sends: 0 });
    await fail(`${enable} main --branch-id 9`, { code: 64, says: "not both", sends: 0 });
    await fail(["data-model", "disable-branch", "1", " "], { code: 64, says: "is empty", sends: 0 });
  });

  it("environments list: an unknown type sends nothing; 404, 403, 401", async () => {
    await fail("environments list 1 --type nope", {
      code: 64,
      says: "production or staging or development",
      sends: 0,
    });
    await fail("environments list 77", { status: 404, says: "Deployment 77" });
    await fail("environments list 1", { status: 403, says: "scoped", key: "key-of-beta" });
    await fail("environments list 1", UNKNOWN_KEY);
    await fail("data-model branches 77", { status: 404, says: "Deployment 77" });
  });
});

describe("validate", () => {
  it("rule 3: exits 0 for a model that compiles and 1 for one that does not", async () => {
    expect(await succeed("validate 1")).toContain("The data model of main compiles");
    expect(JSON.parse(await succeed("validate 1 --dev-mode --json"))).toMatchObject({
      valid: true,
      errors: [],
      cubesCount: 0,
    });
    const broken = await place.run(words("validate 1 --branch new-metrics"));
    expect(broken).toMatchObject({ code: 1, stderr: expect.stringContaining("does not compile: 1 error.") });
    expect(rowsOf(broken.stdout)).toContainEqual(["cubes/orders.yml", "orders.count is not defined"]);
    const json = await place.run(words("validate 1 --branch new-metrics --json"));
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([
      1,
      { valid: false, errors: [{ fileName: "cubes/orders.yml" }], cubesCount: null },
    ]);
    await fail("validate 1 --branch nope", { status: 404, says: "nope" });
    await fail("validate 1 --branch a --dev-mode", { code: 64, says: "exclude each other", sends: 0 });
  });
});

describe("users create and scim users", () => {
  it("creates from flags, from a body, from a file and from standard input", async () => {
    expect(await succeed("users create --email bo@example.com --username bo --role Viewer")).toMatch(
      /^username +bo$/m,
    );
    const body = (name: string) => JSON.stringify({ email: `${name}@example.com`, username: name });
    expect(
      JSON.parse(await succeed(["users", "create", "-d", body("cy"), "--admin", "--json"])),
    ).toMatchObject({ username: "cy", isAdmin: true });
    const cwd = tempFolder({ "user.json": body("di") });
    await succeed("users create -d @user.json", { cwd });
    await succeed("users create -d -", { input: body("ed") });
    const all = JSON.parse(await succeed("scim users --json")) as { userName: string }[];
    expect(all.map(({ userName }) => userName)).toEqual(["sandbox", "ada", "bo", "cy", "di", "ed"]);
    expect(rowsOf(await succeed("scim users --count 2 --start-index 2")).map(([, name]) => name)).toEqual([
      "USERNAME",
      "ada",
      "bo",
    ]);
    expect(rowsOf(await succeed("scim users --start-index 5"))).toHaveLength(3);
    expect(rowsOf(await succeed("scim users --limit 1"))).toHaveLength(2);
  });

  it("is refused for who may not, for what is taken, and for what is no user", async () => {
    const create = "users create --email x@example.com --username x";
    await fail(create, { status: 403, says: "Admin", key: "viewer" });
    await fail(create, { status: 403, says: "scoped", key: "key-of-beta" });
    await fail(create, UNKNOWN_KEY);
    await fail("users create --email ada@example.com --username x", { status: 409, says: "already exists" });
    await fail("users create --email x@example.com", { status: 400, says: "username" });
    await fail(["users", "create", "-d", '{"email":1}'], { status: 400, says: "email" });
    await fail(["users", "create", "-d", "{"], { code: 64, says: "not JSON (-d)", sends: 0 });
    await fail(["users", "create", "-d", "[]"], { code: 64, says: "not a JSON object", sends: 0 });
    await fail(["users", "create", "-d", "@nope.json"], { code: 64, says: "nope.json", sends: 0 });
    await fail("users create", { code: 64, says: "no user to create", sends: 0 });
    await fail("scim users", { status: 403, says: "Admin", key: "viewer" });
    await fail("scim users", UNKNOWN_KEY);
  });
});

describe("audit-logs export", () => {
  it("prints the CSV, or writes it whole to a file for its owner only", async () => {
    await succeed("data-model enable-branch 2 new-metrics");
    const csv = await succeed(["audit-logs", "export", "--event-name", "Staging environment enabled"]);
    expect(csv.split("\r\n")[0]).toBe("id,createdAt,eventName,userEmail,deploymentId,details");
    expect(csv).toContain("Staging environment enabled");
    const cwd = tempFolder({ "audit.csv": "what was there" });
    const ran = await place.run(words("audit-logs export --search new-metrics --output audit.csv --json"), {
      cwd,
    });
    const { size, mode } = statSync(join(cwd, "audit.csv"));
    expect([ran.code, JSON.parse(ran.stdout), mode & 0o777]).toEqual([
      0,
      { file: "audit.csv", bytes: size },
      0o600,
    ]);
    expect(readFileSync(join(cwd, "audit.csv"), "utf8")).toContain("new-metrics");
    expect(await succeed("audit-logs export --start 2001-01-01 --end 2001-01-02")).toBe(
      `${csv.split("\r\n")[0]}\r\n`,
    );
    expect(await succeed("audit-logs export --user-email nobody@example.com")).not.toContain("sandbox@");
  });

  it("is refused without AuditLogManage and for dates that are none; a failure leaves files as they were", async () => {
    const cwd = tempFolder({ "audit.csv": "what was there" });
    const refused = await place.run(words("audit-logs export --output audit.csv"), { key: "viewer", cwd });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("AuditLogManage") });
    expect(readFileSync(join(cwd, "audit.csv"), "utf8")).toBe("what was there");
    expect(readdirSync(cwd)).toEqual(["audit.csv"]);
    const nowhere = await place.run(words("audit-logs export --output nowhere/audit.csv"), { cwd });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("the file system refused") });
    expect(existsSync(join(cwd, "nowhere"))).toBe(false);
    await fail("audit-logs export --output a.csv", UNKNOWN_KEY);
    await fail("audit-logs export --output a.csv", { status: 403, says: "scoped", key: "key-of-beta" });
    await fail("audit-logs export --output a.csv --start 2026-02-30", {
      code: 64,
      says: "--start takes an ISO 8601 date",
      sends: 0,
    });
    await fail("audit-logs export --output a.csv --start 2026-02-02 --end 2026-02-01", {
      code: 64,
      says: "before it starts",
      sends: 0,
    });
    await fail("audit-logs export", { code: 64, says: "--json needs --output", sends: 0 });
  });
});

it("audit-logs export: one that breaks off is a failure, and leaves the file as it was", async () => {
  const server = await standBy((_, response) => {
    response.writeHead(200, { "content-type": "text/csv" });
    // What was written is on its way before the connection breaks.
    response.write("id,createdAt\r\n1,2026-11-01\r\n", () => setImmediate(() => response.destroy()));
  });
  onTestFinished(server.close);
  const cwd = tempFolder({ "audit.csv": "what was there" });
  const ran = await run(cwd, words("audit-logs export --output audit.csv"), { PLATFORM_API_URL: server.url });
  expect(ran).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^error: could not export the audit log/),
  });
  expect(readFileSync(join(cwd, "audit.csv"), "utf8")).toBe("what was there");
  expect(readdirSync(cwd)).toEqual(["audit.csv"]);
});

describe("workbooks, folders and reports", () => {
  it("are listed with their folders, and control characters shown", async () => {
    const table = await succeed("workbooks list 1");
    expect(rowsOf(table).map((row) => row.slice(0, 4))).toEqual([
      ["ID", "SLUG", "NAME", "FOLDER"],
      ["101", "revenue", "Revenue ␛[31m", "Finance/Revenue"],
      ["102", "orders", "Orders", "-"],
      ["103", "2024", "The year", "-"],
    ]);
    expect(rowsOf(await succeed("workbooks list 1 --limit 2"))).toHaveLength(3);
    expect(rowsOf(await succeed("folders list 1"))).toEqual([
      ["ID", "PATH", "PARENT"],
      ["31", "Finance", "-"],
      ["32", "Finance/Revenue", "31"],
    ]);
    expect(JSON.parse(await succeed("folders list 1 --json"))).toMatchObject([
      { name: "Finance" },
      { name: "Revenue" },
    ]);
    expect(rowsOf(await succeed("reports list 1"))).toContainEqual(
      expect.arrayContaining(["5001", "c4GYoIbttls4"]),
    );
    for (const list of ["workbooks", "folders", "reports"]) {
      await fail(`${list} list 77`, { status: 404, says: "Deployment 77" });
      await fail(`${list} list 1`, { status: 403, says: "scoped", key: "key-of-beta" });
    }
  });

  it("get: by slug in any case, by id, and by a slug that looks like an id", async () => {
    for (const wanted of ["REVENUE", "101"])
      expect(JSON.parse(await succeed(`workbooks get 1 ${wanted} --json`))).toMatchObject({
        id: 101,
        slug: "revenue",
      });
    expect(await succeed("workbooks get --deployment 1 2024")).toMatch(/^id +103\n/);
    expect(await succeed("reports get 1 5001")).toMatch(/^publicId +c4GYoIbttls4$/m);
    await fail("workbooks get 1 nope", { says: 'deployment 1 has no workbook "nope"' });
    await fail("workbooks get", { code: 64, says: "the slug or id of a workbook is missing", sends: 0 });
    await fail("reports get 1 9", { says: 'has no report "9"' });
    await fail("reports get 1 x", { code: 64, says: "whole number", sends: 0 });
  });
});

it("a project's target gives the deployment, and nothing of a project is needed", async () => {
  const cwd = tempFolder();
  const project = `version: 1\nproject: acme\ntargets:\n  live: { url: ${place.sandbox.url}, deployment: 2 }\n`;
  writeFileSync(join(cwd, "boardwright.yaml"), project);
  expect(await succeed("deployments get", { cwd })).toMatch(/^name +beta$/m);
});

it("a group alone is wrong usage, answered with its help", async () => {
  const { code, stdout, stderr } = await place.run(words("deployments --json"));
  expect([code, JSON.parse(stdout)]).toMatchObject([
    64,
    { error: { code: "usage", message: "no command is given" } },
  ]);
  expect(stderr).toContain("Usage: boardwright deployments");
});
