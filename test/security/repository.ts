// A Git repository with a project in it, a platform that it trusts, and a place that only the branch names.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { json, serve } from "../support/loopback.ts";
import { tempFolder } from "../support/temp.ts";

/** A project file with one target. */
export const project = (url: string, more = "", deployment = 1) =>
  `version: 1\nproject: acme\ntargets:\n  production: { url: "${url}", deployment: ${deployment} }\n${more}`;

/** The one that is trusted, whatever else there is. */
export const plain = (trusted: string) => project(trusted);

/** A branch that sends the key elsewhere. */
export const REDIRECTED = { base: plain, branch: (_: string, elsewhere: string) => project(elsewhere) };

interface NewPlace {
  url: string;
  /** `METHOD path` of everything that arrived. */
  requests: string[];
  /** Every `Authorization` that arrived. */
  credentials: string[];
}

/** A server that an attacker put up: it takes whatever comes, and remembers it. */
async function openNewPlace(): Promise<NewPlace> {
  const [requests, credentials]: [string[], string[]] = [[], []];
  const { url } = await serve(({ method, url, headers: { authorization } }, response) => {
    requests.push(`${method} ${url}`);
    if (authorization) credentials.push(authorization);
    json(response, 200, {});
  });
  return { url, requests, credentials };
}

export const git = (cwd: string, ...args: string[]): string => execute(cwd, "git", [...SETTINGS, ...args]);

/** Several, in one shell: to start a program from a process of this size takes longer than git does. What the last ones print. */
function gitEach(cwd: string, ...commands: string[]): string {
  return execute(cwd, "sh", ["-ec", commands.map((one) => ["git", ...SETTINGS, one].join(" ")).join("\n")]);
}

const SETTINGS = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"];

function execute(cwd: string, program: string, args: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: "1" };
  return execFileSync(program, args, { cwd, env, encoding: "utf8", stdio: "pipe" });
}

export interface Attacked {
  sandbox: Sandbox;
  elsewhere: NewPlace;
  /** The folder of the repository. */
  root: string;
  /** Absolute: the folder of the project. */
  cwd: string;
  /** The commit of main. */
  base: string;
}

export interface AttackOptions {
  /** The project file on main and on the branch, given the addresses; undefined: there is none. */
  base: (trusted: string, elsewhere: string) => string | undefined;
  branch: (trusted: string, elsewhere: string) => string;
  /** Other files of the branch, by path in the project. */
  files?: Record<string, string>;
  /** Other files of both, by path in the repository. */
  others?: (elsewhere: string) => Record<string, string>;
  /** What the branch does besides, in the folder of the repository. */
  change?: (root: string) => void;
  /** Where the project is: "" or "analytics/". */
  folder?: string;
  sandbox?: SandboxOptions;
}

/** Main holds one project file, the branch that is checked out another one. */
export async function openAttack({
  base: main,
  branch,
  files,
  others,
  change,
  folder = "",
  sandbox: options,
}: AttackOptions): Promise<Attacked> {
  const sandbox = await createSandbox(options ?? {});
  onTestFinished(() => sandbox.close());
  const elsewhere = await openNewPlace();
  const file = `${folder}boardwright.yaml`;
  const text = main(sandbox.url, elsewhere.url);
  const dashboards = {
    [`${folder}dashboards/a.yaml`]: "workbooks:\n  a: { name: A, dashboard: { title: T } }\n",
  };
  const root = tempFolder({
    "README.md": "x\n",
    ...dashboards,
    ...others?.(elsewhere.url),
    ...(text === undefined ? {} : { [file]: text }),
  });
  gitEach(root, "init -q", "add .", "commit -qm main", "checkout -qb feature");
  writeAll(root, { [file]: branch(sandbox.url, elsewhere.url) });
  for (const [name, content] of Object.entries(files ?? {})) writeAll(root, { [folder + name]: content });
  change?.(root);
  const base = gitEach(root, "add -A", "commit -qm branch --allow-empty", "rev-parse main").trim();
  return { sandbox, elsewhere, root, cwd: join(root, folder), base };
}

function writeAll(root: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

/** For a command: what the tests call trusted. */
export const UNDER = ["--policy", "main"];

/** Runs a command on the branch, with the key of the trusted platform. */
export function run({ cwd, sandbox }: Attacked, args: readonly string[], env: Record<string, string> = {}) {
  return boardwright(args, { cwd, env: { PLATFORM_API_KEY: sandbox.apiKey, ...env } });
}
