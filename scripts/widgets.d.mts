import type { Json, WidgetType } from "../src/model/index.ts";

/** The definitions of the workbooks schema that come from the table, by name. */
export declare function widgetDefinitions(types: readonly WidgetType[]): Record<string, Json>;
/** The pages of docs/widgets/, by their paths from the root. */
export declare function widgetPages(types: readonly WidgetType[]): Record<string, string>;
