// Platforms that rewrite the ids of widgets, or order widgets by them: told once, and nobody's edit, neither after an apply nor after a kill.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";

const widget = (id: string, x: number) => ({
  id,
  type: "TEXT",
  position: { x, y: 0, w: 4, h: 4 },
  config: { markdown: id },
});
const fileOf = (title: string): string =>
  stringify({ workbooks: { one: { dashboard: { title, widgets: [widget("wB", 0), widget("a", 4)] } } } });

async function open(quirks: string) {
  const sandbox = await createSandbox({ quirks });
  onTestFinished(() => sandbox.close());
  let isKilling = false;
  let isDown = false;
  const url = await openProxy(sandbox.url, async ({ method }, forward) => {
    // Final, so that nothing is tried again.
    if (isDown) return { status: 403, body: {} };
    const answer = await forward();
    isDown = isKilling && method === "PUT";
    return isDown ? { status: 403, body: {} } : answer;
  });
  const cwd = tempFolder({
    "boardwright.yaml": `version: 1\nproject: acme\ntargets:\n  test: { url: ${url}, deployment: 1 }\n`,
    "dashboards/a.yaml": fileOf("v1"),
  });
  const file = join(cwd, "dashboards/a.yaml");
  const run = (...args: string[]) => boardwright(args, { cwd, env: { PLATFORM_API_KEY: sandbox.apiKey } });
  return {
    run,
    read: () => readFileSync(file, "utf8"),
    declare: (title: string) => writeFileSync(file, fileOf(title)),
    fields: async () =>
      JSON.parse((await run("plan", "--json")).stdout).changes.flatMap(
        ({ fields }: { fields: { path: string }[] }) => fields.map(({ path }) => path),
      ),
    /** The next apply ends when its first write of a workbook has landed. */
    async killApply() {
      isKilling = true;
      await run("apply", "--yes");
      isKilling = isDown = false;
    },
  };
}

it.each(["lower-cases-ids", "sorts-widgets-by-id"])(
  "%s: told once, and no drift afterwards",
  async (quirks) => {
    const { run, read, declare, fields } = await open(quirks);
    const first = await run("apply", "--yes");
    expect([first.code, first.stdout]).toEqual([
      1,
      expect.stringContaining("did not store all of it as sent"),
    ]);
    expect(await fields()).toEqual([]);
    expect((await run("drift")).code).toBe(0);
    const before = read();
    expect((await run("pull", "one")).code).toBe(0);
    expect(read()).toBe(before);
    declare("v2");
    expect(await fields()).toEqual(["dashboard.title"]);
    expect((await run("apply", "--yes")).code).toBe(0);
    expect(await fields()).toEqual([]);
  },
);

it.each(["lower-cases-ids", "sorts-widgets-by-id"])(
  "%s: a run that was killed is completed by the same again",
  async (quirks) => {
    const { run, declare, killApply, fields } = await open(quirks);
    await run("apply", "--yes");
    declare("v2");
    await killApply();
    const again = await run("apply", "--yes");
    expect([again.code, again.stdout]).toEqual([0, expect.not.stringContaining("discards an edit")]);
    expect(await fields()).toEqual([]);
    expect((await run("drift")).code).toBe(0);
  },
);

it.each(["lower-cases-ids", "sorts-widgets-by-id"])(
  "%s: a creation that was killed holds nobody's edit",
  async (quirks) => {
    const { run, killApply, fields } = await open(quirks);
    await killApply();
    expect((await run("apply", "--yes")).code).not.toBe(3);
    expect(await fields()).toEqual([]);
  },
);
