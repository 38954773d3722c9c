// boardwright workbooks get --stamp: what an apply left on a workbook, in plain text.
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../../src/model/index.ts";
import { encodeBase } from "../../../src/plan/stamp/base.ts";
import type { createSandbox } from "../../../src/sandbox/index.ts";
import { openWorld } from "../../support/world.ts";

const FILES = {
  "boardwright.yaml":
    "version: 1\nproject: acme\ntargets:\n  test: { url: https://platform.test, deployment: 1 }\n",
  "dashboards/a.yaml": stringify({
    workbooks: { revenue: { name: "Revenue", dashboard: { title: "Revenue", widgets: [] } } },
  }),
};

describe("workbooks get --stamp", () => {
  it("prints project, of, digest, what was asked and answered; as JSON too", async () => {
    const { run, stamp } = await open();
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^workbook {2}revenue\nproject {3}acme\nof {8}1\/revenue\ndigest {4}sha256:[0-9a-f]{64}\n\nasked\n {2}\{\n/,
    );
    expect(stdout).toContain('"title": "Revenue"');
    expect(stdout.endsWith("\nanswered\n  as asked\n")).toBe(true);
    const asked = { name: "Revenue", dashboard: { title: "Revenue", widgets: [] } };
    expect(JSON.parse((await run("--json")).stdout)).toEqual({
      project: "acme",
      of: "1/revenue",
      digest: stamp().digest,
      asked,
      answered: asked,
      isOpen: false,
    });
  });

  it("prints an answer that was another one, and says if none is known", async () => {
    const healed = await open({ heal: (draft) => draft && { ...draft, settings: { refresh: 60 } } });
    const { stdout } = await healed.run();
    expect(stdout.slice(stdout.indexOf("\nanswered\n"))).toContain('"refresh": 60');
    const { run, put } = await open();
    await put({ base: encodeBase({ asked: {}, answered: null }) });
    expect((await run()).stdout).toContain(
      "\nanswered\n  not known: the run that wrote this did not come to its end\n",
    );
    expect(JSON.parse((await run("--json")).stdout)).toMatchObject({
      asked: {},
      answered: null,
      isOpen: true,
    });
  });

  it.each<[string, JsonObject | string, string]>([
    ["cut off", { base: "q1ZKLM5" }, "its base cannot be unpacked: it was cut off, or edited"],
    ["of another state", { digest: "sha256:0" }, "its base is not the state that its digest is of"],
    ["of another version", { v: 1 }, "its version is 1, and this version of boardwright reads 2"],
    ["without a part", { of: 7, digest: null }, "of, digest are no text"],
    ["no record", "acme", "it is no record at all"],
  ])("says plainly that a stamp is damaged: %s", async (_, change, says) => {
    const { run, put } = await open();
    await put(change);
    const { code, stdout } = await run();
    expect(code).toBe(0);
    expect(stdout).toContain(`damaged   ${says}`);
    expect(JSON.parse((await run("--json")).stdout).damaged).toContain(says);
  });

  it("says whose it is if it came with a copy, and that there is none", async () => {
    const { run, put } = await open();
    await put({ of: "1/other" });
    expect((await run()).stdout).toContain("of        1/other, so it counts as none here");
    await put(null);
    const none = await run();
    expect([none.code, none.stdout]).toEqual([0, ""]);
    expect(none.stderr).toContain("It carries no stamp: no project manages it.");
    expect((await run("--json")).stdout).toBe("null\n");
  });
});

async function open(options: Parameters<typeof createSandbox>[0] = {}) {
  const { sandbox, run } = await openWorld({ files: FILES, sandbox: options, applied: true });
  const stamp = () => sandbox.workbook("revenue")?.meta.boardwright as JsonObject;
  return {
    stamp,
    run: (...args: string[]) => run("workbooks", "get", "revenue", "--stamp", ...args),
    /** Changes it as somebody would who edits `meta`. */
    async put(change: JsonObject | string | null) {
      sandbox.edit("revenue", (workbook) => {
        workbook.meta.boardwright = typeof change === "object" && change ? { ...stamp(), ...change } : change;
      });
    },
  };
}
