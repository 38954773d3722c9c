// Plans made by hand for the reporters' tests: one small plan, to be filled with the change a test is about.

import type { Change, FieldChange, Hazard, JsonObject, Plan, PlanSummary } from "../../src/model/index.ts";

export function makePlan(changes: Change[], summary: Partial<PlanSummary> = {}): Plan {
  const counted: PlanSummary = {
    create: 0,
    update: 0,
    publish: 0,
    stamp: 0,
    delete: 0,
    unchanged: 43,
    orphaned: 0,
  };
  for (const change of changes) counted[change.action] += 1;
  return {
    formatVersion: 1,
    tool: { name: "boardwright", version: "0.1.0" },
    project: "acme-analytics",
    target: { name: "production", url: "https://acme.example.com", deploymentId: 12 },
    summary: { ...counted, ...summary },
    changes,
    diagnostics: [],
  };
}

export function makeChange(key: string, given: Partial<Change> = {}): Change {
  return {
    kind: "workbook",
    key,
    action: "update",
    origin: "git",
    id: 101,
    title: key,
    source: { file: `dashboards/${key}.yaml`, line: 3 },
    publish: false,
    visible: false,
    hazards: [],
    fields: [],
    fingerprint: "sha256:00",
    ...given,
  };
}

export function changed(
  path: string,
  before: FieldChange["before"],
  after: FieldChange["after"],
): FieldChange {
  return { path, change: "changed", before, after, origin: "git" } as FieldChange;
}

export function hazard(code: Hazard["code"], message: string): Hazard {
  return { code, message };
}

/** A request that sends a draft of these widgets. */
export function draftOf(widgets: JsonObject[], layout: JsonObject = { cols: { lg: 12 } }): JsonObject {
  return { meta: { dashboardDraft: { kind: "CLASSIC", layout, widgets } } };
}

/** The plan of the sketch in the shared notes on taste. */
export function sketchPlan(): Plan {
  const revenue = makeChange("revenue-overview", {
    title: "Revenue overview",
    source: { file: "dashboards/revenue.yaml", line: 3 },
    request: draftOf([
      { id: "revenue", type: "CHART", position: { x: 6, y: 0, w: 6, h: 4 } },
      { id: "churn", type: "CHART", position: { x: 0, y: 4, w: 4, h: 3 } },
      { id: "note", type: "TEXT", position: { x: 0, y: 0, w: 6, h: 4 } },
    ]),
    fields: [
      changed("dashboard.layout.rowHeight", 40, 32),
      {
        path: "dashboard.widgets[churn]",
        change: "added",
        after: { id: "churn", type: "CHART", position: { x: 0, y: 4, w: 4, h: 3 } },
        origin: "git",
      },
      changed(
        "dashboard.widgets[note].config.markdown",
        "# Notes\nFigures before **refunds**.\n",
        "# Notes\nFigures after **refunds**.\n",
      ),
      changed("dashboard.widgets[revenue].config.title", "Revenue", "Net revenue"),
      changed("dashboard.widgets[revenue].position.x", 0, 6),
    ],
  });
  const orders = makeChange("order-status", {
    title: "Order status",
    origin: "live",
    source: { file: "dashboards/orders.yaml", line: 41 },
    hazards: [hazard("drift", "edited outside Git since the last apply")],
    request: draftOf([{ id: "canceled", type: "CHART", position: { x: 0, y: 0, w: 6, h: 4 } }]),
    fields: [{ ...changed("dashboard.widgets[canceled].position.w", 8, 6), origin: "live" }],
  });
  const suppliers = makeChange("supplier-scorecard", {
    action: "create",
    id: null,
    title: "Supplier scorecard",
    source: { file: "dashboards/supply.yaml", line: 1 },
    publish: true,
    visible: true,
    fingerprint: null,
    request: {
      name: "Supplier scorecard",
      folderId: { $folder: "Supply/Vendors" },
      meta: { dashboardDraft: { widgets: Array.from({ length: 14 }, (_, index) => ({ id: `w${index}` })) } },
    },
  });
  return makePlan([revenue, orders, suppliers]);
}
