// What the runner starts. Everything else is in main.ts, so that it can be run by other means as well.
import { setFlagsFromString } from "node:v8";
import { run } from "./main.ts";

// src/cli.ts says why.
setFlagsFromString("--wasm-tiering-budget=180000000");

await run();
