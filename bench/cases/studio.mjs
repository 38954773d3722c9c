// The studio as its page has it: from the start of the command to the first board, from a save to the board that says it, and an edit.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLI, startNode, summary } from "../measure.mjs";

/** Of all of it, with a few dashboards and with many. */
export async function measureStudio(few, many, times) {
  const rows = [];
  for (const [project, startMs, followMs] of [
    [few, 1000, 300],
    [many, undefined, 1000],
  ]) {
    const [starts, saves, edits] = [[], [], []];
    for (let turn = 0; turn < times; turn++) {
      const studio = await openStudio(project);
      try {
        starts.push(studio.ms);
        await studio.save();
        for (let more = 0; more < 3; more++) saves.push(await studio.save());
        edits.push(await studio.edit());
      } finally {
        await studio.end();
      }
    }
    const row = (name, taken, wantedMs) => ({
      name: `${name}, ${project.name}`,
      ms: summary(taken.map((ms) => ({ ms, megabytes: 0 }))).ms,
      wantedMs,
    });
    rows.push(
      row("studio: start to first board", starts, startMs),
      row("studio: a save on the board", saves, followMs),
      row("studio: an edit written", edits),
    );
  }
  return rows;
}

async function openStudio({ folder }) {
  const start = performance.now();
  const child = startNode([CLI, "serve", "--no-open", "--json"], { cwd: folder });
  let said = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => {
      said += data;
      if (said.includes("\n")) resolve(new URL(JSON.parse(said).url));
    });
    child.on("close", (code) => reject(new Error(`serve ended with ${code}`)));
  });
  const ask = async (path, body, key = "") => {
    const answer = await fetch(new URL(path, url), {
      headers: { "content-type": "application/json", authorization: `Bearer ${key}`, origin: url.origin },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return answer;
  };
  const entered = await ask("/api/session", { token: url.hash.replace("#token=", "") });
  const { key } = await entered.json();
  const json = async (path, body) => (await ask(path, body, key)).json();
  const { dashboards } = await json("/api/project");
  const [{ slug, file }] = dashboards;
  const board = () => json(`/api/board?slug=${slug}`);
  await board();
  const ms = performance.now() - start;
  const events = follow(await ask("/api/events", undefined, key));
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  let edition = 0;
  return {
    ms,
    async save() {
      const began = performance.now();
      const told = events.next(slug);
      edition += 1;
      writeFileSync(path, before.replace(/^( +title: ).*$/m, `$1Edition ${edition}`));
      await told;
      await board();
      return performance.now() - began;
    },
    async edit() {
      const { version, widgets } = await board();
      const placed = widgets.find(({ boxes }) => boxes.default !== undefined) ?? widgets[0];
      const [breakpoint, box] = Object.entries(placed.boxes)[0];
      const edits = [{ kind: "place", widget: placed.id, breakpoint, box: { ...box, y: box.y + 1 } }];
      const began = performance.now();
      const { status } = await json("/api/edit", { slug, version, edits });
      if (status !== "saved") throw new Error(`the edit was ${status}`);
      return performance.now() - began;
    },
    async end() {
      events.stop();
      const ended = new Promise((resolve) => child.on("close", resolve));
      child.kill("SIGINT");
      await ended;
      writeFileSync(path, before);
    },
  };
}

/** The server's events: `next` resolves at the next one about a dashboard. */
function follow(answer) {
  const waiting = new Set();
  const reader = answer.body.getReader();
  (async () => {
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += Buffer.from(value).toString();
      const lines = text.split("\n");
      text = lines.pop();
      for (const line of lines) {
        const event = line === "" ? {} : JSON.parse(line);
        if (event.kind !== "board") continue;
        for (const one of waiting) if (one.slug === event.slug) one.resolve();
      }
    }
  })().catch(() => {});
  return {
    next: (slug) =>
      new Promise((resolve) => {
        const one = {
          slug,
          resolve() {
            waiting.delete(one);
            resolve();
          },
        };
        waiting.add(one);
      }),
    stop: () => void reader.cancel().catch(() => {}),
  };
}
