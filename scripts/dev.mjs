// Runs the sources as they are, without a build: `npm run dev -- plan`, or `node --inspect-brk scripts/dev.mjs plan` to stop in them.
import { readFileSync } from "node:fs";
import { register } from "tsx/esm/api";
import { generateValidators } from "./validators.mjs";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
// What a build puts in.
globalThis.BOARDWRIGHT_VERSION = version;
generateValidators();
register();
// npm starts scripts in the root of the package; the command belongs where npm was called.
if (process.env.npm_lifecycle_event === "dev") process.chdir(process.env.INIT_CWD);
await import("../src/cli.ts");
