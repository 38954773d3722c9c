// Every command has one line here, under the heading and in the order in which `boardwright --help` shows it. The file that the line
// names declares the rest (../declaration.ts); it is loaded when the command runs, and for the command's help.

import type { Command } from "commander";
import type { CommandFile } from "../declaration.ts";

type CommandLine = readonly [
  /** The name and the arguments: `plan [paths...]`. */
  usage: string,
  summary: string,
  /** Is given a way to the whole program, for a command that prints it. */
  load: (loadProgram: () => Promise<Command>) => Promise<CommandFile>,
];

/** The commands of a group of the platform's own operations. */
const group = (name: string) => async (): Promise<CommandFile> =>
  (await import("../platform/table.ts")).commandsOf(name);

/** Heading → commands. */
export const GROUPS: Readonly<Record<string, readonly CommandLine[]>> = {
  "Author:": [
    ["init", "write a project to start from; never overwrites", () => import("./init.ts")],
    ["lint [paths...]", "check the files, offline unless told otherwise", () => import("./lint.ts")],
    ["fmt [paths...]", "format the files; comments stay", () => import("./fmt.ts")],
    ["test [paths...]", "run the queries of dashboards, a row each", () => import("./test.ts")],
    ["serve", "open the studio: dashboards as boards, edited in the files", () => import("./serve.ts")],
    ["demo", "lint, plan and apply an example; nothing is kept", () => import("./demo.ts")],
    ["sandbox [edit...]", "run the embedded platform as a server", () => import("./sandbox.ts")],
  ],
  "Change:": [
    ["plan [paths...]", "show what apply would do; sends GET requests only", () => import("./plan.ts")],
    ["apply [what...]", "plan, show, ask, and change the live workbooks", () => import("./apply.ts")],
    [
      "drift [paths...]",
      "show what was edited outside Git; exit 2 when anything was",
      () => import("./drift.ts"),
    ],
    ["pull [slugs...]", "bring live edits into the files; only reads live", () => import("./pull.ts")],
    ["rollback [run]", "list the runs, or put back what was there before one", () => import("./rollback.ts")],
    ["preview", "copies of what a pull request changes, on its branch", () => import("./preview.ts")],
  ],
  "Platform:": [
    ["login", "log in and save it as a context", () => import("./login.ts")],
    ["logout", "forget a saved login", () => import("./logout.ts")],
    ["whoami", "show the credential and what it reaches", () => import("./whoami.ts")],
    ["context", "the saved logins", () => import("./context.ts")],
    ["deployments", "the deployments, their versions, metadata tokens", group("deployments")],
    ["environments", "the environments, with the addresses of their APIs", group("environments")],
    ["data-model", "files and branches of the data model, dev mode", group("data-model")],
    ["deploy [deployment] [directory]", "upload a folder as the data model", group("deploy")],
    ["validate [deployment]", "compile the data model; exit 1 when it has errors", group("validate")],
    ["sync [deployment]", "bring a transformation project into a branch", group("sync")],
    ["logs [deployment]", "print what the pods have logged", group("logs")],
    ["users", "the account's users", group("users")],
    ["audit-logs", "the audit log", group("audit-logs")],
    ["scim", "users as an identity provider sees them", group("scim")],
    ["workbooks", "the live workbooks", group("workbooks")],
    ["folders", "the live folders", group("folders")],
    ["reports", "the live reports", group("reports")],
    ["workspace", "what is in the folders, as the UI shows it", group("workspace")],
    ["notifications", "scheduled notifications of dashboards", group("notifications")],
    ["variables", "environment variables of a deployment", group("variables")],
    ["agents", "the agents of a deployment", group("agents")],
    ["groups", "groups of users", group("groups")],
    ["attributes", "attributes of users", group("attributes")],
    ["policies", "who may do what", group("policies")],
    ["tenant", "the account's settings", group("tenant")],
    ["app", "the configuration of the app", group("app")],
    ["api-keys", "the account's API keys", group("api-keys")],
    ["oidc", "configurations of OIDC tokens", group("oidc")],
    ["integrations", "the OAuth integrations", group("integrations")],
    ["embed", "sessions and tenants of embedded users", group("embed")],
    ["meta", "the metadata of the model", group("meta")],
    ["regions", "where deployments can run", group("regions")],
    [
      "spec [pattern]",
      "list what the deployment's API description offers",
      () => import("../platform/spec.ts"),
    ],
    ["api <method> <path>", "send any request to the platform", () => import("../platform/api.ts")],
    ["call <operation>", "call an operation of the API description", () => import("../platform/call.ts")],
  ],
  "More:": [
    ["rename <kind> <old> <new>", "give another name in every file that has it", () => import("./rename.ts")],
    ["uses [members...]", "show which dashboards name a member of the data model", () => import("./uses.ts")],
    ["targets", "list the targets, for people and for a CI matrix", () => import("./targets.ts")],
    ["report", "one report of what the jobs of a CI matrix printed", () => import("../fleet-report.ts")],
    ["schema [name]", "print the JSON Schemas, or write them for editors", () => import("./schema.ts")],
    [
      "completion <shell> [words...]",
      "print a completion script for bash, zsh or fish",
      async (loadProgram) => ({ command: (await import("./completion.ts")).completionOf(loadProgram) }),
    ],
    ["disown [slugs...]", "let go of what no file declares; it stays live", () => import("./disown.ts")],
    ["update", "say how to get the newest version", () => import("./update.ts")],
  ],
};
