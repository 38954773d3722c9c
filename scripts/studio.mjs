// Builds dist/studio/: the page that `serve` shows, whole and without anything from elsewhere.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const WEB = "src/serve/web";

/** The metafile, for the notices and the bill of materials. */
export async function buildStudio(root) {
  const out = join(root, "dist/studio");
  mkdirSync(out, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    // The chart library is a file of its own, which the page loads when a chart has rows.
    entryPoints: [
      { in: `${WEB}/main.tsx`, out: "page" },
      { in: `${WEB}/page.css`, out: "page" },
      { in: `${WEB}/charts/charts.ts`, out: "charts" },
    ],
    splitting: true,
    outdir: "dist/studio",
    bundle: true,
    format: "esm",
    platform: "browser",
    target: ["chrome120", "firefox121", "safari17.2"],
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  for (const file of ["index.html", "icon.svg"]) copyFileSync(join(root, WEB, file), join(out, file));
  return metafile;
}
