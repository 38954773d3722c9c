// Emits the types of the two public entries, and of nothing that they do not lead to: what is bundled has no types to offer.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export function emitTypes(root) {
  execFileSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.types.json"],
    {
      cwd: root,
      stdio: "inherit",
    },
  );
  const folder = join(root, "dist/types");
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, to] of readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)\.ts"/g)) {
      visit(resolve(dirname(file), `${to}.d.ts`));
    }
  };
  visit(join(folder, "index.d.ts"));
  visit(join(folder, "sandbox/index.d.ts"));
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (file.endsWith(".d.ts") && !reached.has(file)) rmSync(file);
  }
}
