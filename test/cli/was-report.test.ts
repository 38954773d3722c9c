// `was` of reports that were renamed before: whatever key the publicId is made of, a report stays the one that it is.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/index.ts";
import { boardOf, openWorld } from "../support/world.ts";

const QUERY = { measures: ["orders.count"] };

/** The report of `r1`, which an apply gave the key `r2`, and what gives it another entry. */
async function open() {
  const place = await openWorld({
    workbooks: { sales: boardOf("Sales", "One") },
    reports: { r1: { name: "First", workbook: "sales", query: QUERY } },
    applied: true,
  });
  const declare = (key: string, more: object) =>
    place.declare(({ reports }) => {
      for (const old of Object.keys(reports)) delete reports[old];
      reports[key] = { name: "First", workbook: "sales", query: QUERY, ...more };
    });
  const publicIds = async () =>
    (await place.json<{ publicId: string }[]>("reports", "list")).map(({ publicId }) => publicId);
  const apply = async () => {
    await place.ok("apply", "--yes");
  };
  await apply();
  const first = await publicIds();
  expect(first).toHaveLength(1);
  declare("r2", { was: "r1" });
  await apply();
  return { ...place, declare, publicIds, apply, first };
}

describe("a report that was renamed before", () => {
  it.each([[["r1", "r2"]], [["r2", "r1"]], ["r2"]])(
    "keeps its publicId as r3 with `was: %j`",
    async (was) => {
      const { declare, json, apply, publicIds, first, run } = await open();
      declare("r3", { was });
      const renamed = [{ kind: "report", key: "r3", action: "rename", was: "r2", hazards: [], fields: [] }];
      for (const args of [[], ["--only", "sales"]])
        expect((await json<Plan>("plan", ...args)).changes, args.join(" ")).toMatchObject(renamed);
      expect((await run("pull", "--dry-run")).stdout).not.toContain("new");
      await apply();
      expect(await publicIds()).toEqual(first);
      // The stamp names the new key by now.
      expect((await json<Plan>("plan")).changes).toEqual([]);
    },
  );

  it("says where its publicId is, once no `was` says so", async () => {
    const { declare, json, first } = await open();
    declare("r2", {});
    const { changes } = await json<Plan>("plan");
    const [created] = changes.filter(({ action }) => action === "create");
    expect(created!.reason).toMatchObject({ code: "alike" });
    expect(created!.reason!.message).toContain(`has another publicId, ${first[0]}`);
    expect(created!.reason!.help).toContain("put the `was` that it had back");
  });
});
