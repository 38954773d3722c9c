// Somebody makes a report with our publicId in the moment before an apply makes it.
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { isObject, type JsonObject } from "../../src/model/index.ts";
import { boardwright } from "../support/command.ts";
import { openHarness, outcomes } from "./harness.ts";
import { type Answered, alterItems, type Hook } from "./proxy.ts";

const files = {
  "dashboards/all.yaml": stringify({
    workbooks: { a: { name: "A" } },
    reports: { r: { name: "R", workbook: "a", query: { measures: ["orders.count"] } } },
  }),
};

it("is told as somebody else's where its meta shows it, with what it still holds, and loses our stamp", async () => {
  let ahead = 0;
  let isTaken = false;
  const proxy: Hook = async (asked, forward): Promise<Answered> => {
    if (asked.method === "PUT" && asked.path.includes("/reports/by-public-id/") && !isTaken) {
      isTaken = true;
      await forward({ name: "Mine", meta: { mine: 1 } });
      ahead += 10_000;
    }
    const answer = await forward();
    // As a platform answers that merges the meta of a report.
    const merge = (item: JsonObject) => ({
      ...item,
      meta: { mine: 1, ...(isObject(item.meta) && item.meta) },
    });
    return asked.path.includes("/reports/") && isTaken ? alterItems(answer, merge) : answer;
  };
  const harness = await openHarness({
    files,
    proxy,
    sandbox: { clock: () => new Date(Date.now() + ahead) },
  });
  const outcome = await harness.apply(await harness.plan());
  expect(outcomes(outcome)).toContain("r failed created-meanwhile");
  const failed = outcome.results.find(({ key }) => key === "r");
  expect(failed).toMatchObject({ id: null });
  expect(failed?.error?.details?.join("\n")).toContain("Its meta still holds mine.");
  const { sandbox, cwd } = harness;
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey };
  const next = await boardwright(["plan"], { cwd, env });
  // What it held is lost, but it is not ours.
  expect(next.stdout).toContain("1 to stamp, no viewer sees a change: report r");
});
