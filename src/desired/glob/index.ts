// What globs find on the disk. The libraries that know all globs are loaded for one that is not plain.
import { type Entry, type Globs, listPlain } from "./plain-globs.ts";

/** Left out whatever `include` says: what others installed, project files, and the schemas that Boardwright writes for editors. */
export const NEVER = [
  "**/node_modules/**",
  "**/boardwright.yaml",
  "**/schemas/{project,workbooks}.schema.json",
];

/** All that the globs find, in no order; of folders some may be among it. */
export async function listEntries(globs: Globs): Promise<Entry[]> {
  const plain = listPlain(globs);
  if (plain) return plain;
  const { listAll } = await import("./all-globs.ts");
  return listAll(globs);
}
