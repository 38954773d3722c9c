// What a plan does not change is not sent, so an edit of it that lands between the read and the write stays, and shows as drift.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/model/index.ts";
import type { Hook } from "../support/proxy.ts";
import { board, openWorld, outcomes } from "../support/world.ts";

const A = { name: "A", meta: { team: "sales", tier: 1 }, dashboard: board("A") };

/** Applies A, then `next`, while somebody does `edit` right before the write. */
async function applyWith(next: JsonObject, edit: (workbook: JsonObject) => void, merge: "shallow" | "deep") {
  let isOn = false;
  const sent: JsonObject[] = [];
  const place: { edit?: () => void } = {};
  const hook: Hook = async (asked, forward) => {
    if (isOn && asked.method === "PUT") {
      sent.push(asked.body as JsonObject);
      if (sent.length === 1) place.edit?.();
    }
    return forward();
  };
  const opened = await openWorld({ workbooks: { a: A }, sandbox: { merge }, proxy: hook });
  place.edit = () => opened.sandbox.edit("a", (workbook) => edit(workbook as unknown as JsonObject));
  await opened.deploy();
  isOn = true;
  const outcome = await opened.deploy({ a: next });
  return { ...opened, outcome, sent };
}

const EDITS: [string, (workbook: JsonObject) => void, string, JsonObject][] = [
  ["the name", (workbook) => Object.assign(workbook, { name: "Mine" }), "name", { name: "Mine" }],
  [
    "a key of meta",
    (workbook) => Object.assign(workbook.meta as JsonObject, { tier: 2 }),
    "meta.tier",
    { meta: { tier: 2, team: "finance" } },
  ],
  [
    "the dashboard",
    (workbook) => Object.assign(workbook.dashboardDraft as JsonObject, { title: "Mine" }),
    "dashboard.title",
    { dashboardDraft: { title: "Mine" } },
  ],
];

describe.each(["shallow", "deep"] as const)(
  "an edit of %s merged meta that lands right before a write",
  (merge) => {
    it.each(EDITS)(
      "stays, if it is of %s and the plan changes something else",
      async (_, edit, path, left) => {
        const next = { ...A, meta: { team: "finance", tier: 1 } };
        const { outcome, sent, sandbox, plan } = await applyWith(next, edit, merge);
        expect(outcomes(outcome)).toEqual(["a applied"]);
        expect(Object.keys(sent[0] ?? {})).toEqual(["meta"]);
        expect(Object.keys(sent[0]?.meta as JsonObject)).toEqual(["team", "boardwright"]);
        expect(sandbox.workbook("a")).toMatchObject(left);
        const [change] = (await plan({ a: next })).changes;
        expect(change?.hazards.map(({ code }) => code)).toEqual(["drift"]);
        expect(change?.fields.map((field) => [field.path, field.origin])).toEqual([[path, "live"]]);
      },
    );

    it("of a name stays, where the plan changes the dashboard", async () => {
      const next = { ...A, dashboard: board("B") };
      const { sent, sandbox } = await applyWith(
        next,
        (workbook) => Object.assign(workbook, { name: "Mine" }),
        merge,
      );
      expect(Object.keys(sent[0]?.meta as JsonObject).sort()).toEqual(["boardwright", "dashboardDraft"]);
      expect(sandbox.workbook("a")).toMatchObject({ name: "Mine", dashboardDraft: { title: "B" } });
    });
  },
);
