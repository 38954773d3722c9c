// Packages as chunks of their own that are loaded when something of them is first called: few files need `yaml`, few projects `picomatch` or tables, and
// the two are a twelfth of a short `lint`. They are called synchronously in a dozen places, so `import()` would not do.
// (docs/decisions/start-up.md)

import { parse } from "csv-parse/sync";
import picomatch from "picomatch";
import * as yaml from "yaml";

const { default: _, ...ofYaml } = yaml;

/** Package to what is exported. A `default` is what the package's `module.exports` is. */
const PACKAGES = { yaml: ofYaml, picomatch: { default: picomatch }, "csv-parse/sync": { parse } };

export const LATE_PACKAGES = Object.keys(PACKAGES);

/** The name of the chunk, which stands beside all others. */
export const lateChunk = (name) => `${name.replaceAll("/", "-")}.cjs`;

const NAMESPACE = "late";

/** What esbuild's metafile calls what stands for a package. */
export const lateInput = (name) => `${NAMESPACE}:${name}`;

/** An esbuild plugin: an import of such a package gets functions of the same names, which load the chunk. Packages get each other as ever. */
export const latePackages = {
  name: "late-packages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:${LATE_PACKAGES.join("|")})$`) }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: NAMESPACE, sideEffects: false } : undefined,
    );
    onResolve({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: NAMESPACE }, ({ path }) => ({ contents: standIn(path) }));
  },
};

function standIn(name) {
  const functions = Object.entries(PACKAGES[name]).filter(([, value]) => typeof value === "function");
  return [
    `let loaded; const load = () => (loaded ??= require("./${lateChunk(name)}"));`,
    ...functions.map(([key, value]) => exportOf(key, value)),
  ].join("\n");
}

/** Classes are called with `new`; what hangs on a function, as `visit.SKIP`, is asked for when it is needed. */
function exportOf(name, value) {
  const real = name === "default" ? "load()" : `load().${name}`;
  const call = `function (...given) { const real = ${real}; return new.target ? new real(...given) : real(...given); }`;
  const members = Object.keys(value).map((key) => `${key}: { get: () => ${real}.${key} }`);
  const whole = `/* @__PURE__ */ Object.defineProperties(${call}, { ${members.join(", ")} })`;
  return name === "default" ? `export default ${whole};` : `export const ${name} = ${whole};`;
}
