// The commands that put something back are pasted as they are shown: they do it, and are not refused.
import { expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { boardOf, openEdited } from "./edited-place.ts";

it.each([
  [1, " --allow delete"],
  [12, " --allow delete,mass-change"],
])("the end of an apply that made %i names what its rollback needs", async (number, allow) => {
  const { run, inGit, json } = await openEdited({ stock: boardOf("Stock", "Items") });
  inGit((workbooks) => {
    for (let at = 0; at < number; at++) workbooks[`made-${at}`] = boardOf("Made", "Items");
  });
  const applied = await run("apply", "--yes");
  const [, told = ""] = /Undo with `boardwright ([^`]*)`/.exec(applied.stdout) ?? [];
  expect(told).toMatch(new RegExp(`^rollback \\S+${allow}$`));
  expect((await run(...told.split(" "), "--yes")).code).toBe(0);
  expect((await json<Plan>("plan")).summary).toMatchObject({ create: number });
});

it("an apply that only changed something is put back by its run alone", async () => {
  const { run, inGit } = await openEdited({ stock: boardOf("Stock", "Items") });
  inGit((workbooks) => {
    workbooks.stock = boardOf("Stock", "Others");
  });
  expect((await run("apply", "--yes")).stdout).toMatch(/Undo with `boardwright rollback \S+`\./);
});

it("a rollback offers to put back the others only if there are others", async () => {
  const { run, inGit, runs } = await openEdited({ stock: boardOf("Stock", "Items") });
  inGit((workbooks) => {
    workbooks.made = boardOf("Made", "Items");
  });
  await run("apply", "--yes");
  const [first = ""] = await runs();
  const refused = await run("rollback", first, "--yes");
  expect([refused.code, refused.stdout]).toEqual([3, expect.not.stringContaining("--only GLOB")]);
  inGit((workbooks) => {
    workbooks.more = boardOf("More", "Items");
    workbooks.stock = boardOf("Stock", "Others");
  });
  await run("apply", "--yes");
  const [second = ""] = await runs();
  expect((await run("rollback", second, "--yes")).stdout).toContain(
    `boardwright rollback ${second} --only GLOB`,
  );
});

it("a plan of deletions alone offers no way for the rest, and speaks of several as several", async () => {
  const slugs = Array.from({ length: 12 }, (_, index) => `b${index}`);
  const { run, inGit } = await openEdited(
    Object.fromEntries(slugs.map((slug) => [slug, boardOf(slug, "A")])),
  );
  inGit((workbooks) => {
    for (const slug of ["b1", "b2"]) delete workbooks[slug];
  });
  const told = (await run("plan", "--prune")).stdout.replaceAll(/\s+/g, " ");
  expect(told).toContain("Declare them again to keep them, or delete them with");
  expect(told).not.toContain("in parts");
});
