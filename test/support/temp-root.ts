// All temporary folders of a run, those of the programs that it starts too, are in one folder, which is removed at the end.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const PREFIX = "boardwright-tests-";

export default function setup(): (() => void) | undefined {
  // Each project of vitest.config.ts comes here.
  if (basename(tmpdir()).startsWith(PREFIX)) return;
  const before = process.env.TMPDIR;
  const root = realpathSync(mkdtempSync(join(tmpdir(), PREFIX)));
  // A test may look at what is in it as another user.
  chmodSync(root, 0o755);
  process.env.TMPDIR = root;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  };
}
