// What every start of the command loads: the command line and the nouns, and no other room. A command brings its own rooms.
import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../../src", import.meta.url));

/** The file and all that it imports at once; types cost nothing, and what is behind `import()` waits. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(
    /^(?:import|export) (?!type )[^;"']*?from "(\.[^"]+)"/gm,
  );
  for (const [, path = ""] of imports) reach(resolve(dirname(file), path), seen);
  return seen;
}

it("a start loads neither a command nor a room but the model", () => {
  const files = [...reach(resolve(SRC, "cli/program.ts"))].map((file) => relative(SRC, file));
  expect(files).toContain("cli/commands/index.ts");
  expect(files.filter((file) => !/^(model\/|cli\/[^/]+$|cli\/commands\/index\.ts$)/.test(file))).toEqual([]);
});
