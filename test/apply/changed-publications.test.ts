// A platform that changes a value of what it publishes: it is reported each time, and nobody's publication is overwritten unasked.
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const entry = (title: string) => ({
  a: { name: "A", publish: true, dashboard: board(title, { settings: { pageSize: 50 } }) },
});

it.each([false, true])(
  "is reported with paths, also where the answer shows nothing of it (%s)",
  async (isSilent) => {
    const { deploy, plan } = await openWorld({
      workbooks: entry("A"),
      proxy: async ({ method, body }, forward) => {
        if (method !== "POST") return forward();
        const config = { ...(body?.config as JsonObject), settings: { pageSize: 25 } };
        const answer = await forward({ ...body, config });
        return isSilent ? { status: 200, body: { id: 1, status: "published" } } : answer;
      },
    });
    for (const title of ["A", "B"]) {
      const outcome = await deploy(entry(title));
      expect(outcomes(outcome)).toEqual(["a failed published-otherwise"]);
      expect(outcome.results[0]?.error?.details?.[0]).toBe(
        "dashboard.settings.pageSize: this run published 50, the platform answered 25",
      );
      expect((await plan(entry(title))).changes).toMatchObject([
        { action: "publish", hazards: [{ code: "drift" }] },
      ]);
    }
  },
);
