// boardwright sandbox: the embedded platform as a server of its own, until Ctrl-C; or an edit in it, as somebody makes in a UI.

import { resolve } from "node:path";
import { EXIT, type ExitCode, shellWord, UsageError } from "../../model/index.ts";
import { jsonText } from "../../report/index.ts";
import { createSandbox, QUIRKS, type Sandbox, type SandboxOptions } from "../../sandbox/index.ts";
import { isSandbox, sandboxFile } from "../../target/index.ts";
import type { Declaration } from "../declaration.ts";
import { findFiles } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { portNumber } from "../option-values.ts";
import type { Terminal } from "../terminal.ts";
import { destinationOf } from "../with-target.ts";

export interface SandboxFlags extends GlobalFlags {
  port?: number;
  data?: string;
  seed?: string;
  merge?: string;
  faults?: string;
  quirks?: string;
}

export const command: Declaration = {
  arguments: { edit: "`edit SLUG` changes a dashboard's title, as somebody does in the UI, and ends" },
  options: [
    ["--port <n>", "port on 127.0.0.1 (default: a free one)", portNumber],
    ["--data <file>", "keep what is written in this file"],
    ["--seed <file>", "start with what this JSON file holds"],
    ["--merge <depth>", "how an upsert merges meta: shallow (default) or deep"],
    ["--faults <spec>", "fail on purpose, as in 503:0.1,conflict:0.05"],
    ["--quirks <names>", `do what other platforms may do: ${Object.keys(QUIRKS).join(", ")}`],
  ],
  examples: [
    "boardwright sandbox --port 4400 --data .boardwright/sandbox.json",
    "boardwright sandbox edit example   # then boardwright drift shows it",
    "boardwright sandbox --faults 503:0.1,conflict:0.05   # a platform on a bad day",
    "boardwright sandbox --quirks mixed-lists,drops-nulls   # another platform",
  ],
  async run(terminal, args, flags: SandboxFlags) {
    if (args.length > 0) return edit(terminal, args, flags);
    const { port, data, seed, merge, faults, quirks } = flags;
    // Asked for before anybody can know that it runs: from now on Ctrl-C ends it in its own way.
    const { interrupted } = terminal;
    if (merge !== undefined && merge !== "shallow" && merge !== "deep") {
      throw new UsageError(`--merge takes shallow or deep, not ${JSON.stringify(merge)}`);
    }
    const options: SandboxOptions = { record: false };
    if (port !== undefined) options.port = port;
    if (data !== undefined) options.data = resolve(terminal.cwd, data);
    if (seed !== undefined) options.seed = resolve(terminal.cwd, seed);
    if (merge !== undefined) options.merge = merge;
    if (faults !== undefined) options.faults = faults;
    if (quirks !== undefined) options.quirks = quirks;
    const sandbox = await createSandbox(options);
    const { url, apiKey, deployments } = sandbox;
    if (flags.json) {
      terminal.out(JSON.stringify({ url, apiKey, deployments }));
    } else {
      terminal.show(
        `The sandbox listens on ${url}\n  API key       ${apiKey}\n  deployments   ${deployments.join(", ")}`,
      );
      terminal.out(
        `\nUse it from another terminal:\n  export PLATFORM_API_URL=${url} PLATFORM_API_KEY=${apiKey}`,
      );
      if (data === undefined) terminal.err("What is written is kept in memory; --data FILE keeps it.");
    }
    if (!interrupted.aborted) {
      await new Promise<void>((done) => interrupted.addEventListener("abort", () => done(), { once: true }));
    }
    await sandbox.close();
    return EXIT.ok;
  },
};

async function edit(
  terminal: Terminal,
  [action, slug, ...more]: readonly string[],
  flags: SandboxFlags,
): Promise<ExitCode> {
  if (action !== "edit" || slug === undefined || more.length > 0)
    throw new UsageError("sandbox takes `edit SLUG`, or no words", [
      "Without words it serves the embedded platform.",
    ]);
  const { data, deployment } = await placeOf(terminal, flags);
  const sandbox = await createSandbox({ data });
  try {
    const [before, after] = editInUi(sandbox, slug, deployment);
    if (flags.json) terminal.out(jsonText({ slug, before, after }));
    else terminal.show(`Edited ${slug} as in the UI: ${before} → ${after}. \`boardwright drift\` shows it.`);
  } finally {
    await sandbox.close();
  }
  return EXIT.ok;
}

/** The file of the sandbox that commands here work on. */
async function placeOf(
  terminal: Terminal,
  flags: SandboxFlags,
): Promise<{ data: string; deployment: number | undefined }> {
  if (flags.data !== undefined) return { data: resolve(terminal.cwd, flags.data), deployment: undefined };
  const project = await findFiles(terminal, flags);
  const target = destinationOf(project, flags, terminal);
  if (!isSandbox(target.url))
    throw new UsageError(`the target ${target.name} is no sandbox: its dashboards are edited in its own UI`, [
      "Name a target whose address is one, or its file: --data FILE.",
    ]);
  return { data: sandboxFile(project.root, target.url), deployment: target.deployment };
}

/** A title that was edited so before: the words are not said once more. */
const EDITED = /^(.*) \(edited in the UI(?:, (\d+))?\)$/s;

/** Gives the dashboard another title; the one before and the new one. Throws a UsageError if there is no such dashboard. */
function editInUi(sandbox: Sandbox, slug: string, deployment?: number): [string, string] {
  if (!sandbox.workbook(slug, deployment)?.dashboardDraft)
    throw new UsageError(`there is no live dashboard ${shellWord(slug)} in the sandbox`, [
      "`boardwright workbooks list` shows what is there; `boardwright apply` creates what the files declare.",
    ]);
  let titles: [string, string] = ["", ""];
  sandbox.edit(
    slug,
    ({ name, dashboardDraft }) => {
      const before = String(dashboardDraft?.title ?? name);
      const [, plain = before, last = "1"] = EDITED.exec(before) ?? [];
      const count = plain === before ? "" : `, ${Number(last) + 1}`;
      titles = [before, `${plain} (edited in the UI${count})`];
      if (dashboardDraft) dashboardDraft.title = titles[1];
    },
    deployment,
  );
  return titles;
}
