// Two applies of one project at the same moment, as the first of them sees it: the stamp that it wrote is the other one's by then.
import { describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/model/index.ts";
import { board, openHarness, outcomes } from "./harness.ts";
import type { Asked, Hook } from "./proxy.ts";

const isWrite = ({ method, path }: Asked) => method === "PUT" && path.includes("/workbooks/by-");

describe("another run of the same project, which writes the same workbook at the same moment", () => {
  /** Right after our last write of a stamp, the other run's write of the draft arrives, whose open stamp replaces ours. */
  it("does not make the platform one that keeps no stamps", async () => {
    let open: JsonObject | undefined;
    let isOver = false;
    const hook: Hook = async (asked, forward) => {
      if (!isWrite(asked) || !asked.body) return forward();
      if (isObject(asked.body.meta) && isObject(asked.body.meta.dashboardDraft)) open ??= asked.body;
      const answer = await forward();
      if (isOver || open === undefined || asked.body === open) return answer;
      isOver = true;
      return forward(open);
    };
    const { run, actions } = await openHarness({
      workbooks: { a: { dashboard: board("A") } },
      sandbox: { quirks: "fills-defaults" },
      proxy: hook,
    });
    expect(outcomes(await run())).toEqual(["a applied"]);
    expect(isOver).toBe(true);
    expect(await actions()).toEqual([]);
  });

  it("and a platform that ignores every other stamp is told all the same", async () => {
    const { run } = await openHarness({
      workbooks: { a: { dashboard: board("A") } },
      sandbox: { quirks: "fills-defaults" },
      proxy: async (asked, forward) => {
        const meta = asked.body?.meta;
        if (!isWrite(asked) || !isObject(meta) || isObject(meta.dashboardDraft)) return forward();
        return forward({});
      },
    });
    expect(outcomes(await run())).toEqual(["a failed stamp-not-kept"]);
  });
});

describe.each(["lists-without-meta"])(
  "another run of the same project that made the workbook since the plan, on a platform that %s",
  (quirks) => {
    it("is recognised by the stamp that a read shows", async () => {
      const { plan, apply } = await openHarness({
        workbooks: { a: { dashboard: board("A") } },
        sandbox: { quirks },
      });
      const [first, second] = [await plan(), await plan()];
      expect(outcomes(await apply(first))).toEqual(["a applied"]);
      expect(outcomes(await apply(second))).toEqual(["a applied"]);
    });
  },
);
