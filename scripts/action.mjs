// Bundles the Action into dist/action/index.js, which is committed: runners take it as it is, without an install.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { shared } from "./bundle.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The bundle's text: the same bytes on every machine that has the locked versions. Needs the validators that build.mjs generates. */
export async function bundleAction() {
  const { outputFiles } = await build({
    ...shared(root),
    entryPoints: ["src/action/index.ts"],
    outfile: "dist/action/index.js",
    write: false,
  });
  return outputFiles[0].text;
}

export const ACTION_FILE = join(root, "dist/action/index.js");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(dirname(ACTION_FILE), { recursive: true });
  writeFileSync(ACTION_FILE, await bundleAction());
}
