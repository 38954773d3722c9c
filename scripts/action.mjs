// Bundles the Action into dist/action/, which is committed: runners take it as it is, without an install.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { asciiOnly, shared } from "./bundle.mjs";
import { NOTICES, noticesOf } from "./notices.mjs";
import { SBOM, sbomOf } from "./sbom.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
export const ACTION_FOLDER = join(root, "dist/action");

/**
 * The files of dist/action/, by name: the same bytes on every machine that has the locked versions. Needs the validators that
 * build.mjs generates.
 */
export async function bundleAction() {
  const { outputFiles, metafile } = await build({
    ...shared(root),
    entryPoints: ["src/action/index.ts"],
    outfile: join(ACTION_FOLDER, "index.js"),
    // A worktree may link to the packages of another: the bundle holds their paths as names of functions.
    preserveSymlinks: true,
    metafile: true,
    write: false,
  });
  return {
    "index.js": asciiOnly(outputFiles[0].text),
    // The package.json of the project, which says the same, is not where a test or a copy of the folder runs it.
    "package.json": '{ "type": "module" }\n',
    [NOTICES]: noticesOf(root, Object.keys(metafile.inputs)),
    [SBOM]: sbomOf(root, metafile),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(ACTION_FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(await bundleAction()))
    writeFileSync(join(ACTION_FOLDER, name), text);
}
