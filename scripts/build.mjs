// Builds dist/: the small entry with its lazily loaded chunks, the library, the sandbox entry, and (unless --no-types) the types.
import { readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { writeNotices } from "./notices.mjs";
import { emitTypes } from "./types.mjs";
import { generateValidators } from "./validators.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

rmSync(join(root, "dist"), { recursive: true, force: true });
generateValidators();
const { metafile } = await build({
  metafile: true,
  absWorkingDir: root,
  entryPoints: { cli: "src/cli.ts", index: "src/index.ts", sandbox: "src/sandbox/index.ts" },
  outdir: "dist",
  chunkNames: "chunks/[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.18",
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: "none",
  define: { BOARDWRIGHT_VERSION: JSON.stringify(version) },
  // Bundled CommonJS packages reach for node's own modules, and for where they stand, by names that ES modules lack.
  banner: {
    js: [
      'import{createRequire as __createRequire}from"node:module";',
      'import{fileURLToPath as __fileURLToPath}from"node:url";',
      "const require=__createRequire(import.meta.url),__filename=__fileURLToPath(import.meta.url);",
    ].join(""),
  },
  logLevel: "warning",
});
writeNotices(root, Object.keys(metafile.inputs));
if (!process.argv.includes("--no-types")) emitTypes(root);
