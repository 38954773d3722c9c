// The groups whose operations the platform document does not show: made from the table, offered where the served description has
// them, and complete as far as the document's own client goes.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { endpointOf } from "../../../src/cli/platform/commands.ts";
import { TABLE } from "../../../src/cli/platform/table.ts";
import { createSandbox } from "../../../src/sandbox/index.ts";
import { boardwright } from "../../support/command.ts";
import { ROOT, readText } from "../../support/documents.ts";
import { PROGRAM } from "../../support/program.ts";
import { tempFolder } from "../../support/temp.ts";
import { run, standBy } from "../server.ts";
import { openPlace } from "./platform-place.ts";

const SHARED = fileURLToPath(new URL("../../../../shared/platform/", import.meta.url));
const DOCUMENT = join(SHARED, "platform-api.md");
const OLDER = join(SHARED, "served-description-2026-06.yaml");
if (!existsSync(SHARED))
  console.log("shared/platform is not beside the project: the document's groups are not tried");

async function open() {
  const place = await openPlace();
  onTestFinished(() => place.sandbox.close());
  const sent = () => place.sandbox.requests.filter(({ path }) => path !== "/api/v1/spec");
  const ok = async (line: string, ...more: string[]) => {
    const ran = await place.run([...line.split(" "), ...more]);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    return ran.stdout;
  };
  return { ...place, sent, ok };
}

it("creates, lists, reads, changes and deletes a notification", async () => {
  const { ok, sent, run: command } = await open();
  const created = JSON.parse(
    await ok("notifications create 1 --json -d", '{"dashboardId":5,"isEnabled":true}'),
  );
  expect(created).toMatchObject({ dashboardId: 5, isEnabled: true });
  expect(await ok("notifications list 1")).toMatch(/^ID +DASHBOARD +SCHEDULE +ENABLED\n1 +5 +- +yes\n$/);
  expect(await ok("notifications update 1 1 -d", '{"isEnabled":false}')).toMatch(/^isEnabled +no$/m);
  expect(await ok("notifications get 1 1")).toMatch(/^dashboardId +5$/m);
  expect(await ok("notifications delete 1 1 --yes")).toBe("Done: delete notification 1.\n");
  expect(sent().map(({ method, path }) => `${method} ${path.replace(/\?.*/, "")}`)).toEqual([
    "POST /api/v1/deployments/1/notifications",
    "GET /api/v1/deployments/1/notifications",
    "PUT /api/v1/deployments/1/notifications/1",
    "GET /api/v1/deployments/1/notifications/1",
    "DELETE /api/v1/deployments/1/notifications/1",
  ]);
  expect(await command(["notifications", "get", "1", "1"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("could not read notification 1: not found (404)"),
  });
});

it("deployments settings: the version and the channel in effect", async () => {
  const { ok } = await open();
  await ok("deployments update 1 --release-channel latest");
  expect(JSON.parse(await ok("deployments settings 1 --json"))).toEqual({
    deployBranchName: "main",
    releaseChannel: "latest",
    releaseChannelVersion: "platform/runtime:v1.6.2",
  });
});

it("rule 10: deployments build-status --branch '' is accepted once, and refused with --wait", async () => {
  const { ok, run: command, sent } = await open();
  const status = ["deployments", "build-status", "1", "--branch"];
  expect(await ok("deployments build-status 1 --branch", "")).toMatch(/^status +built\nbranch +main\n/);
  const before = sent().length;
  expect(await command([...status, "", "--wait"])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining("--wait needs the name of a branch"),
  });
  expect(sent()).toHaveLength(before);
  expect(await command([...status, "new-metrics", "--wait"])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^status +failed$[\s\S]*^error +orders\.count is not defined$/m),
  });
  expect(await command([...status, "new-metrics"])).toMatchObject({ code: 0 });
});

it("deployments build-status --wait asks until the build has ended", async () => {
  const sandbox = await createSandbox({ faults: "continue-wait:1" });
  onTestFinished(() => sandbox.close());
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const ask = (line: string) => boardwright(line.split(" "), { cwd: tempFolder(), env });
  expect(await ask("deployments build-status 1 --wait")).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^status +built$/m),
  });
  const asked = sandbox.requests.filter(({ path }) => path.endsWith("/build-status"));
  expect(asked).toHaveLength(2);
});

it("rules 7 and 11: data-model delete-branch rejects an empty branch, and takes --remove-on-upstream", async () => {
  const { ok, run: command, sent } = await open();
  expect(await command(["data-model", "delete-branch", "1", "", "--yes"])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining("the name of the branch is empty"),
  });
  expect(sent()).toEqual([]);
  expect(await ok("data-model delete-branch 1 new-metrics --remove-on-upstream --yes")).toBe(
    "Done: delete branch new-metrics.\n",
  );
  expect(sent().at(-1)).toMatchObject({
    method: "DELETE",
    path: "/build/api/v1/deployments/1/branches?removeOnUpstream=true&branchName=new-metrics",
  });
  expect(await ok("data-model branches 1")).not.toMatch(/^\d+ +new-metrics /m);
  expect(await command(["data-model", "delete-branch", "1", "main", "--yes"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("production branch"),
  });
});

it("asks before it deletes, and sends nothing for another answer than yes", async () => {
  const { ok, sent, sandbox } = await open();
  await ok("groups create -d", '{"name":"Finance"}');
  const before = sent().length;
  const cwd = tempFolder();
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const asked = (answer?: string) =>
    boardwright(["groups", "delete", "1"], {
      cwd,
      env,
      ...(answer !== undefined && { answer: () => answer }),
    });
  expect(await asked("n")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Delete group 1? [y/N]"),
  });
  expect(await asked()).toMatchObject({ code: 64, stderr: expect.stringContaining("Pass --yes") });
  expect(sent()).toHaveLength(before);
  expect(await asked("y")).toMatchObject({ code: 0 });
  expect(sent().at(-1)).toMatchObject({ method: "DELETE", path: "/api/v1/groups/1", status: 200 });
});

it("takes one part of the path for an id: dots would name what is above it", async () => {
  const { run: command, sent } = await open();
  for (const id of ["..", ".", ""])
    expect(await command(["notifications", "delete", "1", id, "--yes"])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining("is not an id"),
    });
  expect(sent()).toEqual([]);
});

it("says what is missing before it sends anything", async () => {
  const { run: command, sent } = await open();
  const wrong = async (line: string, says: string) =>
    expect(await command(line.split(" ")), line).toMatchObject({
      code: 64,
      stderr: expect.stringContaining(says),
    });
  await wrong("policies get", "the id of a policy is missing");
  await wrong("agents create 1", "there is no agent to create: give -d BODY");
  await wrong("agents update 1 7", "there is nothing to send: give -d BODY");
  await wrong("agents create 1 -d []", "not a JSON object");
  expect(sent()).toEqual([]);
});

it("says which permission or thing is missing", async () => {
  const { run: command } = await open();
  const refused = await command(["notifications", "create", "1", "-d", '{"a":1}'], { key: "viewer" });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /"The role AI BI User or higher[\s\S]*Notifications are for administrators\./,
    ),
  });
  expect(await command(["groups", "get", "9"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("`boardwright groups list` shows what there is."),
  });
});

it("lists and moves what is in the workspace", async () => {
  const { ok } = await open();
  const names = async (line: string) =>
    (JSON.parse(await ok(`${line} --json`)) as { name: string }[]).map(({ name }) => name);
  expect(await names("workspace list 1")).toEqual(["Finance", "Orders", "The year", "By month"]);
  expect(await names("workspace list 1 --folder 31")).toEqual(["Revenue"]);
  expect(await names("workspace list 1 --search revenue")).toEqual(["Revenue", "Revenue \u001b[31m"]);
  await ok("workspace move 1 -d", '{"type":"WORKBOOK","id":102,"folderId":31}');
  expect(await names("workspace list 1 --folder 31")).toEqual(["Revenue", "Orders"]);
});

it.skipIf(!existsSync(OLDER))(
  "says plainly that a deployment does not offer a group, and sends nothing",
  async () => {
    const text = readFileSync(OLDER, "utf8");
    const server = await standBy((request, response) => {
      const isSpec = request.url === "/api/v1/spec";
      response.writeHead(isSpec ? 200 : 500, { "content-type": "application/yaml" }).end(isSpec ? text : "");
    });
    onTestFinished(server.close);
    const ask = (line: string) => run(tempFolder(), line.split(" "), { PLATFORM_API_URL: server.url });
    for (const line of [
      "policies list",
      "regions list",
      "sync 1 --wait",
      "logs 1",
      "api-keys delete 7 --yes",
    ]) {
      const { code, stderr } = await ask(line);
      expect([line, code]).toEqual([line, 1]);
      expect(stderr).toContain("this deployment has no such operation");
      expect(stderr).toContain("`boardwright spec` lists the operations that it has");
    }
    expect(new Set(server.requests)).toEqual(new Set(["GET /api/v1/spec"]));
  },
);

/** The table as docs/platform.md shows it. */
function writeTable(): string {
  const rows = Object.entries(TABLE).map(([group, all]) => {
    const verbs = all.flatMap(({ verb }) => (verb === group ? [] : [`\`${verb}\``])).join(", ");
    const paths = all.map((row) => endpointOf(row).path.replace(/^(\/build)?\/api\/(v1|scim\/v2)/, "…"));
    const shortest = paths.filter(
      (path) => !paths.some((other) => path !== other && path.startsWith(`${other}/`)),
    );
    return `| \`boardwright ${group}\` | ${verbs} | ${[...new Set(shortest)].map((path) => `\`${path}\``).join(", ")} |`;
  });
  return ["| group | commands | below |", "|---|---|---|", ...rows, ""].join("\n");
}

it("docs/platform.md shows the table as it is: else BOARDWRIGHT_UPDATE=1, and commit", () => {
  const [, before = "", after = ""] =
    /^([\s\S]*<!-- table -->\n)[\s\S]*(\n<!-- \/table -->[\s\S]*)$/.exec(readText("docs/platform.md")) ?? [];
  const fresh = `${before}${writeTable()}${after.slice(1)}`;
  if (process.env.BOARDWRIGHT_UPDATE === "1") writeFileSync(join(ROOT, "docs/platform.md"), fresh);
  expect(readText("docs/platform.md")).toBe(fresh);
});

it.skipIf(!existsSync(DOCUMENT))(
  "has a test for each rule of the document's client, and each command group, or a line in docs/platform.md that says why not",
  () => {
    const [, section = "", rules = ""] = readFileSync(DOCUMENT, "utf8").split(
      /### Command-line client\n|\nBehaviour rules:|\n## Authentication/,
    );
    const here = new URL(".", import.meta.url);
    const tests = readdirSync(here).map((name) => readFileSync(new URL(name, here), "utf8"));
    const tested = [...tests.join().matchAll(/\bit\("rules? (\d+)(?: and (\d+))?:/g)].flatMap((found) =>
      found.slice(1),
    );
    expect(
      [...rules.matchAll(/^(\d+)\. /gm)].map(([, rule]) => rule).filter((rule) => !tested.includes(rule!)),
    ).toEqual([]);
    const rows = [...section.matchAll(/^\| (?!Command group|-)(.+?) \| (.+) \|$/gm)];
    const reasons = readText("docs/platform.md").split(
      "## What the platform's client has and Boardwright has not\n",
    )[1]!;
    const explained = [...reasons.matchAll(/^- (.+?): /gm)].flatMap(([, names = ""]) => names.split(", "));
    const isExplained = (name: string) => explained.includes(name);
    // A group that the document calls something else.
    const ours = { "transformation-project sync group": "sync" } as Record<string, string>;
    const quoted = (text: string) => [...text.matchAll(/`([\w-]+)[^`]*`/g)].map(([, name]) => name!);
    const groups = rows.flatMap(([, names = "", purpose = ""]) => {
      const all = quoted(names);
      return (all.length > 0 ? all : [names]).map((name) => ({
        name: ours[name] ?? name,
        verbs: all.length <= 1 ? quoted(purpose) : [],
      }));
    });
    expect(groups.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["deployments", "policies", "Git-hosting group"]),
    );
    const missing = groups.flatMap(({ name, verbs }) => {
      const written = /^[\w-]+$/.test(name) ? `\`${name}\`` : name;
      if (isExplained(written)) return [];
      const command = PROGRAM.commands.find((each) => each.name() === name);
      if (!command) return [name];
      return verbs
        .filter(
          (verb) =>
            command.commands.length > 0 &&
            ![command, ...command.commands].some((each) => each.name() === verb),
        )
        .map((verb) => `${name} ${verb}`)
        .filter((each) => !isExplained(`\`${each}\``));
    });
    expect(missing).toEqual([]);
  },
);
