// The commands that put something back are pasted as they are shown: they do it, and are not refused.
import { expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { boardOf, openWorld } from "../support/world.ts";

it.each([
  [1, " --allow delete"],
  [12, " --allow delete,mass-change"],
])("the end of an apply that made %i names what its rollback needs", async (number, allow) => {
  const { run, ok, declare, json } = await openWorld({
    workbooks: { stock: boardOf("Stock", "Items") },
    applied: true,
  });
  declare(({ workbooks }) => {
    for (let at = 0; at < number; at++) workbooks[`made-${at}`] = boardOf("Made", "Items");
  });
  const applied = await run("apply", "--yes");
  const [, told = ""] = /Undo with `boardwright ([^`]*)`/.exec(applied.stdout) ?? [];
  expect(told).toMatch(new RegExp(`^rollback \\S+${allow}$`));
  await ok(...told.split(" "), "--yes");
  expect((await json<Plan>("plan")).summary).toMatchObject({ create: number });
});

it("an apply that only changed something is put back by its run alone", async () => {
  const { run, declare } = await openWorld({
    workbooks: { stock: boardOf("Stock", "Items") },
    applied: true,
  });
  declare(({ workbooks }) => {
    workbooks.stock = boardOf("Stock", "Others");
  });
  expect((await run("apply", "--yes")).stdout).toMatch(/Undo with `boardwright rollback \S+`\./);
});

it("a rollback offers to put back the others only if there are others", async () => {
  const { run, declare, runs } = await openWorld({
    workbooks: { stock: boardOf("Stock", "Items") },
    applied: true,
  });
  declare(({ workbooks }) => {
    workbooks.made = boardOf("Made", "Items");
  });
  await run("apply", "--yes");
  const first = runs().at(-1) ?? "";
  const refused = await run("rollback", first, "--yes");
  expect([refused.code, refused.stdout]).toEqual([3, expect.not.stringContaining("--only GLOB")]);
  declare(({ workbooks }) => {
    workbooks.more = boardOf("More", "Items");
    workbooks.stock = boardOf("Stock", "Others");
  });
  await run("apply", "--yes");
  const second = runs().at(-1) ?? "";
  expect((await run("rollback", second, "--yes")).stdout).toContain(
    `boardwright rollback ${second} --only GLOB`,
  );
});

it("a plan of deletions alone offers no way for the rest, and speaks of several as several", async () => {
  const slugs = Array.from({ length: 12 }, (_, index) => `b${index}`);
  const { run, declare } = await openWorld({
    workbooks: Object.fromEntries(slugs.map((slug) => [slug, boardOf(slug, "A")])),
    applied: true,
  });
  declare(({ workbooks }) => {
    for (const slug of ["b1", "b2"]) delete workbooks[slug];
  });
  const told = (await run("plan", "--prune")).stdout.replaceAll(/\s+/g, " ");
  expect(told).toContain("keep them: declare them again delete them: `--prune --allow delete`");
  expect(told).not.toContain("in parts");
});
