import { describe, expect, it } from "vitest";
import type { Change, Plan } from "../../src/model/index.ts";
import { renderPlanJson } from "../../src/report/index.ts";
import { changed, hazard, makeChange, makePlan, sketchPlan } from "./plan-samples.ts";

/** The same plan with the keys of everything but requests and values in another order. */
function shuffled(plan: Plan): Plan {
  const reversed = <T extends object>(value: T): T =>
    Object.fromEntries(Object.entries(value).reverse()) as T;
  const changes = plan.changes.map((change): Change => {
    const fields = change.fields.map(reversed);
    return reversed({ ...change, fields, hazards: change.hazards.map(reversed) });
  });
  return reversed({
    ...plan,
    changes,
    summary: reversed(plan.summary),
    target: reversed(plan.target),
    tool: reversed(plan.tool),
  });
}

describe("the plan as JSON", () => {
  it("has the keys of contract 4, in its order", () => {
    const change = makeChange("a", {
      title: "A",
      hazards: [hazard("drift", "edited")],
      fields: [{ ...changed("dashboard.widgets[revenue].position.x", 0, 6), base: 3, origin: "both" }],
      request: { name: "A" },
    });
    const text = renderPlanJson(makePlan([change]));
    const digest = /"digest": "(sha256:[0-9a-f]{64})"/.exec(text)?.[1];
    expect(text).toBe(`{
  "formatVersion": 1,
  "tool": {
    "name": "boardwright",
    "version": "0.1.0"
  },
  "project": "acme-analytics",
  "target": {
    "name": "production",
    "url": "https://acme.example.com",
    "deploymentId": 12
  },
  "summary": {
    "create": 0,
    "update": 1,
    "publish": 0,
    "stamp": 0,
    "delete": 0,
    "unchanged": 43,
    "orphaned": 0
  },
  "changes": [
    {
      "kind": "workbook",
      "key": "a",
      "action": "update",
      "origin": "git",
      "id": 101,
      "source": {
        "file": "dashboards/a.yaml",
        "line": 3
      },
      "publish": false,
      "visible": false,
      "title": "A",
      "hazards": [
        {
          "code": "drift",
          "message": "edited"
        }
      ],
      "fields": [
        {
          "path": "dashboard.widgets[revenue].position.x",
          "change": "changed",
          "before": 0,
          "after": 6,
          "base": 3,
          "origin": "both"
        }
      ],
      "fingerprint": "sha256:00",
      "request": {
        "name": "A"
      }
    }
  ],
  "diagnostics": [],
  "digest": "${digest}"
}
`);
  });

  it("loses nothing, and is the same whatever order the plan's keys have", () => {
    const plan = sketchPlan();
    const { digest, ...read } = JSON.parse(renderPlanJson(plan));
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(read).toEqual(plan);
    expect(renderPlanJson(shuffled(plan))).toBe(renderPlanJson(plan));
  });

  it("keeps the edits of `lint --fix` to itself", () => {
    const plan = makePlan([]);
    const place = { file: "a.yaml", line: 1, column: 1 };
    plan.diagnostics.push({
      ...place,
      rule: "r",
      severity: "error",
      message: "m",
      fix: { from: "a", to: "b" },
      endLine: 2,
      slug: "a",
    });
    expect(JSON.parse(renderPlanJson(plan)).diagnostics).toEqual([
      { rule: "r", severity: "error", message: "m", ...place, slug: "a" },
    ]);
  });
});
