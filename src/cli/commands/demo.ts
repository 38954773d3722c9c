// boardwright demo: the main job on the embedded platform, in a folder of its own that is gone afterwards.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXIT, type ExitCode, UsageError, UserError } from "../../model/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { portNumber } from "../option-values.ts";
import { reportFailure } from "../report-failure.ts";
import type { Terminal } from "../terminal.ts";
import { type ApplyFlags, command as applyCommand } from "./apply.ts";
import { command as initCommand } from "./init.ts";
import { command as lintCommand } from "./lint.ts";
import { command as planCommand } from "./plan.ts";
import { command as sandboxCommand } from "./sandbox.ts";

interface DemoFlags extends GlobalFlags {
  studio?: boolean;
  port?: number;
  open?: boolean;
}

export const command: Declaration = {
  isLocal: true,
  options: [
    ["--studio", "open an example project in the studio instead; Ctrl-C ends it"],
    ["--port <n>", "port of the studio on 127.0.0.1", portNumber],
    ["--no-open", "only print the studio's address"],
  ],
  examples: [
    "boardwright demo                          # nothing is installed, nothing is kept",
    "boardwright demo --studio                 # seven dashboards with rows, to look at and move around",
  ],
  async run(terminal, _args, flags: DemoFlags) {
    if (flags.studio) return (await import("./demo-studio.ts")).openStudio(terminal, flags);
    if (flags.port !== undefined || flags.open === false)
      throw new UsageError("--port and --no-open are the studio's", ["Add --studio, or leave them out."]);
    const cwd = await mkdtemp(join(tmpdir(), "boardwright-demo-"));
    // The example runs on its own target, whatever this machine is set up for.
    const out = flags.json ? terminal.err : terminal.out;
    const show = flags.json ? terminal.err : terminal.show;
    const inside: Terminal = { ...terminal, out, show, cwd, env: {} };
    const globals: GlobalFlags = flags.color === undefined ? {} : { color: flags.color };
    const steps: { command: string; exitCode: ExitCode }[] = [];
    const say = (text: string) => out(`\n# ${text}`);
    const step = async (words: string, expected: ExitCode, run: () => Promise<ExitCode>): Promise<void> => {
      out(`\n$ boardwright ${words}`);
      const code = await run().catch((error: unknown) => reportFailure(error, [words], inside, globals));
      if (terminal.interrupted.aborted) throw new UserError("interrupted", { exitCode: EXIT.interrupted });
      steps.push({ command: `boardwright ${words}`, exitCode: code });
      if (code !== expected)
        throw new Error(`the demo's \`boardwright ${words}\` exited ${code}, not ${expected}`);
    };
    const init = () => initCommand.run(inside, [], globals);
    const lint = () => lintCommand.run(inside, [], globals);
    const plan = () => planCommand.run(inside, [], globals);
    const apply = (allow: string[]) => {
      const flags: ApplyFlags = { ...globals, yes: true, quiet: true, allow };
      return applyCommand.run(inside, [], flags);
    };
    try {
      say("A project to start from, and the embedded platform to apply it to.");
      await step("init", EXIT.ok, init);
      await step("lint", EXIT.ok, lint);
      await step("plan", EXIT.ok, plan);
      await step("apply --yes", EXIT.ok, () => apply([]));
      await step("plan", EXIT.ok, plan);
      say("Somebody edits the file, and somebody else the dashboard in the UI.");
      await editFile(join(cwd, "dashboards/example.yaml"));
      await step("sandbox edit example", EXIT.ok, () =>
        sandboxCommand.run(inside, ["edit", "example"], globals),
      );
      await step("plan", EXIT.ok, plan);
      await step("apply --yes", EXIT.refused, () => apply([]));
      say("No edit is overwritten unless you say so.");
      await step("apply --yes --allow drift", EXIT.ok, () => apply(["drift"]));
      await step("plan", EXIT.ok, plan);
      if (flags.json) terminal.out(`${JSON.stringify({ steps }, null, 2)}\n`);
      out("\nThat is the whole cycle. Start your own with `boardwright init` in an empty folder.");
      return EXIT.ok;
    } finally {
      await rm(cwd, { recursive: true, force: true });
    }
  },
};

async function editFile(path: string): Promise<void> {
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace("# Hello from Git", "# Hello from a reviewed change"));
}
