// Builds dist/: the small entry, the command line and its lazily loaded chunks, the library, the sandbox entry, the studio's page, what they
// are made of, and (unless --no-types) the types.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { asciiOnly, shared } from "./bundle.mjs";
import { LATE_PACKAGES, lateChunk, lateInput, latePackages } from "./late-packages.mjs";
import { NOTICES, noticesOf } from "./notices.mjs";
import { SBOM, sbomOf } from "./sbom.mjs";
import { buildStudio } from "./studio.mjs";
import { emitTypes } from "./types.mjs";
import { generateValidators } from "./validators.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const DIST = join(root, "dist");

// dist/action/ is committed, and made by action.mjs alone.
for (const name of existsSync(DIST) ? readdirSync(DIST) : []) {
  if (name !== "action") rmSync(join(DIST, name), { recursive: true, force: true });
}
generateValidators();
const entries = { program: "chunks/program", index: "index", sandbox: "sandbox" };
const { metafile, outputFiles } = await build({
  ...withoutBanner(),
  plugins: [withoutPrograms(), latePackages],
  metafile: true,
  write: false,
  entryPoints: {
    [entries.program]: "src/cli/program.ts",
    [entries.index]: "src/index.ts",
    [entries.sandbox]: "src/sandbox/index.ts",
  },
  outdir: "dist",
  outExtension: { ".js": ".cjs" },
  chunkNames: "chunks/[name]-[hash]",
  splitting: true,
});
mkdirSync(join(DIST, "chunks"), { recursive: true });
for (const { path, text } of outputFiles) writeFileSync(path, await toCommonJs(text));
for (const entry of [entries.index, entries.sandbox]) writeModule(entry);
await buildEntry();
const made = joined(await buildLate(metafile), await buildStudio(root));
writeFileSync(join(DIST, NOTICES), noticesOf(root, Object.keys(made.inputs)));
writeFileSync(join(DIST, SBOM), sbomOf(root, made));
if (!process.argv.includes("--no-types")) emitTypes(root);

/** commander can start programs for subcommands. None of ours is one, and loading what starts them takes 2 ms. */
function withoutPrograms() {
  return {
    name: "without-programs",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
        /[\\/]commander[\\/]/.test(importer) ? { path: "none", namespace: "without-programs" } : undefined,
      );
      onLoad({ filter: /.*/, namespace: "without-programs" }, () => ({ contents: "" }));
    },
  };
}

/** CommonJS has what the banner defines. */
function withoutBanner() {
  const { banner, define, ...options } = shared(root);
  return { ...options, define: { ...define, BOARDWRIGHT_CHUNKS: "__dirname" } };
}

/**
 * esbuild splits only ES modules. Node's loader of those takes a millisecond for each, which is a tenth of a short `lint`; `require` takes a
 * third of that. (docs/decisions/start-up.md)
 */
async function toCommonJs(text) {
  const { absWorkingDir, bundle, define, ...options } = withoutBanner();
  const { code } = await transform(text, {
    ...options,
    format: "cjs",
    supported: { "dynamic-import": false },
  });
  return withPlainExports(asciiOnly(code));
}

/**
 * esbuild hands out a copy of what a module exports, in which each name looks up the name in the original: a call across chunks runs two
 * getters, the second of them for every name of every chunk. That was 3 % of an apply. The original says the same.
 */
function withPlainExports(code) {
  return code.replace(
    "module.exports=__toCommonJS(stdin_exports)",
    'module.exports=__defProp(stdin_exports,"__esModule",{value:!0})',
  );
}

/** What is public are ES modules. */
function writeModule(entry) {
  const names = metafile.outputs[`dist/${entry}.cjs`].exports.join(", ");
  writeFileSync(join(DIST, `${entry}.js`), `export { ${names} } from "./${entry}.cjs";\n`);
}

/** Only what answers --version. */
async function buildEntry() {
  const program = {
    name: "program",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/cli\/program\.ts$/ }, () => ({
        path: `./${entries.program}.cjs`,
        external: true,
      }));
    },
  };
  await build({
    ...withoutBanner(),
    format: "cjs",
    supported: { "dynamic-import": false },
    entryPoints: ["src/cli.ts"],
    outfile: join(DIST, "cli.cjs"),
    plugins: [program],
  });
}

/** The chunks of `late-packages.mjs`. Gives one metafile of all builds: what stands for a package in the first imports it in its own. */
async function buildLate(first) {
  let all = first;
  for (const name of LATE_PACKAGES) {
    const { metafile } = await build({
      ...withoutBanner(),
      format: "cjs",
      metafile: true,
      entryPoints: [name],
      outfile: join(DIST, "chunks", lateChunk(name)),
    });
    const [{ entryPoint }] = Object.values(metafile.outputs);
    const inputs = { ...metafile.inputs, [lateInput(name)]: { imports: [{ path: entryPoint }] } };
    all = joined(all, { ...metafile, inputs });
  }
  return all;
}

/** The metafile of two builds. */
function joined(one, other) {
  return { inputs: { ...one.inputs, ...other.inputs }, outputs: { ...one.outputs, ...other.outputs } };
}
