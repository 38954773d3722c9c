// The terminal of a real process. Every text is blanked here once more, last of all, whoever was careless.

import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { blankSecrets, EXIT, type ExitCode } from "../model/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { InterruptWords, Terminal } from "./terminal.ts";

/** The part of a process that a command line uses. A test hands in its own, and needs no process. */
export interface Host {
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable & { isTTY?: boolean; columns?: number };
  readonly stderr: Writable & { isTTY?: boolean; columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  on(signal: "SIGINT" | "SIGTERM" | "SIGHUP", listener: () => void): unknown;
  exit(code: ExitCode): never;
}

/** Ends the process if stdout cannot be written, as on a full disk. Who reads only the first lines (`| head`) is no error. */
export function endIfUnwritable(host: Host): void {
  host.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    host.stderr.write(`error: the results cannot be written: ${error.message}\n`);
    host.exit(EXIT.failed);
  });
}

/** Breaks the lines of a text at a width in cells; undefined for none. */
type FitWidth = (text: string, width: number | undefined) => string;

/** `fitWidth` is handed in, so that a start without a command loads no reporter. */
export function processTerminal(flags: GlobalFlags, host: Host, fitWidth: FitWidth): Terminal {
  const { stdout, stderr, stdin, env } = host;
  const hasProgress = stderr.isTTY === true && !flags.quiet;
  const interrupt = new AbortController();
  let line = "";
  const clear = (): void => {
    if (line !== "") stderr.write("\r\x1b[K");
    line = "";
  };
  let words: InterruptWords | undefined;
  const say = (text = ""): void => {
    clear();
    if (text !== "") stderr.write(`${blankSecrets(text)}\n`);
  };
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) {
      say(words?.second());
      host.exit(EXIT.interrupted);
    }
    say(words?.first());
    interrupt.abort();
  };
  let listening = false;
  // Only for commands that end in their own way: any other dies of the signal, at once, as programs do.
  const interrupted = (): AbortSignal => {
    if (!listening) {
      host.on("SIGINT", onInterrupt);
      host.on("SIGTERM", onInterrupt);
      // The terminal was closed, or the connection to it was lost.
      host.on("SIGHUP", onInterrupt);
    }
    listening = true;
    return interrupt.signal;
  };
  // A reader that went away (`| head`) is no error of ours: the work goes on without one.
  let isRead = true;
  let isAsking = false;
  stdout.on("error", () => {
    isRead = false;
  });
  stderr.on("error", () => {});

  // A terminal that does not know its size says 0.
  const width = (stdout.isTTY && stdout.columns) || undefined;
  const errorWidth = (stderr.isTTY && stderr.columns) || undefined;
  const out = (text: string): void => {
    clear();
    if (isRead) stdout.write(blankSecrets(text.endsWith("\n") ? text : `${text}\n`));
  };

  return {
    out,
    show(text) {
      out(fitWidth(text, width));
    },
    async pipe(bytes) {
      clear();
      let last: number | undefined;
      for await (const chunk of bytes) {
        if (!isRead) return;
        last = Buffer.from(chunk).at(-1);
        if (!stdout.write(chunk))
          await Promise.race([once(stdout, "drain"), once(stdout, "close")]).catch(() => {});
      }
      // The prompt of a shell would follow on the last line.
      if (stdout.isTTY && last !== undefined && last !== 10) stdout.write("\n");
    },
    // What few commands need is loaded when they do.
    readInput: async () => (await import("node:stream/consumers")).text(stdin),
    err(text) {
      clear();
      stderr.write(blankSecrets(fitWidth(text.endsWith("\n") ? text : `${text}\n`, errorWidth)));
    },
    progress(next) {
      // It would wipe the question away.
      if (!hasProgress || isAsking) return;
      clear();
      line = blankSecrets(next);
      stderr.write(line);
    },
    async ask(question) {
      clear();
      isAsking = true;
      const { createInterface } = await import("node:readline/promises");
      const reader = createInterface({ input: stdin, output: stderr });
      // The reader takes Ctrl-C as a key, so that no signal comes.
      reader.on("SIGINT", onInterrupt);
      try {
        return await reader.question(blankSecrets(question), { signal: interrupted() });
      } catch (error) {
        if (!(error instanceof Error && (error.name === "AbortError" || "code" in error))) throw error;
        // The reader has ended the line only if the signal made it stop.
        if (!interrupt.signal.aborted) stderr.write("\n");
        return "";
      } finally {
        reader.close();
        isAsking = false;
      }
    },
    async readLines(heard) {
      const { createInterface } = await import("node:readline");
      const reader = createInterface({ input: stdin });
      reader.on("line", heard);
      return () => reader.close();
    },
    color: { out: wantsColor(flags, stdout.isTTY, env), err: wantsColor(flags, stderr.isTTY, env) },
    hasProgress,
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    progressWidth: (stderr.columns || 80) - 1,
    ...{ width, errorWidth },
    // Whoever connects sees it there, also one that would forget the flag.
    env: flags.policy === undefined ? env : { ...env, BOARDWRIGHT_POLICY: flags.policy },
    cwd: host.cwd(),
    explainInterrupt(given) {
      words = given;
    },
    get interrupted() {
      return interrupted();
    },
  };
}

// https://no-color.org and https://force-color.org: set and not empty.
function wantsColor(flags: GlobalFlags, isTty: boolean | undefined, env: Host["env"]): boolean {
  if (flags.color === false || env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== "0") return true;
  return isTty === true && env.TERM !== "dumb";
}
