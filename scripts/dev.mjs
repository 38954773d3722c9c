// Runs the sources as they are, without a build: `npm run dev -- plan`, or `node --inspect-brk scripts/dev.mjs plan` to stop in them.
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";
import { constants } from "./bundle.mjs";
import { generateValidators } from "./validators.mjs";

// What a build puts in.
Object.assign(
  globalThis,
  { BOARDWRIGHT_CHUNKS: undefined },
  constants(fileURLToPath(new URL("..", import.meta.url))),
);
generateValidators();
register();
// npm starts scripts in the root of the package; the command belongs where npm was called.
if (process.env.npm_lifecycle_event === "dev") process.chdir(process.env.INIT_CWD);
await import("../src/cli.ts");
