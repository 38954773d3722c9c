// Every run of the tests runs against a bundle built from the sources as they are now.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export default function build(): void {
  if (process.env.BOARDWRIGHT_SKIP_BUILD) return;
  const script = fileURLToPath(new URL("../../scripts/build.mjs", import.meta.url));
  execFileSync(process.execPath, [script], { stdio: "inherit" });
}
