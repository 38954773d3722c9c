// Runs the command in this process: the program of the sources, with streams, variables and a folder of its own in place of the
// process's. It parses, helps, reports and prints as the built command does. What only a process has is in process.ts: signals,
// pipes, a terminal, and the bundle.
import { EventEmitter } from "node:events";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import type { Host } from "../../src/cli/process-terminal.ts";
import { run } from "../../src/cli/program.ts";

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  cwd: string;
  env?: Record<string, string>;
  input?: string;
  /** What somebody types when asked: stdin and stderr are a terminal then. */
  answer?: () => string | Promise<string>;
  /** Whether stderr is a terminal, so that progress is drawn on it. */
  onTerminal?: boolean;
  /** The columns of the terminal that both streams are, if they are one. */
  columns?: number;
}

export interface Running {
  /** What it wrote to stderr so far. */
  said(): string;
  /** The same of stdout. */
  printed(): string;
  /** What Ctrl-C does to a command that listens for it. Throws when it does not: a process would end here and now. */
  interrupt(signal?: "SIGINT" | "SIGTERM" | "SIGHUP"): void;
  ended: Promise<Ran>;
}

/** Resolves when the command ended, whatever its exit code. */
export function boardwright(args: readonly string[], options: CommandOptions): Promise<Ran> {
  return begin(args, options).ended;
}

/** The command while it runs, for tests that interrupt it or read along. */
export function begin(
  args: readonly string[],
  { cwd, env = {}, input = "", answer, onTerminal = answer !== undefined, columns }: CommandOptions,
): Running {
  const [stdout, stderr] = [collect(), collect()];
  const signals = new EventEmitter();
  const folder = realpathSync(cwd);
  // A process finds the saved contexts through its HOME; this process has another.
  const config = join(env.HOME ?? cwd, ".config");
  const host: Host = {
    stdin: answer
      ? Object.assign(Readable.from(typed(answer)), { isTTY: true })
      : Readable.from(input === "" ? [] : [Buffer.from(input)]),
    stdout: Object.assign(stdout.stream, columns ? { isTTY: true, columns } : {}),
    stderr: Object.assign(stderr.stream, columns ? { isTTY: true, columns } : { isTTY: onTerminal }),
    env: { PATH: process.env.PATH ?? "", HOME: cwd, XDG_CONFIG_HOME: config, ...env },
    cwd: () => folder,
    on: (signal, listener) => signals.on(signal, listener),
    exit(code) {
      throw new Error(`the command would have ended its process with ${code}`);
    },
  };
  const ended = run(args, host).then((code) => ({ code, stdout: stdout.text(), stderr: stderr.text() }));
  return {
    said: stderr.text,
    printed: stdout.text,
    interrupt(signal = "SIGINT") {
      if (!signals.emit(signal)) throw new Error("the command does not listen for Ctrl-C");
    },
    ended,
  };
}

async function* typed(answer: NonNullable<CommandOptions["answer"]>) {
  yield `${await answer()}\n`;
}

function collect(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}
