// Platforms that keep a stamp only on creation, or cut it off: our own apply is nobody's edit, and nothing is guessed from a stamp of before.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import type { JsonObject } from "../../src/model/index.ts";
import { openDistorted } from "../support/distorted.ts";

const fileOf = (title: string): string =>
  stringify({ workbooks: { one: { dashboard: { title, widgets: [] } } } });

/** `keep`: what the platform stores of a stamp, where `first` is the one that the workbook was made with. */
async function open(keep: (stamp: JsonObject, first: JsonObject) => JsonObject) {
  let first: JsonObject | undefined;
  const { sandbox, cwd, run } = await openDistorted({
    files: { "dashboards/a.yaml": fileOf("v1") },
    distort: (answer) => answer,
    receive(sent, { method }) {
      const body = method === "PUT" ? JSON.parse(sent) : {};
      const stamp = body.meta?.boardwright;
      if (!stamp) return sent;
      first ??= stamp as JsonObject;
      return JSON.stringify({ ...body, meta: { ...body.meta, boardwright: keep(stamp, first) } });
    },
  });
  const file = join(cwd, "dashboards/a.yaml");
  return {
    sandbox,
    run,
    declare: (title: string) => writeFileSync(file, fileOf(title)),
    forget: () => writeFileSync(file, "workbooks: {}\n"),
    planned: async (...args: string[]) => {
      const { changes } = JSON.parse((await run("plan", "--json", ...args)).stdout);
      return changes.map(
        ({ action, origin, hazards }: { action: string; origin: string; hazards: { code: string }[] }) =>
          [action, origin, ...hazards.map(({ code }) => code)].join(" "),
      );
    },
  };
}

const createOnly = (_: JsonObject, first: JsonObject) => first;
const cut = (stamp: JsonObject) => ({ ...stamp, base: String(stamp.base).slice(0, 40) });

it("kept only on creation: the text is true, and the next change is called neither drift nor conflict", async () => {
  const { run, declare, planned } = await open(createOnly);
  const first = await run("apply", "--yes");
  expect(first.stdout).toContain("the platform did not keep its stamp");
  declare("v2");
  expect(await planned()).toEqual(["update unknown adopt"]);
  const refused = await run("apply", "--yes");
  expect([refused.code, refused.stdout]).toEqual([
    3,
    expect.stringContaining("the platform kept the stamp of an earlier write"),
  ]);
  await run("apply", "--yes", "--allow", "adopt");
  expect((await run("plan")).stdout).toContain(
    "the platform keeps the stamp of one as an earlier write left it",
  );
  declare("v3");
  expect(await planned()).toEqual(["update unknown adopt"]);
  expect((await run("plan")).stdout).not.toContain("changed on both sides");
});

it("kept only on creation: an edit back to what the old stamp says is not overwritten unasked", async () => {
  const { run, sandbox, declare } = await open(createOnly);
  await run("apply", "--yes");
  declare("v2");
  await run("apply", "--yes", "--allow", "adopt");
  sandbox.edit("one", ({ dashboardDraft }) => void Object.assign(dashboardDraft ?? {}, { title: "v1" }));
  const drift = await run("drift");
  expect([drift.code, drift.stdout]).toEqual([
    2,
    expect.stringContaining("the platform kept the stamp of an earlier write"),
  ]);
  expect((await run("apply", "--yes")).code).toBe(3);
  expect(sandbox.workbook("one")?.dashboardDraft).toMatchObject({ title: "v1" });
});

it("cut off: the text is true, a change stops at adopt, and prune deletes nothing", async () => {
  const { run, declare, forget, planned, sandbox } = await open(cut);
  expect((await run("apply", "--yes")).stdout).toContain("the platform did not keep its stamp");
  declare("v2");
  expect(await planned()).toEqual(["update unknown adopt"]);
  forget();
  expect(await planned("--prune")).toEqual(["orphaned git"]);
  const pruned = await run("apply", "--prune", "--yes", "--allow", "delete");
  expect(pruned.stdout).toContain("its stamp cannot be read whole");
  expect(sandbox.workbook("one")).toBeDefined();
});
