// Every folder here is a case: what is live, a project, and the plan between them. Seed the sandbox → lint → the plan equals the
// golden → the real apply → a re-plan is empty, in the full lane with the built command; faults.test.ts does it again while the
// platform fails in every way it can. README.md says what a case may hold. BOARDWRIGHT_UPDATE=1 writes the goldens anew: read the difference
// before you commit it.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { boardwright } from "../support/command.ts";
import { runBuilt } from "../support/process.ts";
import { IS_FULL } from "../support/runs.ts";
import { type Case, prepareCase } from "./case.ts";
import { applyCase, CASES, expectConverged, expectLive, folderOf, readPlan } from "./rounds.ts";

const command = IS_FULL ? runBuilt : boardwright;

describe.concurrent.each(CASES)("%s", (name) => {
  let ready: Case;
  beforeAll(async () => {
    ready = await prepareCase(folderOf(name));
  });

  it("plans what the golden says, applies it, and has nothing left to do", async ({
    expect,
    onTestFinished,
  }) => {
    const { faults = "" } = ready.options;
    const { sandbox, run, close } = await ready.open({ command, faults });
    onTestFinished(close);
    const writes = () => sandbox.requests.filter(({ method }) => method !== "GET");
    const linted = await run("lint");
    expect(linted.code, linted.stdout + linted.stderr).toBe(0);

    const { flags = [], stays = [], fails = false } = ready.options;
    const pretty = await run("plan", ...flags);
    expect(pretty.code, pretty.stderr).toBe(fails === true ? 1 : 0);
    golden(join(folderOf(name), "plan.golden.txt"), pretty.stdout.replaceAll(sandbox.url.slice(7), "platform.test"));
    const json = await run("plan", "--json", ...flags);
    // The digest is over the address as well, whose port is another each time.
    const stable = json.stdout.replace(/("digest": ")sha256:[0-9a-f]{64}"(?=\n}\n$)/, '$1of all of it"');
    golden(join(folderOf(name), "plan.golden.json"), stable.replaceAll(sandbox.url, "https://platform.test"));
    const plan = readPlan(json.stdout);
    const { changes } = plan;

    const hazards = new Set(changes.flatMap((change) => change.hazards.map(({ code }) => code)));
    expect([...hazards].sort()).toEqual(ready.options.allow ?? []);
    if (hazards.size > 0) {
      const refused = await run("apply", "--yes", ...flags);
      expect(refused.code).toBe(3);
    }
    const drift = join(folderOf(name), "drift.golden.txt");
    if (existsSync(drift)) {
      const edited = await run("drift");
      expect(edited.code, edited.stderr).toBe(2);
      const text = edited.stdout.replace(/(?<=last updated )[\d: -]+/g, "2026-11-20 08:10 ");
      golden(drift, text.replaceAll(sandbox.url.slice(7), "platform.test"));
    }
    expect(writes()).toEqual([]);

    const ran = await applyCase(run, ready);
    for (const { code, stdout, stderr } of ran) expect(code, stdout + stderr).toBe(fails ? 1 : 0);
    expect(ran.map(({ stderr }) => stderr).join("\n")).toMatch(new RegExp(ready.options.says ?? ""));
    await expectConverged(run, ready);
    expectLive(sandbox, plan, ready.options);
    sandbox.requests.length = 0;
    expect((await run("apply", "--yes", ...flags)).code).toBe(fails ? 1 : 0);
    expect(writes()).toEqual([]);
    for (const slug of stays) expect(sandbox.workbook(slug), slug).toBeDefined();
  });
});

function golden(path: string, text: string): void {
  if (process.env.BOARDWRIGHT_UPDATE) writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, "utf8"));
}
