// drift in the Action, on a schedule: one issue that is opened, brought up to date, and closed.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import { board, chart, openPlace } from "./place.ts";
import { byHand, push, schedule } from "./runner.ts";

describe("drift in the Action", () => {
  it("opens one issue, leaves it, brings it up to date and closes it; the step succeeds", async () => {
    const place = await openPlace({ workbooks: { revenue: board("Revenue"), churn: board("Churn") } });
    const issues = () => [...place.github.issues.values()].filter(({ title }) => title !== "");
    const edit = (slug: string, title: string) =>
      place.call("PUT", `/deployments/1/workbooks/by-slug/${slug}`, {
        meta: { dashboardDraft: { ...(board(title, chart("a")).dashboard as JsonObject) } },
      });
    await place.run("apply", push);
    const calm = await place.run("drift", schedule);
    expect(calm.outputs).toMatchObject({ "exit-code": "0", changes: "false", update: "0" });
    expect(issues()).toEqual([]);

    await edit("revenue", "Edited");
    const drifted = await place.run("drift", schedule);
    expect(drifted.code).toBe(0);
    expect(drifted.outputs).toMatchObject({ "exit-code": "2", changes: "true", update: "1" });
    expect(issues()).toMatchObject([
      { title: "Dashboards of production were edited outside Git", state: "open" },
    ]);
    expect(drifted.outputs["comment-id"]).toBe(String(issues()[0]?.number));
    expect(issues()[0]?.body).toContain("boardwright pull revenue");
    expect(drifted.summary).toContain("1 workbook was edited outside Git");

    await edit("churn", "Edited, too");
    place.github.requests.length = 0;
    await place.run("drift", byHand);
    expect(issues()).toHaveLength(1);
    expect(issues()[0]?.body).toContain("churn");
    await place.run("drift", schedule);
    const patches = place.github.requests.filter((request) => request.startsWith("PATCH"));
    expect(patches).toHaveLength(1);

    const failed = await place.run("drift", schedule, { inputs: { "api-key": "wrong-key" } });
    expect(failed.outputs["exit-code"]).toBe("1");
    expect(issues()[0]).toMatchObject({ state: "open" });

    place.rewrite({ revenue: board("Edited"), churn: board("Edited, too") });
    await place.run("apply", push, { inputs: { allow: "drift,conflict" } });
    await place.run("drift", schedule);
    expect(issues()).toMatchObject([
      { state: "closed", comments: [{ body: expect.stringContaining("No edits") }] },
    ]);
    await edit("revenue", "Once more");
    await place.run("drift", schedule, { inputs: { comment: "false" } });
    expect(issues()).toHaveLength(1);
    await place.run("drift", schedule);
    expect(issues().map(({ state }) => state)).toEqual(["closed", "open"]);
  });

  it("opens no issue again that a person closed, until the edits are others", async () => {
    const place = await openPlace({ workbooks: { revenue: board("Revenue") } });
    const issues = () => [...place.github.issues.values()].filter(({ title }) => title !== "");
    const edit = (title: string) =>
      place.call("PUT", "/deployments/1/workbooks/by-slug/revenue", {
        meta: { dashboardDraft: { ...(board(title).dashboard as JsonObject) } },
      });
    await place.run("apply", push);
    await edit("Edited");
    await place.run("drift", schedule);
    Object.assign(issues()[0] ?? {}, { state: "closed" });
    const again = await place.run("drift", schedule);
    expect(again.outputs).toMatchObject({ "exit-code": "2", changes: "true" });
    expect(again.log).toContain(`#${issues()[0]?.number} is about just these edits, and somebody closed it`);
    expect(issues()).toHaveLength(1);
    await edit("Edited, too");
    await place.run("drift", schedule);
    expect(issues().map(({ state }) => state)).toEqual(["closed", "open"]);
    // One that the edits' end closed does not keep them from being told again.
    await edit("Revenue");
    await place.run("drift", schedule);
    await edit("Edited, too");
    await place.run("drift", schedule);
    expect(issues().map(({ state }) => state)).toEqual(["closed", "closed", "open"]);
  });
});
