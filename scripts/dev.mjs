// `npm run dev -- plan`: the command as its sources are now, nothing built. It runs in the folder that npm was called in.
import { readFileSync } from "node:fs";
import { generateValidators } from "./validators.mjs";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
globalThis.BOARDWRIGHT_VERSION = version;
generateValidators();
process.chdir(process.env.INIT_CWD ?? ".");
await import("../src/cli.ts");
