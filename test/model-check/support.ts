// A data model in few words, and the findings of one dashboard or report against it.
import type { DataModel, JsonObject, MemberKind, ResolvedReport } from "../../src/model/index.ts";
import { createModelCheck } from "../../src/model-check/index.ts";
import { makeProject, makeReport, makeWorkbook } from "../lint/workbook.ts";

/** `{ orders: "revenue:measure status:dimension created_at:dimension/time" }` */
export function makeModel(cubes: Record<string, string>): DataModel {
  return {
    of: "production",
    cubes: Object.entries(cubes).map(([name, members]) => ({
      name,
      members: members.split(/\s+/).map((written) => {
        const [own = "", kind = "", type] = written.split(/[:/]/);
        return {
          name: `${name}.${own}`,
          kind: kind as MemberKind,
          ...(type !== undefined && { type }),
          granularities: type === "time" ? ["fortnight"] : [],
        };
      }),
    })),
  };
}

export const MODEL = makeModel({
  orders:
    "revenue:measure/number count:measure/number status:dimension/string created_at:dimension/time paid:segment geo:hierarchy",
  customers: "country:dimension/string name:dimension/string count:measure",
  orders_view: "revenue:measure/number order_status:dimension/string",
});

export interface Checked {
  /** `rule @ place: message`; the place is the path in the entry. */
  found: string[];
  /** `rule @ place` alone. */
  places: string[];
  broken: string[];
  helps: (string | undefined)[];
}

export function check(
  entries: { dashboards?: Record<string, JsonObject>; reports?: Record<string, JsonObject> },
  model: DataModel = MODEL,
): Checked {
  const modelCheck = createModelCheck(model, makeProject());
  for (const [slug, dashboard] of Object.entries(entries.dashboards ?? {}))
    modelCheck.visit(makeWorkbook({ dashboard }, slug));
  const reports: ResolvedReport[] = Object.entries(entries.reports ?? {}).map(([key, entry]) => ({
    ...makeReport(key),
    entry,
  }));
  const { diagnostics, broken } = modelCheck.finish(reports);
  return {
    found: diagnostics.map(({ rule, file, message }) => `${rule} @ ${file}: ${message}`),
    places: diagnostics.map(({ rule, file }) => `${rule} @ ${file}`),
    broken,
    helps: diagnostics.map(({ help }) => help),
  };
}

/** The findings of one chart with this config; their places count from the config. */
export function checkConfig(config: object, model?: DataModel): string[] {
  const widgets = [
    { id: "a", type: "CHART", position: { x: 0, y: 0, w: 1, h: 1 }, config: config as JsonObject },
  ];
  return check({ dashboards: { revenue: { widgets } } }, model).places.map((place) =>
    place.replace("dashboard.widgets.0.config.", ""),
  );
}

/** The findings of one report with this query; their places count from the query. */
export function checkQuery(query: object, model?: DataModel): string[] {
  return check({ reports: { r: { query: query as JsonObject } } }, model).places.map((place) =>
    place.replace(" query.", " "),
  );
}
