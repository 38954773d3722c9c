#!/usr/bin/env node
// The entry: small, so that it starts fast. Answers --version by itself, loads the rest when it is needed, and is the only owner
// of exit codes.

const [first = "", ...others] = process.argv.slice(2);
// `-v` with a command is --verbose; alone it is what terraform and gh print for it.
if (["--version", "-V", "-v", "version"].includes(first) && others.length === 0) {
  process.stdout.write(`${BOARDWRIGHT_VERSION}\n`);
} else {
  const { run } = await import("./cli/program.ts");
  process.exitCode = await run(process.argv.slice(2));
}

export {};
