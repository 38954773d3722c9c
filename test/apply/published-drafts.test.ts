// Platforms that fill something into the draft when they publish it, and not into what viewers get: the first time it looks like an edit of
// that moment, and is told as one. What comes again with the next publication is the platform's.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const entry = (title: string, more: JsonObject = {}) => ({
  a: { name: "A", publish: true, dashboard: board(title, more) },
});
const chart = (id: string, x: number): JsonObject => ({
  ...{ id, type: "CHART", position: { x, y: 0, w: 3, h: 4 }, config: { title: id } },
});

describe.each(["shallow", "deep"] as const)(
  "a draft that is filled in by its publication (%s merge)",
  (merge) => {
    const open = async () => {
      const sandbox = { quirks: "fills-drafts-on-publishing", merge };
      const world = await openWorld({ workbooks: entry("A"), sandbox });
      const left = async (entries = entry("A")) =>
        (await world.plan(entries)).changes.map(({ action, hazards }) => [
          action,
          ...hazards.map(({ code }) => code),
        ]);
      return { ...world, left };
    };

    it("is drift after the first publication, and after no later one", async () => {
      const { deploy, left, sandbox } = await open();
      await deploy();
      expect(await left()).toEqual([["update", "drift"]]);
      expect(outcomes(await deploy())).toEqual(["a applied"]);
      expect(await left()).toEqual([]);
      const steps = [
        entry("B"),
        entry("C", { settings: { refresh: 5 } }),
        entry("D", { widgets: [chart("a", 0), chart("b", 3)] }),
        entry("E", { settings: { cache: "off" } }),
        entry("F"),
      ];
      for (const entries of steps) {
        expect(outcomes(await deploy(entries))).toEqual(["a applied"]);
        expect(await left(entries)).toEqual([]);
      }
      expect(sandbox.workbook("a")?.dashboardDraft?.settings).toMatchObject({ cache: "on", pageSize: 50 });
    });

    it("needs no discarded edit to be learned", async () => {
      const { deploy, left } = await open();
      await deploy();
      expect(outcomes(await deploy(entry("B")))).toEqual(["a applied"]);
      expect(await left(entry("B"))).toEqual([]);
    });

    it("hides no edit of such a moment, nor what comes along with one", async () => {
      let edits = 0;
      const isPublication = (method: string, path: string) => method === "POST" && path.endsWith("/publish");
      const { deploy, sandbox, plan } = await openWorld({
        workbooks: entry("A"),
        sandbox: { quirks: "fills-drafts-on-publishing", merge },
        proxy: async ({ method, path }, forward) => {
          const answer = await forward();
          if (isPublication(method, path)) {
            edits += 1;
            sandbox.edit("a", ({ dashboardDraft }) => {
              if (dashboardDraft) Object.assign(dashboardDraft, { description: `edit ${edits}` });
            });
          }
          return answer;
        },
      });
      for (const title of ["A", "B", "C"]) {
        await deploy(entry(title));
        const [change] = (await plan(entry(title))).changes;
        expect(change?.hazards.map(({ code }) => code)).toEqual(["drift"]);
        expect(change?.fields.map(({ path }) => path)).toContain("dashboard.description");
      }
    });
  },
);
