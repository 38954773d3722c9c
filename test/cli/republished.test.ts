// What a plan says of a workbook that is published again for its reports alone: viewers see its draft already.
import { expect, it } from "vitest";
import { openWorld } from "../support/world.ts";

const chart = (id: string, report: string) => ({
  id,
  type: "CHART",
  position: [0, id === "c" ? 0 : 4, 6, 4],
  config: { reportId: { $report: report } },
});
const files = (first: string, second = "a.b") => ({
  workbooks: {
    a: {
      publish: true,
      dashboard: { title: "A", widgets: [chart("c", "by-month"), chart("d", "by-year")] },
    },
  },
  reports: {
    "by-month": { name: "M", workbook: "a", query: { measures: [first] } },
    "by-year": { name: "Y", workbook: "a", query: { measures: [second] } },
  },
});
const FALSE = "but not published";

async function open() {
  let refuses = false;
  const place = await openWorld({
    ...files("a.b"),
    proxy: async ({ path }, forward) => forward(refuses && path.endsWith("/publish") ? "no JSON" : undefined),
    applied: true,
  });
  const declare = (...measures: [string, string?]) => place.declare(files(...measures));
  const says = async (text: string) => {
    for (const format of ["pretty", "markdown", "html"]) {
      const { stdout } = await place.run("plan", "--format", format);
      const plain = stdout.replaceAll("&#45;", "-").replace(/\s+/g, " ");
      expect(plain, format).toContain(text);
      expect(plain, format).not.toContain(FALSE);
    }
  };
  return {
    ...{ ...place, redeclare: place.declare, declare, says, plan: place.planned },
    refuse(is: boolean) {
      refuses = is;
    },
  };
}

it("names the reports that it changes, in every format", async () => {
  const { declare, plan, says } = await open();
  declare("a.c");
  expect((await plan()).changes.find(({ key }) => key === "a")).toMatchObject({
    action: "publish",
    publish: true,
    renews: { changing: ["by-month"], changed: [] },
  });
  await says("published again, because report by-month changes");
  declare("a.c", "a.c");
  await says("published again, because reports by-month, by-year change");
});

it("names those that changed before and were not published then, and tells both apart", async () => {
  const { declare, plan, says, run, ok, refuse } = await open();
  declare("a.c");
  refuse(true);
  expect((await run("apply", "--yes")).code).toBe(1);
  refuse(false);
  expect((await plan()).changes).toMatchObject([
    { key: "a", action: "publish", renews: { changing: [], changed: ["by-month"] } },
  ]);
  await says("published again, because report by-month has changed since");
  declare("a.c", "a.c");
  await says("published again, because report by-year changes, and report by-month has changed since");
  await ok("apply", "--yes");
  expect((await plan()).changes).toEqual([]);
});

it("is not said of a draft that viewers do not see", async () => {
  const { declare, plan, run, sandbox } = await open();
  sandbox.edit("a", (workbook) => {
    workbook.dashboardPublished = null;
    workbook.publishedDashboard = null;
  });
  declare("a.c");
  expect((await plan()).changes.find(({ key }) => key === "a")).not.toHaveProperty("renews");
  expect((await run("plan")).stdout).toContain("was never published");
});

it("is done beside an update that changes nothing that viewers see of the board", async () => {
  const { plan, declare, redeclare, run, refuse } = await open();
  declare("a.c");
  refuse(true);
  expect((await run("apply", "--yes")).code).toBe(1);
  refuse(false);
  const { workbooks, reports } = files("a.c");
  redeclare({ workbooks: { a: { ...workbooks.a, meta: { team: "x" } } }, reports });
  expect((await plan()).changes).toMatchObject([{ key: "a", action: "update", publish: true }]);
  const { stdout } = await run("apply", "--yes", "--json");
  expect(JSON.parse(stdout).summary).toMatchObject({ updated: 1, published: 1 });
  expect((await plan()).changes).toEqual([]);
});
