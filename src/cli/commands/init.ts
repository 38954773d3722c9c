// boardwright init: a project to start from. Never overwrites.

import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { discoverFiles, loadProject, nearestProjectFile } from "../../desired/index.ts";
import { ensureFolder, readRegular, stayInside } from "../../files/index.ts";
import { compareText, EXIT, type Project, showUrl, UsageError, UserError } from "../../model/index.ts";
import { schemaFiles } from "../../project/schema-files.ts";
import {
  type Config,
  chooseTarget,
  contextsFile,
  hasTarget,
  isSandbox,
  originOf,
  readConfig,
} from "../../target/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { EXAMPLE_FILE, type InitTarget, initFiles, PROJECT_FILE, projectName } from "../init-files.ts";
import type { Terminal } from "../terminal.ts";

/** What others add lines to as well. */
const SHARED_FILES: readonly string[] = [".gitignore", ".gitattributes"];

interface InitFlags extends GlobalFlags {
  url?: string;
  example?: boolean;
}

export const command: Declaration = {
  examples: [
    "mkdir acme-dashboards && cd acme-dashboards && boardwright init",
    "boardwright init --url https://acme.example.com --deployment 12   # for what a platform has; pull --all takes it in",
    "boardwright init --no-example",
    "boardwright init --config boardwright.yaml   # here, although a folder above has a project",
  ],
  options: [
    ["--url <url>", "the platform that it is for: the target production, on --deployment"],
    ["--no-example", "leave out the example workbook"],
  ],
  async run(terminal, _args, flags: InitFlags) {
    const { config, json, example = true } = flags;
    const target = await targetOf(flags, terminal);
    const file = resolve(terminal.cwd, config ?? PROJECT_FILE);
    const root = dirname(file);
    if (config === undefined) refuseNesting(root);
    const written: string[] = [];
    const kept: string[] = [];
    const write = async (name: string, text: string): Promise<void> => {
      const path = name === PROJECT_FILE ? basename(file) : name;
      const done = SHARED_FILES.includes(path)
        ? await addLines(join(root, path), text)
        : await writeNew(join(root, path), text);
      (done ? written : kept).push(path);
    };
    const files = [
      ...initFiles(
        projectName(basename(root), randomInt),
        { reference: BOARDWRIGHT_ACTION, version: BOARDWRIGHT_VERSION },
        target,
      ),
      ...schemaFiles(BOARDWRIGHT_VERSION),
    ];
    ensureFolder(root);
    for (const { path } of files) requireOwnPlace(root, path);
    for (const { path, text } of files) if (path !== EXAMPLE_FILE) await write(path, text);
    const project = await readProject(file);
    // A project of somebody's own needs no example, and its next apply would create it.
    const others = project ? await discoverFiles({ project, cwd: root }) : [];
    const hasWork = others.some((other) => other !== EXAMPLE_FILE);
    for (const { path, text } of files)
      if (path === EXAMPLE_FILE && example && !hasWork) await write(path, text);
    for (const list of [written, kept]) list.sort(compareText);
    if (json) {
      terminal.out(`${JSON.stringify({ written, kept }, null, 2)}\n`);
      return EXIT.ok;
    }
    for (const path of written) terminal.show(`wrote  ${path}`);
    for (const path of kept) terminal.show(`kept   ${path}   (it was there already)`);
    if (example && hasWork)
      terminal.show(`no example: there are workbook files already, such as ${others[0]}`);
    terminal.show(`\n${whatIsNext(project, hasWork, terminal)}`);
    if (written.includes(EXAMPLE_FILE))
      terminal.show(
        `The example is to try things out: remove ${EXAMPLE_FILE} before an apply to your own platform.`,
      );
    return EXIT.ok;
  },
};

/** What `--url` names, else the address of the current login. Throws a UsageError for what names no deployment. */
async function targetOf({ url, deployment }: InitFlags, { env }: Terminal): Promise<InitTarget | undefined> {
  if (url === undefined) {
    // A project can be begun without a login, and beside a broken one.
    const { current = "", contexts } = await readConfig(contextsFile(env)).catch(() => NO_LOGIN);
    const saved = contexts.get(current);
    return saved && { url: hrefOf(saved.url), deployment };
  }
  if (originOf(url) === undefined)
    throw new UsageError(`${JSON.stringify(showUrl(url))} is not the address of a platform`, [
      "Give it whole, like https://your-company.example.com.",
    ]);
  if (deployment === undefined)
    throw new UsageError("--url needs the number of the deployment: --deployment N", [
      `\`boardwright login --url ${showUrl(url)}\` says which there are.`,
    ]);
  return { url: hrefOf(url), deployment };
}

const NO_LOGIN: Pick<Config, "current" | "contexts"> = { current: undefined, contexts: new Map() };

const hrefOf = (url: string): string => new URL(url).href.replace(/\/+$/, "");

/** Before anything is written: no link leads out of the project's folder or among Git's files. What is there already is kept, or added to. */
function requireOwnPlace(root: string, name: string): void {
  const path = join(root, name);
  if (!existsSync(path) || SHARED_FILES.includes(name)) stayInside(root, path, "what init writes");
}

/** In a folder of a project every command would use the new one, and the old one would go on including its files. */
function refuseNesting(root: string): void {
  const above = nearestProjectFile(dirname(root));
  if (above === undefined || nearestProjectFile(root) !== above) return;
  throw new UserError(`a project is above: ${above}`, {
    details: [
      "Nothing was written. To add dashboards to it, write a workbook file that its `include` matches.",
      "For a project of its own, choose a folder that is not in that one, or insist with `boardwright init --config boardwright.yaml`.",
    ],
    exitCode: EXIT.refused,
  });
}

/** Undefined if it was there already, and has errors, which `boardwright lint` tells. */
async function readProject(file: string): Promise<Project | undefined> {
  try {
    return await loadProject({ cwd: dirname(file), config: file });
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function whatIsNext(project: Project | undefined, hasWork: boolean, { env }: Terminal): string {
  const next = (first: string): string => `Next: boardwright ${first}, boardwright plan, boardwright apply.`;
  if (!project || !hasTarget(project, env)) return next("lint");
  const { name, url } = chooseTarget(project, undefined, env);
  if (isSandbox(url))
    return `${next("lint")} They run on the embedded sandbox;\nboardwright.yaml says how to add your own platform, and \`boardwright pull --all\` takes in what it has.`;
  return `${next(hasWork ? "lint" : "pull --all")} They run on the target ${name}, ${showUrl(url)}.`;
}

async function writeNew(path: string, text: string): Promise<boolean> {
  ensureFolder(dirname(path));
  try {
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Adds the lines that are missing: a project has such files of its own long before it has us. */
async function addLines(path: string, text: string): Promise<boolean> {
  const present = await readRegular(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (present === undefined) throw new UserError(`${path} is not a regular file; no lines were added to it`);
  const known = new Set(present.split(/\r?\n/).map((line) => line.trim()));
  const missing = text.split("\n").filter((line) => line !== "" && !known.has(line));
  if (missing.length === 0) return false;
  const lead = present === "" || present.endsWith("\n") ? "" : "\n";
  await appendFile(path, `${lead}${missing.join("\n")}\n`);
  return true;
}
