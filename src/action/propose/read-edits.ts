// The files that a pull would write, as edits of the commit that the job runs on. A checkout that differs from that commit is refused: its
// files would be proposed with whatever else is in them.

import { createHash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../../model/index.ts";
import type { FileEdit } from "../forge/proposal-calls.ts";

export interface Checkout {
  /** Absolute: the project's folder. */
  root: string;
  /** That folder within the repository, "" or ending in a slash. */
  prefix: string;
  commit: string;
  /** The object of a file at that commit; undefined if there is none. */
  blobOf(path: string, commit: string): Promise<string | undefined>;
}

/** `texts`: by name within the project, null for a file that goes. Rejects with a UserError. */
export async function readEdits(
  texts: ReadonlyMap<string, string | null>,
  { root, prefix, commit, blobOf }: Checkout,
): Promise<FileEdit[]> {
  const edits: FileEdit[] = [];
  for (const [name, text] of [...texts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const path = prefix + name;
    refuseLinks(root, name);
    const here = readHere(join(root, name));
    const before = await blobOf(path, commit);
    if (before !== (here && objectId(here.bytes, before?.length === 64 ? "sha256" : "sha1")))
      throw new UserError(`${path} is not as it is in ${commit.slice(0, 12)}, which the job runs on`, {
        details: [
          "A step before this one changed it, or something else was checked out. Nothing was proposed.",
          "Let the job run Boardwright right after actions/checkout, without a filter that changes line ends.",
        ],
      });
    edits.push({ path, text, before, isExecutable: here?.isExecutable ?? false });
  }
  return edits;
}

/** A server would put a file in the place of the link. */
function refuseLinks(root: string, name: string): void {
  for (let at = name; at !== "."; at = dirname(at)) {
    if (!lstatSync(join(root, at), { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    throw new UserError(`${at} is a symbolic link, and nothing can be proposed through one`, {
      details: ["Pull by hand: `boardwright pull`. Or put the files where the link leads into `include`."],
    });
  }
}

function readHere(path: string): { bytes: Buffer; isExecutable: boolean } | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) return undefined;
  return { bytes: readFileSync(path), isExecutable: (found.mode & 0o100) !== 0 };
}

/** As Git names a file's content. */
function objectId(bytes: Buffer, algorithm: "sha1" | "sha256"): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
