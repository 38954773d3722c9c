// Every operation of the platform that is a command, a row each. The commands, their help, their completion and the list in
// docs/platform.md are made from it. A row whose operation the document does not show is offered if the served description has it.

import { EXIT, isObject, UsageError } from "../../model/index.ts";
import {
  type BranchChoice,
  BUILD,
  DEPLOYMENT,
  type Environment,
  type WireFolder,
  type WireScimUser,
} from "../../platform/index.ts";
import type { CommandFile, OptionLine } from "../declaration.ts";
import { collect, isoDate, notEmpty, oneOf, positiveNumber, wholeNumber } from "../option-values.ts";
import { writeExport } from "./audit-logs.ts";
import { commandOf, type Input, type Row } from "./commands.ts";
import { deploy, filesOf, hashesOf, printDeployed, printFile } from "./data-model.ts";
import { printJson, printValidation } from "./print.ts";
import { findWorkbook, listWorkbooks, printWorkbook } from "./workbooks.ts";

/** An empty name, if `read` takes it, is as none: rules 7 and 10 of the document's client. */
const branch = (help: string, read: OptionLine[2] = notEmpty): OptionLine => [
  "--branch <name>",
  help,
  read,
  "branchName",
];
const ON_BRANCH = branch("of this branch (default: that of your dev mode, else the deploy branch)");
const OF_SESSION = branch("this branch (default: that of your dev mode)", String);
const MERGED = branch("this branch (default: that of your dev mode)");
const MESSAGE: OptionLine = ["-m, --message <text>", "the message of the commit"];
const PATH = ["path", "the file's path in the data model"] as const;

/** A command that writes a file. */
const EDIT: Partial<Row> = {
  words: { path: PATH },
  found: "data-model list",
  options: [OF_SESSION],
  needs: "Editing takes the permission SchemaUpdateDevBranches.",
  advice: {
    rejectedAdvice:
      "Files are written on a dev-… branch only: `boardwright data-model dev-mode BRANCH` forks one and opens dev mode on it.",
  },
};

/** A command that is given a branch. */
const NAMED_BRANCH: Partial<Row> = {
  words: { branch: ["branchName", "the branch's name"] },
  found: "data-model branches",
};

// The platform's public client asks for a sync below this path, and reads these answers.
const SYNC = `${DEPLOYMENT}/dbt-sync`;
const SYNC_ENDS: Partial<Row> = {
  // A state that nobody knows yet is one on the way.
  isPending: ({ status }) => !/^(completed|failed|cancell?ed)$/i.test(String(status)),
  isFailure: ({ status }) => !/^completed$/i.test(String(status)),
};
const SYNC_STATUS = row("status", `GET ${SYNC}/{job}`, "show how far a sync is", {
  ...SYNC_ENDS,
  does: "read the state of sync {job}",
  advice: {
    againAdvice:
      "It goes on: `boardwright sync status` shows how far, and `boardwright sync cancel` stops it.",
  },
  key: "syncJobId",
  found: "",
  options: [["--wait", "until it has ended; exit 1 if it failed or was cancelled"]],
  fields: "status, stage=progress.stage, message=progress.message, error",
  example: "15 --wait",
});
const SYNC_RESULT = row("result", `GET ${SYNC}/{job}/result`, "show what a sync has generated", {
  does: "read the result of sync {job}",
  key: "syncJobId",
  found: "",
  advice: { missing: { thing: "sync", advice: "`boardwright sync status` shows whether it has ended." } },
  example: "15 --json",
});

/** Group → its commands, in the order of its help. */
export const TABLE: Readonly<Record<string, readonly Row[]>> = {
  deployments: [
    row("list", "listDeployments", "list the deployments that the credential reaches", {
      columns: "id, name, created=created_at",
      none: "The credential reaches no deployment.",
    }),
    row("get", `GET ${DEPLOYMENT}`, "show one deployment", {
      does: "read deployment {deployment}",
      examples: ["boardwright deployments get 12 --json"],
    }),
    row("versions", "listVersions", "list the versions it can be moved to", {
      columns:
        "version, channel=releaseChannel, latest=isLatestInChannel, current=isCurrent, pass as=releaseChannelVersion",
      none: "The deployment lists no version.",
      examples: ["boardwright deployments versions          # of the target's deployment; or name it first"],
    }),
    row("settings", `GET ${DEPLOYMENT}/settings`, "show its settings, with the version and the channel"),
    row("build-status", `GET ${DEPLOYMENT}/build-status`, "show the state of a branch's build", {
      options: [
        branch("of this branch (default: the deploy branch)", String),
        ["--wait", "until it has ended; exit 1 if it is not built then"],
      ],
      check({ branchName }, { wait }) {
        if (wait && branchName === "")
          throw new UsageError("--wait needs the name of a branch, and --branch is empty");
      },
      isPending: ({ status }) => status === "building" || status === "warmup",
      isFailure: ({ status }) => status !== "built", // one that nobody knows is no success
      fields: "status, branch=branchName, mode, error=errorText",
    }),
    row("update", `PUT ${DEPLOYMENT}`, "move it to another version", {
      shown: true,
      does: "move deployment {deployment} to another version",
      needs: "Moving a deployment needs permission to update it.",
      options: [
        ["--release-channel-version <version>", "one of `deployments versions`: 1.2.3, v1.2.3 or PASS AS"],
        ["--release-channel <channel>", "move to the latest version of this channel"],
      ],
      check({ releaseChannelVersion, releaseChannel }) {
        if ((releaseChannelVersion === undefined) !== (releaseChannel === undefined)) return;
        throw new UsageError("a deployment moves to a version or to a channel's latest: give one of them", [
          "`boardwright deployments versions` lists what --release-channel-version and --release-channel take.",
        ]);
      },
      done: ([id], { releaseChannelVersion, releaseChannel }) =>
        `Deployment ${id} was asked to move to ${releaseChannelVersion ?? releaseChannel}.`,
      examples: ["boardwright deployments update 12 --release-channel latest"],
    }),
    row("token", "issueMetadataToken", "issue a token for the metadata of one environment", {
      options: [
        ["--environment <id>", "the environment, as `environments list` has it"],
        ["--security-context <json>", "a JSON object: which parts of the data model the token shows"],
        ["--expires-in <seconds>", "how long it is valid (default: the platform's, a day)", positiveNumber],
      ],
      check: checkToken,
      send: (platform, [deployment = 0], { environment, securityContext, ...lifetime }) =>
        platform.issueMetadataToken(deployment, environment as string, {
          securityContext: JSON.parse(securityContext as string),
          ...lifetime,
        }),
      // The token and nothing else, so that `$(…)` takes it.
      show(terminal, flags, { token, createdAt, expiresAt }: Record<string, string>) {
        if (flags.json) printJson(terminal, { token, created_at: createdAt, expires_at: expiresAt });
        else terminal.out(token!);
        return EXIT.ok;
      },
      examples: ["boardwright deployments token --environment 3 --security-context '{}' --expires-in 600"],
    }),
  ],
  environments: [
    row("list", "listEnvironments", "list the active environments", {
      options: [
        [
          "--type <type>",
          "production, staging or development",
          oneOf("production", "staging", "development"),
        ],
      ],
      columns: "id, name, type, branch, rest url=credentials.restUrl, sql",
      cells: {
        sql: ({ credentials: { sqlHost, sqlPort } }: Environment) =>
          sqlHost && (sqlPort ? `${sqlHost}:${sqlPort}` : sqlHost),
      },
      raw: ({ raw }: Environment) => raw,
      none: "No environment is active.",
      examples: ["boardwright environments list", "boardwright environments list 12 --type staging --json"],
    }),
  ],
  "data-model": [
    row("list", `GET ${BUILD}/data-model/files`, "list the files", {
      options: [ON_BRANCH],
      columns: "path",
      none: "The data model has no file.",
      pick: (pages: AsyncIterable<object[]>) => flatten(pages),
    }),
    row("get", `GET ${BUILD}/data-model/files`, "print one file", {
      words: { path: PATH },
      found: "data-model list",
      options: [ON_BRANCH],
      wire: ({ branchName }) => ({ query: { withContent: true, branchName: branchName as string } }),
      show: printFile,
      example: "model/orders.yml",
    }),
    row("put", `PUT ${BUILD}/data-model/files`, "write one file, on a dev-… branch", {
      ...EDIT,
      body: "content",
      text: "content",
      does: "write {path}",
      wire: ({ path, content, branchName }) => ({ body: { files: [{ path, content }], branchName } }),
      example: "model/orders.yml -d @model/orders.yml",
    }),
    row("delete", `DELETE ${BUILD}/data-model/files`, "delete one file, on a dev-… branch; asks first", {
      ...EDIT,
      does: "delete {path}",
      wire: ({ path, branchName }) => ({ body: { files: [{ path }], branchName } }),
      example: "model/orders.yml --yes",
    }),
    row("rename", `POST ${BUILD}/data-model/files/rename`, "rename one file, on a dev-… branch", {
      ...EDIT,
      words: { path: PATH, "new-path": ["newPath", "the path that it gets"] },
      does: "rename {path}",
      wire: ({ path, newPath, branchName }) => ({ body: { files: [{ path, newPath }], branchName } }),
      example: "model/orders.yml model/sales.yml",
    }),
    row("file-hashes", "fileHashes", "list the files with their SHA-1", {
      options: [ON_BRANCH],
      columns: "path, hash",
      none: "The data model has no file.",
      pick: (hashes: Promise<ReadonlyMap<string, string>>[]) => hashes.map(hashesOf),
    }),
    row("branches", "listBranches", "list the branches", {
      columns: "id, name, parent=parentBranch, staging=isStagingEnvironmentEnabled, last hash=lastHash",
      none: "There is no branch.",
    }),
    row("create-branch", `POST ${BUILD}/branches`, "create a shared branch", {
      words: { branch: ["name", "the branch's name"] },
      found: "data-model branches",
      options: [
        ["--from <branch>", "start from this branch (default: the deploy branch)"],
        ["--dev-mode", "open dev mode on it, without a dev-… branch that files can be written on"],
      ],
      does: "create branch {name}",
      // The platform's own client sends the one, and descriptions have the other.
      wire: ({ devMode, ...input }) => ({
        body: { ...input, ...(devMode === true && { activate: true, enterDevMode: true }) },
      }),
      example: "feature-y",
    }),
    row("delete-branch", `DELETE ${BUILD}/branches`, "delete a branch; asks first", {
      ...NAMED_BRANCH,
      options: [["--remove-on-upstream", "at the Git provider, too", undefined, "removeOnUpstream"]],
      does: "delete branch {branchName}",
      example: "feature-x --yes",
    }),
    switchRow(true, "boardwright data-model enable-branch feature-x"),
    switchRow(false, "boardwright data-model disable-branch 12 --branch-id 7"),
    row("dev-mode", `POST ${BUILD}/dev-mode`, "fork a dev-… branch of your own, and open dev mode on it", {
      ...NAMED_BRANCH,
      does: "open dev mode on {branchName}",
      fields: "branchName, parent=parentBranch",
      example: "feature-x",
    }),
    row("exit-dev-mode", `DELETE ${BUILD}/dev-mode`, "end dev mode; the branch stays", { fields: "active" }),
    row("commit", `POST ${BUILD}/commit`, "bring a dev-… branch's edits to where it was forked from", {
      options: [OF_SESSION, MESSAGE],
      example: "--message 'Count refunds'",
    }),
    row("pull", `POST ${BUILD}/pull`, "take what has changed on a branch's parent", {
      options: [MERGED],
    }),
    row("merge", `POST ${BUILD}/merge`, "merge a branch into its parent", { options: [MERGED] }),
    row("merge-to-default", `POST ${BUILD}/merge-to-default`, "merge a branch into the deploy branch", {
      options: [
        branch("this branch (default: the one that dev mode was forked from)"),
        MESSAGE,
        ["--keep-branch", "do not delete the branch afterwards"],
      ],
      wire: ({ keepBranch, ...input }) => ({
        body: { ...input, removeBranchAfterMerge: keepBranch !== true },
      }),
      example: "--branch feature-x --keep-branch",
    }),
  ],
  deploy: [
    row("deploy", "finishUpload", "upload a folder as the data model, and build it once", {
      words: { directory: ["directory", "the folder; nothing hidden and no node_modules is uploaded"] },
      found: "",
      options: [
        branch("to this branch (default: that of your dev mode, else the deploy branch)"),
        ["--keep-missing", "keep the files that the folder does not have"],
      ],
      send: deploy,
      show: printDeployed,
      examples: ["boardwright deploy .", "boardwright deploy 12 . --branch feature-x --keep-missing"],
    }),
  ],
  validate: [
    row("validate", "validateModel", "compile the data model; exit 1 when it has errors", {
      options: [
        branch("on this branch (default: the one that is deployed)"),
        ["--dev-mode", "on the branch of your open dev-mode session"],
      ],
      check({ branchName, devMode }) {
        if (branchName !== undefined && devMode)
          throw new UsageError("--branch and --dev-mode exclude each other");
      },
      show: printValidation,
      examples: ["boardwright validate", "boardwright validate 12 --branch feature-x --json"],
    }),
  ],
  sync: [
    row("sync", `POST ${SYNC}`, "bring a transformation project into a branch of its own", {
      ...SYNC_ENDS,
      needs:
        "It takes SchemaUpdate, SchemaRead, SchemaUpdateDevBranches and DeploymentRead for the deployment.",
      options: [
        ["--ref <ref>", "this branch or tag of the project (default: as the deployment is set up)"],
        ["--wait", "until it has ended, then show its result; exit 1 if it failed or was cancelled"],
      ],
      check({ ref }) {
        if (ref === undefined) return;
        if (`${ref}`.trim() === "") throw new UsageError("--ref is empty: it takes a branch or a tag");
        if (/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(`${ref}`))
          throw new UsageError(`--ref takes a branch or a tag, and ${ref} is the id of a commit`);
      },
      job: { id: "syncJobId", status: SYNC_STATUS, result: SYNC_RESULT },
      examples: ["boardwright sync --wait", "boardwright sync 12 --ref feature/x"],
    }),
    SYNC_STATUS,
    SYNC_RESULT,
    row("cancel", `DELETE ${SYNC}/{job}`, "cancel a sync", {
      does: "cancel sync {job}",
      key: "syncJobId",
      found: "",
      example: "16",
    }),
  ],
  logs: [
    row("logs", `GET ${DEPLOYMENT}/logs`, "print what the pods have logged last", {
      options: [
        ["--pod <name>", "only this pod"],
        ["-c, --container <name>", "this container of it"],
        ["--source <source>", "production or dev", oneOf("production", "dev")],
      ],
      columns: "date, pod, message",
      none: "Nothing is logged.",
      examples: ["boardwright logs", "boardwright logs 12 --source dev"],
    }),
  ],
  users: [
    ...resource("user", "/api/v1/users", {
      can: "list update delete",
      columns: "id, username, email, admin=isAdmin",
      needs: "Users are for administrators.",
    }),
    row("create", "createUser", "create a user", {
      body: "user",
      // A password is taken from a body only.
      options: [
        ["--email <address>", "the email address"],
        ["--username <name>", "the user name"],
        ["--first-name <name>", "the first name"],
        ["--external-id <id>", "the id that another system knows the user by"],
        ["--role <name>", "a default role (repeatable)", collect, "defaultRoles"],
        ["--admin", "make the user an administrator", undefined, "isAdmin"],
      ],
      fields: "id, email, username, admin=isAdmin",
      examples: [
        "boardwright users create --email ada@example.com --username ada",
        "boardwright users create -d @user.json",
      ],
    }),
  ],
  "audit-logs": [
    row("export", "exportAuditLog", "export the audit log as CSV", {
      options: [
        ["--start <date>", "from this day or moment on, ISO 8601", isoDate],
        ["--end <date>", "up to this day or moment, ISO 8601", isoDate],
        ["--search <text>", "only events whose data holds this"],
        ["--event-name <name>", "only events of this type"],
        ["--user-email <address>", "only events of this user"],
        ["--output <file>", "write to this file (default: stdout)"],
      ],
      check({ start, end, output }, { json }) {
        if (`${start}`.length === 10 && `${end}`.length === 10 && `${start}` > `${end}`)
          throw new UsageError(`the range ends (${end}) before it starts (${start})`);
        if (json && output === undefined)
          throw new UsageError(
            "the audit log is CSV: --json needs --output FILE, and then reports what was written",
          );
      },
      show: writeExport,
      examples: [
        "boardwright audit-logs export --start 2026-11-01 --output audit.csv",
        "boardwright audit-logs export --event-name 'Logged in'",
      ],
    }),
  ],
  scim: [
    row("users", "listScimUsers", "list the users", {
      options: [
        ["--count <n>", "one page of this size (default: all pages)", wholeNumber],
        ["--start-index <n>", "the first user to show, from 1", positiveNumber],
      ],
      columns: "id, username=userName, name=displayName, email, active",
      cells: {
        email: ({ emails }: WireScimUser) => (emails?.find(({ primary }) => primary) ?? emails?.[0])?.value,
      },
      none: "There is no user.",
      // With --count that one page, as SCIM means it (RFC 7644, 3.4.2.4); without it everything from --start-index on.
      pick: (pages, { count }) => (count === undefined ? pages : onePage(pages, count as number)),
      examples: [
        "boardwright scim users                     # all of them",
        "boardwright scim users --count 10 --start-index 11",
      ],
    }),
  ],
  folders: [
    row("list", "listFolders", "list the folders, as paths", {
      columns: "id=folder.id, path, parent=folder.parentId",
      raw: ({ folder }: { folder: WireFolder }) => folder,
      none: "There is no folder.",
      pick: ([folders]: [Promise<WireFolder[]>]) => [folders.then(withPaths)],
    }),
    ...resource("folder", `${DEPLOYMENT}/folders`, { can: "create update delete" }),
  ],
  reports: [
    row("list", "listReports", "list the reports", {
      columns: "id, public id=publicId, name, workbook=workbookId, updated=updatedAt",
      none: "There is no report.",
      examples: ["boardwright reports list 12"],
    }),
    row("get", "getReport", "show one report; --json shows all of it", {
      check(_, __, [id = ""]) {
        if (/^[1-9]\d{0,14}$/.test(id)) return;
        throw new UsageError(`the id of a report is a whole number, not ${JSON.stringify(id)}`, [
          "`boardwright reports list` lists them.",
        ]);
      },
      fields: "id, publicId, name, workbook=workbookId, version, created=createdAt, updated=updatedAt",
      examples: ["boardwright reports get 5001 --json"],
    }),
    ...resource("report", `${DEPLOYMENT}/reports`, { can: "create update delete", id: 5001 }),
  ],
  workbooks: [
    row("get", "getWorkbook", "show one workbook; --json shows all of it", {
      key: "slug or id",
      options: [["--stamp", "show the stamp: whose it is, and the state that was applied last"]],
      send: (platform, [deployment = 0, wanted]) => findWorkbook(platform, deployment, String(wanted)),
      show: printWorkbook,
      examples: [
        "boardwright workbooks get revenue --json",
        "boardwright workbooks get revenue --stamp   # what the last apply left on it",
      ],
    }),
    ...resource("workbook", `${DEPLOYMENT}/workbooks`, { can: "create update delete", id: 101 }),
  ],
  workspace: [
    row("list", `GET ${DEPLOYMENT}/workspace`, "list a folder's folders, workbooks and reports", {
      columns: "type, id, name, updated=updatedAt",
      options: [
        ["--folder <id>", "the folder (default: the root)", positiveNumber, "folderId"],
        ["--search <text>", "in all folders, only names that hold this"],
      ],
    }),
    row("move", `POST ${DEPLOYMENT}/workspace/move`, "move one of them into a folder", {
      body: "item and its folder",
      examples: [`boardwright workspace move -d '{"type":"WORKBOOK","id":101,"folderId":7}'`],
    }),
  ],
  notifications: [
    ...resource("notification", `${DEPLOYMENT}/notifications`, {
      columns: "id, dashboard=dashboardId, schedule=humanReadableSchedule, enabled=isEnabled",
      needs: "Notifications are for administrators.",
    }),
    row("recipients", `GET ${DEPLOYMENT}/notifications/{notification}/recipients`, "list who gets one", {
      columns: "type, user=userId, username, email, channel=channelName",
      examples: ["boardwright notifications recipients 7"],
    }),
  ],
  agents: resource("agent", `${DEPLOYMENT}/agents`, { id: 8 }),
  variables: [
    row("list", `GET ${DEPLOYMENT}/env-vars`, "list the environment variables; secrets stay hidden", {
      columns: "name, value",
    }),
    row("update", `PUT ${DEPLOYMENT}/env-vars`, "set environment variables", {
      body: "variables",
      examples: ["boardwright variables update -d @variables.json"],
    }),
  ],
  groups: resource("group", "/api/v1/groups", { columns: "id, name, users=userCount", id: 9 }),
  attributes: resource("attribute", "/api/v1/user-attributes", { columns: "id, name, type", id: 10 }),
  policies: resource("policy", "/api/v1/policies", { id: 11, many: "policies" }),
  tenant: [
    row("get", "GET /api/v1/tenant/settings", "show the account's settings"),
    row("update", "PUT /api/v1/tenant/settings", "change the account's settings", {
      body: "settings",
      example: "-d @settings.json",
    }),
  ],
  app: [row("get", "GET /api/v1/app-config", "show the configuration of the app")],
  "api-keys": resource("key", "/api/v1/api-keys", {
    can: "list get create delete",
    id: 12,
    columns: "id, name, created=createdAt",
    needs: "API keys are for administrators.",
    secret: true,
  }),
  oidc: resource("configuration", "/api/v1/oidc-token-configs", { id: 13 }),
  integrations: resource("integration", "/api/v1/oauth-integrations", { id: 14 }),
  regions: [row("list", "GET /api/v1/regions", "list the regions", { columns: "id, name" })],
  meta: [
    row("get", "POST /api/v1/meta", "show the metadata of the model", {
      body: "question",
      examples: [`boardwright meta get -d '{"deploymentId":12}'`],
    }),
  ],
  embed: [
    row("session", "POST /api/v1/embed/generate-session", "begin a session of an embedded user", {
      body: "user",
      secret: true,
      examples: [`boardwright embed session -d '{"deploymentId":12,"externalId":"ada"}'`],
    }),
    row("token", "POST /api/v1/embed/session/token", "exchange a session for a token", {
      body: "session",
      secret: true,
      examples: [`boardwright embed token -d '{"sessionId":"7"}'`],
    }),
    row("tenants", "GET /api/v1/embed-tenants", "list embedded users' tenants", { columns: "id, name" }),
    allowRow(true),
    allowRow(false),
  ],
};

/** The commands of a group. A row that is called like it is the command without another word. */
export function commandsOf(group: string): CommandFile {
  const all = (TABLE[group] ?? []).map((each) => commandOf(group, each));
  const commands = group === "workbooks" ? [listWorkbooks, ...all] : all;
  const command = commands.find(({ usage }) => usage.split(" ")[0] === group);
  return { command, commands: commands.filter((each) => each !== command) };
}

function row(verb: string, operation: Row["operation"], summary: string, rest: Partial<Row> = {}): Row {
  return { verb, operation, summary, ...rest };
}

interface Resource extends Pick<Row, "columns" | "needs" | "secret"> {
  /** Its verbs (default: all five). */
  can?: string;
  /** If it is not `one` with an s. */
  many?: string;
  /** In the examples. */
  id?: number;
}

/** What is listed, read, created, changed and deleted alike. */
function resource(one: string, at: string, options: Resource = {}): Row[] {
  const { can = "list get create update delete", columns = "id, name", many = `${one}s`, id = 7 } = options;
  const { needs, secret } = options;
  const item = `${at}/{${one}}`;
  const file = `-d @${one}.json`;
  const rows: Record<string, [operation: string, summary: string, does: string, example: string]> = {
    list: [`GET ${at}`, `list the ${many}`, `list the ${many}`, ""],
    get: [`GET ${item}`, "show one; --json shows all of it", `read ${one} {${one}}`, `${id} --json`],
    create: [`POST ${at}`, "create one", `create the ${one}`, file],
    update: [`PUT ${item}`, "change one", `change ${one} {${one}}`, `${id} ${file}`],
    delete: [`DELETE ${item}`, "delete one; asks first", `delete ${one} {${one}}`, `${id} --yes`],
  };
  return can.split(" ").map((verb) => {
    const [operation, summary, does, example] = rows[verb]!;
    const body = verb === "create" || verb === "update" ? one : undefined;
    const more = verb === "list" ? { columns } : { body, secret: verb === "create" ? secret : undefined };
    return row(verb, operation as Row["operation"], summary, { does, needs, example, ...more });
  });
}

function allowRow(allowEmbed: boolean): Row {
  const verb = `${allowEmbed ? "enable" : "disable"}-dashboard`;
  const summary = `${allowEmbed ? "allow" : "forbid"} embedding a published dashboard`;
  return row(verb, "PATCH /api/v1/embed/dashboard/{dashboard}", summary, {
    fixed: { allowEmbed },
    found: "workbooks get SLUG --json",
    example: "d4GYoIbttls4",
  });
}

function switchRow(enabled: boolean, example: string): Row {
  const summary = `switch the staging environment of a shared branch ${enabled ? "on" : "off"}`;
  return row(`${enabled ? "enable" : "disable"}-branch`, "switchStaging", summary, {
    ...NAMED_BRANCH,
    options: [["--branch-id <n>", "its id, instead of a name", positiveNumber]],
    instead: "--branch-id",
    send: (platform, [deployment = 0], branch) =>
      platform.switchStaging(deployment, branch as unknown as BranchChoice, enabled),
    fields: "id, name, parent=parentBranch, staging=isStagingEnvironmentEnabled, lastHash",
    examples: [example],
  });
}

function checkToken({ environment, securityContext }: Input): void {
  if (`${environment ?? ""}`.trim() === "")
    throw new UsageError("deployments token needs --environment", [
      "`boardwright environments list` shows their ids.",
    ]);
  try {
    if (isObject(JSON.parse(String(securityContext)))) return;
  } catch {
    // Reported below, like JSON that is no object.
  }
  throw new UsageError("--security-context takes a JSON object, like '{\"team\":\"finance\"}' or '{}'", [
    "It is embedded in the token and decides which parts of the data model the token shows.",
  ]);
}

/** The first page, of `size` items at most, whatever the platform answered. */
async function* onePage<T>(pages: AsyncIterable<T[]>, size: number): AsyncGenerator<T[]> {
  for await (const page of pages) {
    yield page.slice(0, size);
    return;
  }
}

async function* flatten(pages: AsyncIterable<object[]>): AsyncGenerator<object[]> {
  for await (const page of pages) yield filesOf(page);
}

/** Parents come before their children. */
function withPaths(folders: readonly WireFolder[]): { folder: WireFolder; path: string }[] {
  const paths = new Map<number, string>();
  return folders.map((folder) => {
    const above = paths.get(folder.parentId ?? 0);
    const path = above === undefined ? folder.name : `${above}/${folder.name}`;
    paths.set(folder.id, path);
    return { folder, path };
  });
}
