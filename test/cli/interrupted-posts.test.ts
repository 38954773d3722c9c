// An apply that is interrupted while it repeats a POST, which may not be sent again before a read shows that it did not happen.
import { expect, it, vi } from "vitest";
import { rows } from "../support/runs.ts";
import { waitInFull } from "../support/waits.ts";
import { openWorld } from "../support/world.ts";

waitInFull();

/** POST requests are refused so often, each for a second. */
const REFUSALS = 3;

it.each(
  rows([
    [503, "folder: Finance", "create folder Finance"],
    [429, "publish: true", "publish workbook 101"],
  ]),
)("says what it waits for, and each further wait: %s, %s", async (status, field, does) => {
  const { running, posts } = await open(status, field);
  // Its answer is there, too.
  await vi.waitFor(() => expect(posts()).toBe(1), 10_000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  running.interrupt("SIGINT");
  expect(running.said()).toContain(`Stopping: waiting for the answer to ${does}; Ctrl-C again ends now.\n`);
  const { code } = await running.ended;
  expect(code).toBe(130);
  const waits = running.said().match(new RegExp(`could not ${does}: .*, trying again in 1 s`, "g"));
  expect(waits).toHaveLength(REFUSALS - 1);
  expect(posts()).toBe(REFUSALS + 1);
});

async function open(status: number, field: string) {
  let posts = 0;
  const world = await openWorld({
    files: {
      "dashboards/a.yaml": `workbooks: { sales: { name: Sales, ${field}, dashboard: { kind: CLASSIC, widgets: [] } } }\n`,
    },
    proxy: async ({ method }, forward) => {
      if (method === "POST") posts += 1;
      const isRefused = method === "POST" && posts <= REFUSALS;
      return isRefused ? { status, headers: { "retry-after": "1" }, body: {} } : forward();
    },
  });
  return { running: world.begin(["apply", "--yes"]), posts: () => posts };
}
