// `pull --all` of a deployment that nobody has in Git, against reading the lists and writing the same as plain YAML.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeProjectFile } from "../generate.mjs";
import { summary } from "../measure.mjs";
import { startPlatform } from "../platform.mjs";
import { against, runFloor, runOurs } from "./run.mjs";

/** `seed`: a file with workbooks and reports; `name` says how many. */
export async function measurePull({ seed, name }, times) {
  const platform = await startPlatform({ seed });
  const taken = { ours: [], floor: [] };
  try {
    for (let turn = 0; turn < times; turn++) {
      taken.floor.push(
        await inFolder((folder) => runFloor("pull", [platform.url, join(folder, "out")], platform)),
      );
      taken.ours.push(
        await inFolder((folder) => {
          writeProjectFile(folder);
          return runOurs({ folder }, platform, "pull", "--all", "--quiet");
        }),
      );
    }
  } finally {
    await platform.stop();
  }
  return [against(`pull --all of ${name}`, summary(taken.ours), ["floor", summary(taken.floor)])];
}

async function inFolder(run) {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
