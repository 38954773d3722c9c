// What every bundle has in common.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function shared(root) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return {
    absWorkingDir: root,
    bundle: true,
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
  };
}
