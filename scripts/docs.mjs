// Writes the documents that are made from the code and committed: the picture of the house and the API of the library. Needs dist/types.
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawHouse } from "./draw-house.mjs";
import { writeApi } from "./write-api.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The documents, by their paths from the root. */
export const makeDocs = () => ({ "docs/house.svg": drawHouse(ROOT), "docs/api.md": writeApi(ROOT) });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(makeDocs())) writeFileSync(join(ROOT, path), text);
}
