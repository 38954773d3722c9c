// decK beside us: dashboards of equal size, the same machine, in turns.

import { fileURLToPath } from "node:url";
import { against, applyAll, planNothing, runWarm } from "../cases/run.mjs";
import { summary } from "../measure.mjs";
import { start, startPlatform } from "../platform.mjs";
import { deckVersion, runDeck, writeDeckFiles } from "./deck.mjs";

const KONG = fileURLToPath(new URL("kong.mjs", import.meta.url));
const WANTED = { create: 1.1, update: 1.1, diff: 0.9, warm: 0.3 };

/** Throws where decK is not installed: Debian has it as `deck`. */
export async function measurePeers(project, changed, times) {
  const version = deckVersion();
  if (!version) throw new Error("--peers times decK, which is not installed: apt-get install deck");
  const folders = [project, changed].map((one) => writeDeckFiles(one, `${one.folder}-deck`));
  const count = /^[\d,]+/.exec(project.name)[0].replace(",", "");
  const taken = {};
  const take = async (name, run) => {
    taken[name] ??= [];
    taken[name].push(await run());
  };
  for (let turn = 0; turn < times; turn++) {
    const kong = await start([KONG]);
    const platform = await startPlatform();
    const deck = (command, folder, expected) => () => runDeck(command, folder, kong.told.url, expected);
    try {
      await take("deck create", deck("sync", folders[0], `Created: ${count}`));
      await take("create", () => applyAll(project, platform));
      await take("deck update", deck("sync", folders[1], `Updated: ${count}`));
      await take("update", () => applyAll(changed, platform));
      await take("deck diff", deck("diff", folders[1], "Updated: 0"));
      await take("diff", () => planNothing(changed, platform));
      await take("warm", () => planNothing(changed, platform, runWarm));
    } finally {
      await kong.stop();
      await platform.stop();
    }
  }
  const names = {
    create: "all new",
    update: "all changed",
    diff: "no changes",
    warm: "no changes, from the cache",
  };
  return Object.entries(names).map(([what, state]) => {
    const isDiff = what === "diff" || what === "warm";
    const name = `${isDiff ? "plan" : "apply"} of ${project.name}, ${state}`;
    const theirs = [
      `${version} ${isDiff ? "diff" : "sync"}`,
      summary(taken[`deck ${isDiff ? "diff" : what}`]),
    ];
    return against(name, summary(taken[what]), theirs, { ratio: WANTED[what] });
  });
}
