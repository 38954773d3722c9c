// A publication freezes every report that a dashboard draws, also one that no file declares: an edit of it reaches viewers with whatever else
// is published, and the plan says so before (field notes F 4).
import { describe, expect, it } from "vitest";
import type { JsonObject, Plan } from "../../src/model/index.ts";
import { planHash } from "../../src/plan/index.ts";
import { openWorld } from "../support/world.ts";

async function open() {
  const place = await openWorld({ workbooks: {} });
  const call = async (method: string, path: string, body: JsonObject) => {
    const answer = await fetch(`${place.sandbox.url}/api/v1/deployments/1/reports${path}`, {
      method,
      headers: { authorization: `Bearer ${place.sandbox.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as { id: number };
  };
  const { id } = await call("PUT", "/by-public-id/Loose0000001", {
    name: "Loose | <b>ends</b>",
    jsonQuery: '{"measures":["o.a"]}',
  });
  const files = (title: string, { name = "Sales", draws = true, publish = true } = {}) => ({
    workbooks: {
      one: {
        ...{ name, publish },
        dashboard: {
          title,
          widgets: draws
            ? [{ id: "c", type: "CHART", position: [0, 0, 4, 4], config: { reportId: id } }]
            : [{ id: "n", type: "TEXT", position: [0, 0, 4, 4], config: { markdown: "Nothing" } }],
        },
      },
    },
  });
  const declare: typeof files = (...said) => {
    const made = files(...said);
    place.declare(made);
    return made;
  };
  declare("Old");
  await place.ok("apply", "--yes");
  const edit = (measure: string) =>
    call("PUT", "/by-public-id/Loose0000001", { jsonQuery: `{"measures":["${measure}"]}` });
  const carries = ({ changes }: Plan) => changes.map((change) => change.carries?.map((one) => one.name));
  return { ...place, declare, edit, carries };
}

const LOOSE = ["Loose | <b>ends</b>"];

describe("an edited report that no file declares", () => {
  it("is named where its dashboard is published for another change", async () => {
    const { declare, edit, planned, run, ok, carries } = await open();
    declare("New");
    expect(carries(await planned())).toEqual([undefined]);
    await edit("o.b");
    expect(carries(await planned())).toEqual([LOOSE]);
    expect((await run("plan")).stdout).toContain(
      "viewers also get what changed since in a report outside these files: Loose | <b>ends</b>",
    );
    const markdown = (await run("plan", "--format", "markdown")).stdout;
    const row = markdown.split("\n").find((line) => line.startsWith("| 📝 |"));
    expect(row).toContain("dashboard title, 1 report outside these files changed since the last publication");
    expect(markdown).toMatch(/a report outside these files: Loose \|/);
    expect((await run("plan", "--format", "html")).stdout).toContain(
      "1 report outside these files changed since",
    );
    await ok("apply", "--yes");
    declare("Newer");
    expect(carries(await planned())).toEqual([undefined]);
  });

  it("publishes nothing by itself, and is not named where nothing is published", async () => {
    const { declare, edit, planned, carries } = await open();
    await edit("o.b");
    expect((await planned()).changes).toEqual([]);
    declare("Old", { name: "Sales!" });
    expect(carries(await planned())).toEqual([undefined]);
    declare("New", { publish: false });
    expect(carries(await planned())).toEqual([undefined]);
    declare("New", { draws: false });
    expect(carries(await planned())).toEqual([undefined]);
  });

  it("is named where a draft is published as it is", async () => {
    const { declare, edit, planned, run, ok, carries } = await open();
    declare("New", { publish: false });
    await ok("apply", "--yes");
    await edit("o.b");
    declare("New");
    expect(carries(await planned())).toEqual([LOOSE]);
    expect((await run("plan", "--format", "markdown")).stdout).toMatch(
      /its draft is published, 1 report outside these files changed since the last publication/,
    );
  });

  it("is part of what was reviewed", async () => {
    const { declare, edit, planned } = await open();
    declare("New");
    const before = planHash(await planned());
    await edit("o.b");
    const after = planHash(await planned());
    expect(after).not.toBe(before);
    expect(planHash(await planned())).toBe(after);
    await edit("o.c");
    expect(planHash(await planned())).not.toBe(after);
  });
});
