// The platform's own operations on the command line: which there are and what they take (contract 3).

import type { Command } from "commander";
import type { ExitCode } from "../../model/index.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";

type Action<F> = (terminal: Terminal, words: string[], flags: F) => Promise<ExitCode>;

/** What program.ts offers to whoever declares commands. */
export interface Declarer {
  add<F>(name: string, summary: string, action: () => Promise<Action<F>>, parent?: Command): Command;
  group(name: string, summary: string): Command;
  wholeNumber(text: string): number;
  positiveNumber(text: string): number;
  collect(value: string, before: string[] | undefined): string[];
}

const DEPLOYMENT = "the deployment's id (default: that of the target)";

export function declarePlatform({ add, group, wholeNumber, positiveNumber, collect }: Declarer): void {
  const list = <F extends GlobalFlags>(
    parent: Command,
    summary: string,
    action: () => Promise<Action<F>>,
    name = "list",
  ): Command =>
    add(name, summary, action, parent).option("--limit <n>", "show this many at most", positiveNumber);
  const ofDeployment = (command: Command): Command => command.argument("[deployment]", DEPLOYMENT);

  const deployments = group("deployments", "the deployments, their versions, metadata tokens");
  const loadDeployments = () => import("./deployments.ts");
  list(
    deployments,
    "list the deployments that the credential reaches",
    async () => (await loadDeployments()).listDeployments,
  );
  ofDeployment(
    add("get", "show one deployment", async () => (await loadDeployments()).getDeployment, deployments),
  );
  ofDeployment(
    list(
      deployments,
      "list the versions it can be moved to",
      async () => (await loadDeployments()).listVersions,
      "versions",
    ),
  );
  ofDeployment(
    add(
      "update",
      "move it to another version",
      async () => (await loadDeployments()).updateDeployment,
      deployments,
    ),
  )
    .option("--release-channel-version <version>", "one of `deployments versions`: 1.2.3, v1.2.3 or PASS AS")
    .option("--release-channel <channel>", "move to the latest version of this channel");
  ofDeployment(
    add(
      "token",
      "issue a token for the metadata of one environment",
      async () => (await loadDeployments()).issueToken,
      deployments,
    ),
  )
    .option("--environment <id>", "the environment, as `environments list` has it")
    .option("--security-context <json>", "a JSON object: which parts of the data model the token shows")
    .option(
      "--expires-in <seconds>",
      "how long it is valid (default: what the platform says, a day)",
      positiveNumber,
    );

  const environments = group("environments", "the environments, with the addresses of their APIs");
  ofDeployment(
    list(
      environments,
      "list the active environments",
      async () => (await import("./environments.ts")).listEnvironments,
    ),
  ).option("--type <type>", "only production, staging or development");

  const model = group("data-model", "branches of the data model, staging environments");
  const loadModel = () => import("./data-model.ts");
  ofDeployment(list(model, "list the branches", async () => (await loadModel()).listBranches, "branches"));
  for (const [name, enabled] of [
    ["enable-branch", true],
    ["disable-branch", false],
  ] as const) {
    const summary = `switch the staging environment of a shared branch ${enabled ? "on" : "off"}`;
    ofDeployment(add(name, summary, async () => (await loadModel()).switchBranch(enabled), model))
      .argument("[branch]", "the branch's name")
      .option("--branch-id <n>", "its id, in the place of a name", positiveNumber);
  }

  ofDeployment(
    add(
      "validate",
      "compile the data model; exit 1 when it has errors",
      async () => (await import("./validate.ts")).validateModel,
    ),
  )
    .option("--branch <name>", "on this branch (default: the one that is deployed)")
    .option("--dev-mode", "on the branch of your open dev-mode session");

  const users = group("users", "the account's users");
  add("create", "create a user", async () => (await import("./users.ts")).createUser, users)
    .option("-d, --data <body>", "the user: JSON, @FILE, or - for standard input")
    .option("--email <address>", "the email address")
    .option("--username <name>", "the user name")
    .option("--first-name <name>", "the first name")
    .option("--external-id <id>", "the id that another system knows the user by")
    .option("--role <name>", "a default role (repeatable)", collect)
    .option("--admin", "make the user an administrator");

  const auditLogs = group("audit-logs", "the audit log");
  add(
    "export",
    "export the audit log as CSV",
    async () => (await import("./audit-logs.ts")).exportAuditLog,
    auditLogs,
  )
    .option("--start <date>", "from this day or moment on, ISO 8601")
    .option("--end <date>", "up to this day or moment, ISO 8601")
    .option("--search <text>", "only events whose data holds this")
    .option("--event-name <name>", "only events of this type")
    .option("--user-email <address>", "only events of this user")
    .option("--output <file>", "write to this file (default: stdout)");

  const scim = group("scim", "users as an identity provider sees them");
  list(scim, "list the users", async () => (await import("./scim.ts")).listScimUsers, "users")
    .option("--count <n>", "one page of this size (default: all pages)", wholeNumber)
    .option("--start-index <n>", "the first user to show, from 1", positiveNumber);

  const loadContent = () => import("./content.ts");
  const workbooks = group("workbooks", "the live workbooks");
  ofDeployment(list(workbooks, "list the workbooks", async () => (await loadContent()).listWorkbooks));
  ofDeployment(
    add(
      "get",
      "show one workbook; --json shows it whole",
      async () => (await loadContent()).getWorkbook,
      workbooks,
    ),
  ).argument("[workbook]", "its slug or its id");
  const folders = group("folders", "the live folders");
  ofDeployment(list(folders, "list the folders, as paths", async () => (await loadContent()).listFolders));
  const reports = group("reports", "the live reports");
  ofDeployment(list(reports, "list the reports", async () => (await loadContent()).listReports));
  ofDeployment(
    add(
      "get",
      "show one report; --json shows it whole",
      async () => (await loadContent()).getReport,
      reports,
    ),
  ).argument("[report]", "its id");

  add(
    "spec",
    "list what the deployment's API description offers",
    async () => (await import("./spec.ts")).runSpec,
  ).argument("[pattern]", "only operations with this in method, path, summary or id");
  add("api", "send any request to the platform", async () => (await import("./api.ts")).runApi)
    .argument("<method>", "GET, PUT, POST, …")
    .argument("<path>", "what comes after the platform's address, like /api/v1/deployments")
    .option("-q, --query <pair>", "a query parameter, name=value (repeatable)", collect)
    .option("-d, --data <body>", "the body: JSON, @FILE, or - for standard input");
  add("call", "call an operation of the API description", async () => (await import("./call.ts")).runCall)
    .argument("<operation>", "its operation id, as `spec` lists it")
    .option("--param <pair>", "a parameter, name=value (repeatable)", collect)
    .option("-d, --data <body>", "the body: JSON, @FILE, or - for standard input");
}
