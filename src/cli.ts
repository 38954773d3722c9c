#!/usr/bin/env node
// The entry: small, so that it starts fast. Answers --version by itself, loads the rest when it is needed, and is the only owner
// of exit codes. It is built as CommonJS, which node has loaded before it could load an ES module.

import { writeSync } from "node:fs";
import { setFlagsFromString } from "node:v8";

// undici parses HTTP in WebAssembly. V8 would soon compile it a second time, for speed, and node does not exit before that is done: a
// third of what a small plan takes. So that begins a hundred times later, where an apply of thousands gains from it.
setFlagsFromString("--wasm-tiering-budget=180000000");

const args = process.argv.slice(2);
// `-v` with a command is --verbose; alone it is what terraform and gh print for it.
if (args.length === 1 && ["--version", "-V", "-v", "version"].includes(args[0]!)) printVersion();
else {
  // What node says of a module that is never done: it stays if nothing is left to wait for and the command has not ended.
  process.exitCode = 13;
  void import("./cli/program.ts").then(async ({ run }) => {
    process.exitCode = await run(args);
  });
}

/** Not through process.stdout, which loads what streams need first. */
function printVersion(): void {
  try {
    writeSync(1, `${BOARDWRIGHT_VERSION}\n`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EPIPE") return;
    process.stderr.write(`error: the results cannot be written: ${message}\n`);
    process.exitCode = 1;
  }
}
