// Builds dist/: the small entry, the command line and its lazily loaded chunks, the library, the sandbox entry, what they are made of, and
// (unless --no-types) the types.
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { shared } from "./bundle.mjs";
import { NOTICES, noticesOf } from "./notices.mjs";
import { SBOM, sbomOf } from "./sbom.mjs";
import { emitTypes } from "./types.mjs";
import { generateValidators } from "./validators.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const DIST = join(root, "dist");
const PROGRAM = "chunks/program";

// dist/action/ is committed, and made by action.mjs alone.
for (const name of existsSync(DIST) ? readdirSync(DIST) : []) {
  if (name !== "action") rmSync(join(DIST, name), { recursive: true, force: true });
}
generateValidators();
const { metafile } = await build({
  ...shared(root),
  metafile: true,
  entryPoints: {
    [PROGRAM]: "src/cli/program.ts",
    index: "src/index.ts",
    sandbox: "src/sandbox/index.ts",
  },
  outdir: "dist",
  chunkNames: "chunks/[name]-[hash]",
  splitting: true,
});
await buildEntry();
writeFileSync(join(DIST, NOTICES), noticesOf(root, Object.keys(metafile.inputs)));
writeFileSync(join(DIST, SBOM), sbomOf(root, metafile));
if (!process.argv.includes("--no-types")) emitTypes(root);

/** A CommonJS file: node's loader of ES modules alone takes a fifth of the time in which node starts. */
async function buildEntry() {
  const program = {
    name: "program",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/cli\/program\.ts$/ }, () => ({ path: `./${PROGRAM}.js`, external: true }));
    },
  };
  const { banner, ...options } = shared(root);
  await build({
    ...options,
    format: "cjs",
    entryPoints: ["src/cli.ts"],
    outfile: join(DIST, "cli.cjs"),
    plugins: [program],
  });
}
