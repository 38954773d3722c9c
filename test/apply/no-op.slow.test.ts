// An apply with nothing to do: GET alone, and no more of them than paging needs, plus one for each item that a list tells too little of.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { board, openWorld } from "../support/world.ts";

const PAGE = 100;

describe("an apply of what is live already", () => {
  it.each([
    [true, 1000, 0],
    [false, 1000, 1000],
  ])("reads each page once (drafts in lists: %s)", async (listDrafts, total, single) => {
    const slugs = Array.from({ length: total }, (_, i) => `board-${i}`);
    const workbooks = Object.fromEntries(slugs.map((slug) => [slug, { dashboard: board(slug) }]));
    const empty = await openWorld({ workbooks });
    const live = (await empty.plan()).changes.map(({ key, request = {} }) => {
      const { dashboardDraft, ...meta } = request.meta as { dashboardDraft: JsonObject } & JsonObject;
      return { slug: key, name: String(request.name), meta, dashboardDraft };
    });
    const { deploy, sandbox } = await openWorld({
      workbooks,
      sandbox: { seed: { workbooks: live, listDrafts } },
    });
    expect((await deploy()).summary).toMatchObject({ unchanged: total, updated: 0, stamped: 0 });
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(asked(sandbox)).toEqual({
      spec: 1,
      workbooks: total / PAGE,
      reports: 1,
      ...(single ? { single } : {}),
    });
  });
});

function asked({ requests }: Sandbox): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const request of requests) {
    const path = request.path.replace(/\?.*/, "");
    const last = /\/workbooks\/\d+$/.test(path) ? "single" : (path.split("/").at(-1) ?? "");
    counts[last] = (counts[last] ?? 0) + 1;
  }
  return counts;
}
