// A workbook and a report that the files give no name: the name that a create of ours gave is ours to change.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { openWorld } from "../support/world.ts";

const widget = { id: "t", type: "TEXT", position: [0, 0, 6, 4], config: { markdown: "x" } };
const QUERY = { measures: ["a.count"] };

/** Declares a workbook and a report, each with these keys. */
const files = (keys: { title: string; name?: string; description?: string }): string => {
  const { title, name, description } = keys;
  const dashboard: JsonObject = { title, widgets: [widget], ...(description && { description }) };
  const named = name === undefined ? {} : { name };
  return JSON.stringify({
    workbooks: { a: { ...named, dashboard } },
    reports: { r: { ...named, title, publicId: "aaaaaaaaaaaa", query: QUERY } },
  });
};

it.each(["", "trims-strings", "fills-defaults,trims-strings"])(
  "a title, and in a later apply a name: no adoption (%s)",
  async (quirks) => {
    const world = await openWorld({
      sandbox: { quirks, merge: "deep" },
      files: { "dashboards/all.json": files({ title: " T" }) },
    });
    const declare = (keys: Parameters<typeof files>[0]) =>
      writeFileSync(join(world.cwd, "dashboards/all.json"), files(keys));
    await world.deploy();
    declare({ title: " T", description: "D" });
    await world.deploy();
    declare({ title: " T", name: "N" });
    const plan = await world.plan();
    expect(plan.changes.map(({ action, origin, hazards }) => [action, origin, hazards])).toEqual([
      ["update", "git", []],
      ["update", "git", []],
    ]);
    await world.apply(plan);
    expect(world.sandbox.workbook("a")?.name).toBe("N");
    expect((await world.plan()).changes).toEqual([]);
  },
);

it("a name that somebody gave meanwhile is theirs", async () => {
  const world = await openWorld({ files: { "dashboards/all.json": files({ title: "T" }) } });
  await world.deploy();
  world.write("dashboards/all.json", files({ title: "U" }));
  await world.deploy();
  world.sandbox.edit("a", (workbook) => void Object.assign(workbook, { name: "Theirs" }));
  world.write("dashboards/all.json", files({ title: "U", name: "N" }));
  const { changes } = await world.plan();
  expect(changes.find(({ key }) => key === "a")?.hazards).toMatchObject([{ code: "adopt" }]);
});
