// What the commands of the data model's files show.

import { resolve } from "node:path";
import { type DeployedModel, deployModel, readModelFolder } from "../../features/deploy/deploy-model.ts";
import { EXIT, type ExitCode, isObject, type JsonObject, shellWord, UserError } from "../../model/index.ts";
import type { Platform } from "../../platform/index.ts";
import { escapeTerminal } from "../../report/index.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import type { Input } from "./commands.ts";
import { printJson } from "./print.ts";

/** All files of the tree, by paths without a leading slash, as they are written. */
export function filesOf(nodes: readonly object[]): JsonObject[] {
  return (nodes as JsonObject[]).flatMap((node) => {
    if (node.type === "file") return [{ ...node, path: withoutSlash(node.path) }];
    return Array.isArray(node.children) ? filesOf(node.children.filter(isObject)) : [];
  });
}

export function printFile(
  terminal: Terminal,
  flags: GlobalFlags,
  { items, data = [] }: Record<string, object[]>,
  _params: unknown,
  { path }: Input,
): ExitCode {
  const file = filesOf(items ?? data).find((each) => each.path === withoutSlash(path));
  if (file === undefined)
    throw new UserError(`the data model has no file ${JSON.stringify(path)}`, {
      details: ["`boardwright data-model list` lists its files."],
    });
  if (flags.json) printJson(terminal, file);
  else terminal.out(String(file.content ?? ""));
  return EXIT.ok;
}

export async function hashesOf(hashes: Promise<ReadonlyMap<string, string>>): Promise<object[]> {
  return [...(await hashes)].sort().map(([path, hash]) => ({ path, hash }));
}

export async function deploy(
  platform: Platform,
  [deploymentId = 0]: readonly number[],
  { directory, branchName, keepMissing }: Input,
  terminal: Terminal,
): Promise<DeployedModel> {
  const files = await readModelFolder(resolve(terminal.cwd, directory as string));
  return deployModel(platform, files, {
    deploymentId,
    branchName: branchName as string | undefined,
    keepMissing: keepMissing === true,
    onUpload: (path, number, of) =>
      terminal.progress(escapeTerminal(`uploading ${number} of ${of}: ${path}`)),
  });
}

export function printDeployed(
  terminal: Terminal,
  flags: GlobalFlags,
  deployed: DeployedModel,
  [deploymentId]: readonly number[],
): ExitCode {
  const { uploaded, removed, unchanged, branchName } = deployed;
  const branch = branchName === undefined ? "" : ` --branch ${shellWord(branchName)}`;
  if (flags.json) printJson(terminal, deployed);
  else if (uploaded.length + removed.length === 0)
    terminal.show("The data model is as the folder has it: nothing was uploaded, and nothing is built.");
  else {
    const lines = [
      ...uploaded.map((path) => `uploaded ${path}`),
      ...removed.map((path) => `removed ${path}`),
      `${uploaded.length} uploaded, ${removed.length} removed, ${unchanged} unchanged${branchName === undefined ? "" : ` on ${branchName}`}.`,
    ];
    for (const line of lines) terminal.out(escapeTerminal(line));
    const next = `\`boardwright deployments build-status ${deploymentId}${branch} --wait\` waits for the build.`;
    if (!flags.quiet) terminal.err(escapeTerminal(next));
  }
  return EXIT.ok;
}

function withoutSlash(path: unknown): string {
  return String(path).replace(/^\//, "");
}
