import type { JsonObject } from "../../model/index.ts";
import { INTEGER, listOf, OPEN, object, orNull, ref, STRING } from "./write.ts";

const SIZES = ["lg", "md", "sm", "xs", "xxs"];

function bySize(schema: JsonObject): JsonObject {
  return Object.fromEntries(SIZES.map((size) => [size, orNull(schema)]));
}

const APP_FILES: JsonObject = { type: "object", additionalProperties: { type: "string" } };

/**
 * DashboardConfig and everything below it (platform document, "Resources and their fields"). FIELD among the widget types and
 * the length of a widget's id are from field notes B. No object forbids other keys, as in live descriptions.
 */
export const DASHBOARD_SCHEMAS: JsonObject = {
  DashboardConfig: object("The content of a dashboard", [], {
    kind: orNull({ type: "string", enum: ["CLASSIC", "APP"] }),
    title: orNull(STRING),
    description: orNull(STRING),
    app: orNull(ref("DashboardAppSource")),
    layout: orNull(ref("DashboardLayout")),
    settings: orNull(OPEN),
    theme: orNull(OPEN),
    widgets: orNull(listOf(ref("DashboardWidget"))),
  }),
  DashboardAppSource: object("The source of a dashboard of kind APP", [], {
    entry: orNull({ type: "string", maxLength: 255 }),
    files: { ...orNull(APP_FILES), description: "Path to content" },
    html: orNull(STRING),
    manifest: orNull(
      object("The requirements of the source", [], {
        dependencies: orNull(APP_FILES),
        version: orNull(INTEGER),
      }),
    ),
  }),
  DashboardLayout: object("The grid", [], {
    breakpoints: orNull(object("The widths at which the sizes start", [], bySize(INTEGER))),
    cols: orNull(object("Columns per size", [], bySize(INTEGER))),
    containerPadding: orNull(listOf(INTEGER)),
    margin: orNull(listOf(INTEGER)),
    rowHeight: orNull(INTEGER),
  }),
  DashboardWidget: object("One thing on the grid", ["id", "type", "position"], {
    id: { type: "string", maxLength: 128 },
    type: {
      type: "string",
      enum: [
        "CHART",
        "TEXT",
        "FILTER",
        "AI",
        "TIME_GRAIN",
        "FIELD",
        "PARENT",
        "SPACER",
        "DIVIDER",
        "CONTAINER",
      ],
    },
    position: ref("WidgetPosition"),
    config: orNull(OPEN),
    style: orNull(OPEN),
    responsiveLayouts: orNull(object("Positions per size", [], bySize(ref("WidgetPosition")))),
  }),
  WidgetPosition: object("Place and size, in cells of the grid", ["x", "y", "w", "h"], {
    x: INTEGER,
    y: INTEGER,
    w: INTEGER,
    h: INTEGER,
  }),
};
