// Platforms that change a value of what they publish: at rest after an apply, and nobody is told of a stranger's publication.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Answered, Asked } from "../support/proxy.ts";
import { board, openWorld, outcomes, type World } from "../support/world.ts";

const entry = (title: string) => ({
  a: { name: "A", publish: true, dashboard: board(title, { settings: { pageSize: 50 } }) },
});

interface Changing {
  /** The value that it puts in place of the page size at its n-th publication. */
  value(count: number): number;
  /** Whether the draft gets it, too. */
  inDraft?: boolean;
  /** Whether the answer to a publication leaves out what was published. */
  isSilent?: boolean;
}

async function open({ value, inDraft = false, isSilent = false }: Changing): Promise<World> {
  let count = 0;
  const world: World = await openWorld({
    workbooks: entry("A"),
    proxy: async ({ method, body }: Asked, forward): Promise<Answered> => {
      if (method !== "POST") return forward();
      count += 1;
      const settings = { pageSize: value(count) };
      const answer = await forward({ ...body, config: { ...(body?.config as JsonObject), settings } });
      if (inDraft)
        world.sandbox.edit("a", (workbook) => {
          workbook.dashboardDraft = { ...workbook.dashboardDraft, settings };
        });
      return isSilent ? { status: 200, body: { id: 1, status: "published", versionNumber: count } } : answer;
    },
  });
  return world;
}

const constant = () => 25;
const counter = (count: number) => count;

describe.each([
  ["the same", constant],
  ["another", counter],
] as const)("a platform that puts %s value into each publication", (_, value) => {
  it.each([false, true])("leaves nothing to plan after an apply (silent answers: %s)", async (isSilent) => {
    const { deploy, plan } = await open({ value, isSilent });
    for (const title of ["A", "B", "C"]) {
      const outcome = await deploy(entry(title));
      expect([title, ...outcomes(outcome)]).toEqual([title, "a applied"]);
      expect((await plan(entry(title))).changes).toEqual([]);
    }
  });

  it.each([false, true])(
    "and into the draft is at rest from the second publication on (silent answers: %s)",
    async (isSilent) => {
      const { deploy, plan } = await open({ value, isSilent, inDraft: true });
      const before = outcomes(await deploy(entry("A")));
      expect(before).toEqual([isSilent ? "a applied" : "a failed published-otherwise"]);
      expect((await plan(entry("A"))).changes).toMatchObject([
        { origin: "live", hazards: [{ code: "drift" }] },
      ]);
      for (const title of ["B", "C"]) {
        expect(outcomes(await deploy(entry(title)))).toEqual(["a applied"]);
        expect((await plan(entry(title))).changes).toEqual([]);
      }
      const edited = { ...entry("C").a.dashboard, settings: { pageSize: 60 } };
      const { changes } = await plan({ a: { ...entry("C").a, dashboard: edited } });
      expect(changes).toMatchObject([
        { origin: "git", hazards: [], fields: [{ before: value(3), after: 60 }] },
      ]);
    },
  );
});
