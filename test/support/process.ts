// Runs the built command as a user does: a process of its own, with a bare environment.
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { CommandOptions, Ran, Running } from "./command.ts";

export const CLI = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url));

/** Resolves when the process ended, whatever its exit code. */
export function runBuilt(args: readonly string[], options: CommandOptions): Promise<Ran> {
  return start(args, options).ended;
}

/** The process, for tests that interrupt it. */
export function start(
  args: readonly string[],
  { cwd, env = {}, input }: CommandOptions,
): Running & { child: ChildProcess } {
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: cwd, ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  if (input !== undefined) child.stdin?.end(input);
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    ended,
    said: () => stderr,
    printed: () => stdout,
    interrupt: (signal = "SIGINT") => void child.kill(signal),
  };
}
