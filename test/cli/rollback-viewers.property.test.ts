// Any few runs, of which some cannot publish: put back one after the other, the last first, each rollback brings back draft, report and what
// viewers see as they were before its run, or says what it cannot. None takes anything of ours for a stranger's.
import fc from "fast-check";
import { expect, it } from "vitest";
import { runs } from "../support/runs.ts";
import { files, openShown, refusing, type Shown } from "./shown-place.ts";

const step = fc.record({
  title: fc.constantFrom("Old", "New", "Newer"),
  measure: fc.constantFrom("orders.count", "orders.total", "orders.refunds"),
  publish: fc.boolean(),
  isRefused: fc.boolean(),
});

async function stateOf(place: Shown) {
  const { reports } = (await place.state()) as { reports: { jsonQuery: string }[] };
  const draft = place.sandbox.workbook("one")?.dashboardDraft?.title;
  return { draft, query: reports[0]?.jsonQuery, seen: place.seen() };
}

it("is as it was before, or it is said", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const place = await openShown();
      const before = new Map<string, Awaited<ReturnType<typeof stateOf>>>();
      for (const { title, measure, publish, isRefused } of steps) {
        const state = await stateOf(place);
        const known = place.runs().length;
        place.declare(files(title, measure, publish));
        place.hook(isRefused ? refusing : (_, forward) => forward());
        await place.run("apply", "--yes");
        if (place.runs().length > known) before.set(place.runs().at(-1) as string, state);
      }
      place.hook((_, forward) => forward());
      const runs = [...before].reverse();
      // What a rollback said that it cannot show again stays so until the run that it named is put back as well.
      let isExcused = false;
      for (const [run, state] of runs) {
        const { stdout } = await place.ok("rollback", run, "--yes");
        const now = await stateOf(place);
        const isTold = /keeps-report|stays-published/.test(stdout);
        isExcused ||= isTold;
        if (run === runs.at(-1)?.[0]) isExcused = isTold;
        expect(isExcused ? { ...now, seen: [now.seen[0], state.seen[1]] } : now, stdout).toEqual(state);
      }
    }),
    { numRuns: runs(15) },
  );
});
