// What every bundle has in common.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What the sources name and only a build knows. The release workflow says the commit that it releases (BOARDWRIGHT_COMMIT), which no file
 * of that commit can hold.
 */
export function constants(root) {
  const { version, repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const [, name] = /github\.com\/([\w.-]+\/[\w-]+)/.exec(repository.url);
  const commit = process.env.BOARDWRIGHT_COMMIT ?? "0".repeat(40);
  if (!/^[0-9a-f]{40}$/.test(commit)) throw new Error(`BOARDWRIGHT_COMMIT is no commit: ${commit}`);
  return {
    BOARDWRIGHT_VERSION: version,
    BOARDWRIGHT_ACTION: `${name}@${commit}`,
    BOARDWRIGHT_BUILD: digestSources(root),
  };
}

/** Of all that decides what a build computes: the sources, the schemas and the packages. */
function digestSources(root) {
  const sum = createHash("sha256");
  const below = (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`);
  const files = [...below("src"), ...below("schemas"), "package-lock.json"].filter(
    (file) => /\.(?:tsx?|css|html|json)$/.test(file) && !file.includes("/generated/"),
  );
  for (const file of files.sort()) sum.update(`${file}\n`).update(readFileSync(join(root, file)));
  return sum.digest("hex").slice(0, 32);
}

export function shared(root) {
  // build.mjs knows of one.
  const code = { BOARDWRIGHT_CHUNKS: "undefined" };
  const defined = Object.entries(constants(root)).map(([name, value]) => [name, JSON.stringify(value)]);
  return {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.18",
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    define: { ...code, ...Object.fromEntries(defined) },
    // Bundled CommonJS packages reach for node's own modules, and for where they stand, by names that ES modules lack.
    banner: {
      js: [
        'import{createRequire as __createRequire}from"node:module";',
        'import{fileURLToPath as __fileURLToPath}from"node:url";',
        "const require=__createRequire(import.meta.url),__filename=__fileURLToPath(import.meta.url);",
      ].join(""),
    },
    logLevel: "warning",
  };
}

/**
 * One character beyond ASCII makes node decode all of a bundle and keep it at twice the size: a third of the time in which the Action
 * starts. esbuild escapes them in strings; in templates and regular expressions an escape means the same.
 */
export function asciiOnly(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
