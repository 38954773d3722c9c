// Runs the command on a pseudo terminal of util-linux's `script`, and types an answer when it is asked for.
import { execFileSync, spawn } from "node:child_process";
import { CLI } from "../support/process.ts";

export const hasTerminal = ((): boolean => {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
})();
if (!hasTerminal)
  console.log("util-linux `script` is not on this machine: tests of the terminal are skipped.");

export interface OnTerminal {
  code: number | null;
  /** All that came over the terminal, stdout and stderr together. */
  screen: string;
}

/** Types `keys` once the screen shows `when`, or `later` milliseconds after that. */
export function onTerminal(
  args: readonly string[],
  {
    cwd,
    when,
    keys,
    later = 0,
    env = {},
  }: { cwd: string; when: string; keys: string; later?: number; env?: Record<string, string> },
): Promise<OnTerminal> {
  const quoted = [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qec", `stty cols 100 rows 40; exec ${quoted}`, "/dev/null"], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: cwd, TERM: "xterm", SHELL: "/bin/sh", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let screen = "";
  let typed = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    screen += text;
    if (typed || !screen.includes(when)) return;
    typed = true;
    setTimeout(() => child.stdin.write(keys), later);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, screen }));
  });
}
