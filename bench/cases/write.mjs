// Creating and updating everything, against the same requests alone.

import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { openClient } from "../floors/client.mjs";
import { summary } from "../measure.mjs";
import { startPlatform } from "../platform.mjs";
import { against, applyAll, runFloor } from "./run.mjs";

const WANTED = {
  create: { ratio: 1.4, megabytes: 300 },
  update: { ratio: 1.6, megabytes: 300 },
  network: { ratio: 1.2 },
};
const DELAY_MS = 50;

/** apply of everything into an empty platform, a new one for each run. `megabytes`: what is wanted of its peak. */
export async function measureFirstApply(project, megabytes) {
  const platform = await startPlatform();
  try {
    const { ms, megabytes: peak } = await applyAll(project, platform);
    const row = {
      name: `apply of ${project.name}, all new`,
      ms,
      megabytes: peak,
      wantedMegabytes: megabytes,
    };
    return { rows: [row], platform };
  } catch (error) {
    await platform.stop();
    throw error;
  }
}

/**
 * Creates and updates, each against bare requests with the same bodies: `project` and `changed` have the same workbooks, and all of
 * `changed` are another state of them.
 */
export async function measureWrites(project, changed, times) {
  const taken = {};
  const take = async (name, run) => {
    taken[name] ??= [];
    taken[name].push(await run());
  };
  const bodies = {};
  const turn = async (network, delayMs, isFirst) => {
    const ours = await startPlatform({ delayMs });
    try {
      await take(`create${network}`, () => applyAll(project, ours));
      if (isFirst) bodies.created = await saveBodies(ours, join(project.folder, "bodies.jsonl"));
      await take(`update${network}`, () => applyAll(changed, ours));
      if (isFirst) bodies.updated = await saveBodies(ours, join(changed.folder, "bodies.jsonl"));
    } finally {
      await ours.stop();
    }
    const bare = await startPlatform({ delayMs });
    try {
      await take(`bare create${network}`, () => runFloor("write", [bare.url, bodies.created], bare));
      await take(`bare update${network}`, () =>
        runFloor("write", [bare.url, bodies.updated, "update"], bare),
      );
    } finally {
      await bare.stop();
    }
  };
  const networks = { "": undefined, [`, ${DELAY_MS} ms a request`]: DELAY_MS };
  for (let number = 0; number < times; number++)
    for (const [network, delayMs] of Object.entries(networks)) await turn(network, delayMs, !bodies.updated);
  return Object.entries(networks).flatMap(([network, delayMs]) =>
    ["create", "update"].map((what) => {
      const floor = summary(taken[`bare ${what}${network}`]);
      const wanted = delayMs ? WANTED.network : WANTED[what];
      const name = `apply of ${project.name}, ${what === "create" ? "all new" : "all changed"}${network}`;
      return against(name, summary(taken[`${what}${network}`]), ["bare requests", floor], wanted);
    }),
  );
}

/** What an apply left, as the bodies of requests that would write the same. */
async function saveBodies({ url, env }, file) {
  const client = openClient(url, env.PLATFORM_API_KEY);
  const out = createWriteStream(file);
  for await (const items of client.pages("/workbooks"))
    for (const { slug, name, meta, dashboardDraft } of items) {
      const body = JSON.stringify({ name, meta: { ...meta, dashboardDraft } });
      out.write(`${JSON.stringify({ slug, body })}\n`);
    }
  await new Promise((resolve) => out.end(resolve));
  await client.close();
  return file;
}
