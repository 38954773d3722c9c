// Two applies of one project at the same moment, as the first of them sees it: the stamp that it wrote is the other one's by then.
import { describe, expect, it } from "vitest";
import { board, openWorld, outcomes } from "../support/world.ts";

describe.each(["lists-without-meta"])(
  "another run of the same project that made the workbook since the plan, on a platform that %s",
  (quirks) => {
    it("is recognised by the stamp that a read shows", async () => {
      const { plan, apply } = await openWorld({
        workbooks: { a: { dashboard: board("A") } },
        sandbox: { quirks },
      });
      const [first, second] = [await plan(), await plan()];
      expect(outcomes(await apply(first))).toEqual(["a applied"]);
      expect(outcomes(await apply(second))).toEqual(["a applied"]);
    });
  },
);
