#!/usr/bin/env node
// The entry: small, so that it starts fast. Answers --version by itself, loads the rest when it is needed, and is the only owner
// of exit codes.

const [first, ...others] = process.argv.slice(2);
if ((first === "--version" || first === "-V") && others.length === 0) {
  process.stdout.write(`${BOARDWRIGHT_VERSION}\n`);
} else {
  const { run } = await import("./cli/program.ts");
  process.exitCode = await run(process.argv.slice(2));
}

export {};
