// How many requests of a plan wait for one another: what needs nothing of another is asked for at the same time.
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Hook } from "../support/proxy.ts";
import { openWorld } from "../support/world.ts";

/** In front of a sandbox: answers late, and numbers each request by the answers that were there when it came. */
function late(delayMs: number) {
  const steps = new Map<string, number>();
  let finished = 0;
  const proxy: Hook = async ({ path, query }, forward) => {
    const step = finished + 1;
    const asked = `${path.replace(/^\/api\/v1\//, "")}${query.size > 0 ? `?${query}` : ""}`;
    // Folders are looked at once more for a workbook that was nowhere to be seen.
    if (!steps.has(asked)) steps.set(asked, step);
    const answer = await forward();
    await setTimeout(delayMs);
    finished = Math.max(finished, step);
    return answer;
  };
  return { proxy, steps };
}

const FILES = `workbooks:
  a:
    name: A
    folder: Finance
    dashboard:
      kind: CLASSIC
      layout: { cols: { lg: 12 } }
      widgets:
        - { id: w, type: CHART, position: [0, 0, 6, 4], config: { reportId: { $report: r } } }
reports:
  r: { name: R, workbook: a, query: { measures: [orders.count] } }
`;

it.each([["plan"], ["drift"], ["pull", "--all"]])(
  "%s reads description, then folders, reports and workbooks at once",
  async (...args) => {
    const { proxy, steps } = late(200);
    const world = await openWorld({ files: { "dashboards/a.yaml": FILES }, proxy });
    // Without a scheme the first of the lists goes ahead, to find out how the credential is spelled (contract 1).
    world.env.PLATFORM_AUTH_SCHEME = "bearer";
    const ran = await world.run(...args);
    expect(ran.stderr).toBe("");
    const lists = [...steps].map(([path, step]) => `${step} ${path.replace(/^deployments\/1\/|\?.*/g, "")}`);
    expect(lists.sort()).toEqual(["1 spec", "2 folders", "2 reports", "2 workbooks"]);
  },
);
