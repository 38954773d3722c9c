// Somebody takes the slug of the first creation of an empty deployment, where nothing that is live says how finely the platform tells times.
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { ApplyReport } from "../../src/model/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { board, openHarness, outcomes, PROJECT } from "./harness.ts";
import { type Asked, alterItems, openProxy } from "./proxy.ts";

const isUpsert = ({ method, path }: Asked) => method === "PUT" && path.endsWith("/by-slug/b");
const whole = (time: unknown): string => String(time).replace(/\.\d+Z$/, "Z");

describe.each<[string, (time: unknown) => string]>([
  ["with milliseconds", String],
  ["in whole seconds", whole],
  ["in whole seconds that are padded", (time) => whole(time).replace("Z", ".000Z")],
  ["as a date", (time) => String(time).slice(0, 10)],
])("a workbook that somebody makes in the same moment in an empty deployment, times %s", (_, told) => {
  it("is neither written over nor published", async () => {
    const sandbox = await createSandbox();
    onTestFinished(() => sandbox.close());
    let isTaken = false;
    const url = await openProxy(sandbox.url, async (asked, forward) => {
      if (isUpsert(asked) && !isTaken) {
        isTaken = true;
        await fetch(`${sandbox.url}/api/v1/deployments/1/workbooks/by-slug/b`, {
          method: "PUT",
          headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
          body: JSON.stringify({ name: "Mine", meta: { mine: 1, dashboardDraft: board("Mine") } }),
        });
      }
      return alterItems(await forward(), (item) => ({
        ...item,
        ...("createdAt" in item && { createdAt: told(item.createdAt), updatedAt: told(item.updatedAt) }),
      }));
    });
    const files = { workbooks: { b: { publish: true, dashboard: board("B") } } };
    const cwd = tempFolder({ "boardwright.yaml": PROJECT, "dashboards/all.yaml": stringify(files) });
    const env = { PLATFORM_API_URL: url, PLATFORM_API_KEY: sandbox.apiKey };
    const ran = await boardwright(["apply", "--yes", "--json"], { cwd, env });
    expect(ran.code).toBe(1);
    const { results } = JSON.parse(ran.stdout) as ApplyReport;
    expect(results[0]).toMatchObject({ status: "failed", id: null, error: { code: "created-meanwhile" } });
    expect(results[0]?.error?.details?.[0]).toMatch(
      / holds a draft with 1 widget: nothing of it was written over/,
    );
    const left = sandbox.workbook("b");
    expect(left).toMatchObject({ name: "Mine", dashboardDraft: { title: "Mine" }, dashboardPublished: null });
  });
});

describe("an empty deployment", () => {
  it("is asked for its first slug by an empty request, and for the others only if the times that it tells are coarse", async () => {
    const workbooks = { a: { name: "A" }, b: { name: "B" }, c: { name: "C" } };
    const at = new Date("2026-11-20T08:00:00.123Z");
    const { plan, apply, writes } = await openHarness({ workbooks, sandbox: { clock: () => at } });
    const outcome = await apply(await plan(), { concurrency: 1 });
    expect(outcomes(outcome)).toEqual(["a applied", "b applied", "c applied"]);
    expect(writes()).toEqual(["PUT a", "PUT a", "PUT b", "PUT c"]);
  });
});
