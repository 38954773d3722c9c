// The terminal of a real process.

import { createInterface } from "node:readline/promises";
import { EXIT } from "../model/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Terminal } from "./terminal.ts";

export function processTerminal(flags: GlobalFlags): Terminal {
  const { stdout, stderr, stdin, env } = process;
  const interrupt = new AbortController();
  let line = "";
  const clear = (): void => {
    if (line !== "") stderr.write("\r\x1b[K");
    line = "";
  };
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(EXIT.interrupted);
    clear();
    interrupt.abort();
  };
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onInterrupt);
  // A reader that went away (`| head`) is no error of ours, and nobody is left to tell.
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.ok);
    throw error;
  });

  return {
    out(text) {
      clear();
      stdout.write(text.endsWith("\n") ? text : `${text}\n`);
    },
    err(text) {
      clear();
      stderr.write(text.endsWith("\n") ? text : `${text}\n`);
    },
    progress(next) {
      if (!stderr.isTTY || flags.quiet) return;
      clear();
      line = next;
      stderr.write(next);
    },
    async ask(question) {
      clear();
      const reader = createInterface({ input: stdin, output: stderr });
      try {
        return await reader.question(question, { signal: interrupt.signal });
      } catch (error) {
        if (error instanceof Error && (error.name === "AbortError" || "code" in error)) return "";
        throw error;
      } finally {
        reader.close();
      }
    },
    color: { out: wantsColor(flags, stdout.isTTY, env), err: wantsColor(flags, stderr.isTTY, env) },
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    progressWidth: (stderr.columns || 80) - 1,
    width: stdout.isTTY ? stdout.columns : undefined,
    env,
    cwd: process.cwd(),
    interrupted: interrupt.signal,
  };
}

// https://no-color.org and https://force-color.org: set and not empty.
function wantsColor(flags: GlobalFlags, isTty: boolean, env: NodeJS.ProcessEnv): boolean {
  if (flags.color === false || env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== "0") return true;
  return isTty && env.TERM !== "dumb";
}
