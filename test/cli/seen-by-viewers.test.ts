// What a plan says of viewers is what happens to them. They see the publication, not the draft: what was only drafted reaches them with
// the next publication, and what they never saw is not taken from them (field notes F 4).
import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { dashboardDifferences } from "../../src/plan/stamp/answer.ts";
import { runs } from "../support/runs.ts";
import { openWorld } from "../support/world.ts";

/** More by hand: BOARDWRIGHT_RUNS=200. */
const RUNS = runs(12);

interface Said {
  title?: string;
  note?: boolean;
  x?: number;
  query?: string;
  publish?: boolean;
  name?: string;
}

const files = ({
  title = "Sales",
  note = true,
  x = 0,
  query = "o.a",
  publish = true,
  name = "Sales",
}: Said) => ({
  workbooks: {
    one: {
      name,
      publish,
      dashboard: {
        title,
        widgets: [
          {
            id: "c",
            type: "CHART",
            position: [x, 0, 2, 2],
            config: { title: "Revenue", reportId: { $report: "r" } },
          },
          ...(note
            ? [{ id: "n", type: "TEXT", position: [2, 0, 2, 2], config: { markdown: "Read me" } }]
            : []),
        ],
      },
    },
  },
  reports: { r: { name: "R", workbook: "one", query: { measures: [query] } } },
});

async function open(first: Said) {
  const place = await openWorld({ ...files(first), applied: true });
  const step = async (next: Said) => {
    place.declare(files(next));
    await place.ok("apply", "--yes");
  };
  const text = async (next: Said, format = "pretty") => {
    place.declare(files(next));
    return (await place.run("plan", "--format", format)).stdout;
  };
  return { ...place, step, text };
}

/** Cells of the row of the dashboard. */
const rowOf = (markdown: string) =>
  markdown.split("\n").find((line) => line.startsWith("| ") && line.includes("<b>Sales</b>"));

it("a publication says what was only in the draft until now", async () => {
  const place = await open({});
  await place.step({ note: false, query: "o.b", publish: false });
  const update = await place.text({ note: false, query: "o.b", title: "Sales!" }, "markdown");
  expect(rowOf(update)).toContain(
    "<i>Read me</i> <b>removed</b>, dashboard title, 1 report changed since the last publication",
  );
  expect(update).toContain("published after, with what was only in the draft until now:");
  const publish = await place.text({ note: false, query: "o.b" });
  expect(publish).toMatch(/not published; viewers do not see yet:\n +Read me \(widget n\) +removed/);
  expect(rowOf(await place.text({ note: false, query: "o.b" }, "markdown"))).toContain(
    "its draft is published, 1 report changed since the last publication, <i>Read me</i> <b>removed</b>",
  );
  expect(await place.text({ note: false, query: "o.b" }, "html")).toContain("Read me");
});

it("what viewers never saw is not taken from them", async () => {
  const place = await open({ note: false });
  await place.step({ note: true, publish: false });
  const row = rowOf(await place.text({ note: false, x: 5 }, "markdown"));
  expect(row).toContain("<i>Revenue</i> moved");
  expect(row).not.toContain("Read me");
});

it("a first publication says that it is one", async () => {
  const place = await open({ publish: false });
  expect(rowOf(await place.text({}, "markdown"))).toContain("its draft is published for the first time");
  expect(await place.text({})).toContain("the draft is as declared, and was never published");
});

it("a new name of what is published is seen, and the rest of the change is in its draft only", async () => {
  const place = await open({});
  const markdown = await place.text({ publish: false, name: "New", note: false, query: "o.b" }, "markdown");
  expect(rowOf(markdown)).toContain(
    "renamed, in its draft only&#58; 1 chart asks something else, <i>Read me</i> <b>removed</b>",
  );
});

it("what changes for viewers is what the plan said, after any two earlier runs", {
  timeout: 300_000,
}, async () => {
  const said = fc.record({
    title: fc.constantFrom("A", "B"),
    note: fc.boolean(),
    x: fc.constantFrom(0, 6),
    query: fc.constantFrom("o.a", "o.b"),
    publish: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(said, said, said, async (one, two, three) => {
      const place = await open(one);
      await place.step(two);
      const published = () => place.sandbox.workbook("one")?.dashboardPublished as JsonObject | undefined;
      const before = published();
      place.declare(files(three));
      const change = (await place.planned()).changes.find(({ kind }) => kind === "workbook");
      await place.step(three);
      const after = published();
      if (before && change?.publish) {
        const told = change.shown ?? change.fields.filter(({ path }) => path.startsWith("dashboard"));
        const real = dashboardDifferences(before, after, []);
        expect(told.map(({ path }) => path).sort()).toEqual(real.map(({ path }) => path).sort());
      } else if (before) expect(after).toEqual(before);
    }),
    { numRuns: RUNS },
  );
});

it("a report that viewers see is kept until a publication without it", async () => {
  const place = await open({});
  const bare = (publish: boolean) => {
    const { workbooks } = files({ publish });
    const [, text] = workbooks.one.dashboard.widgets;
    const dashboard = { ...workbooks.one.dashboard, widgets: [text] };
    place.declare({ workbooks: { one: { ...workbooks.one, dashboard } } });
  };
  bare(false);
  await place.ok("apply", "--yes", "--prune");
  const kept = await place.planned("--prune");
  expect(kept.changes.map(({ action }) => action)).toEqual(["orphaned"]);
  expect(kept.diagnostics.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    "prune-needed: the report r is kept: one, as published, still draws it, and this plan does not publish it again",
  ]);
  bare(true);
  const gone = await place.planned("--prune");
  expect(gone.changes.map(({ kind, action }) => `${action} ${kind}`)).toEqual([
    "delete report",
    "publish workbook",
  ]);
});
