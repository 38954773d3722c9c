// Which drawing a chart gets: reports name their charts as their makers do, `looker_column`, `bar`, `single_value`.

export type ChartKind = "number" | "table" | "column" | "bar" | "line" | "area" | "pie" | "other";

const WORDS: [RegExp, ChartKind][] = [
  [/single|number|kpi|value|metric|gauge/, "number"],
  [/grid|table|pivot/, "table"],
  [/pie|donut|doughnut/, "pie"],
  [/column|histogram|waterfall/, "column"],
  [/bar/, "bar"],
  [/area/, "area"],
  [/line|trend|sparkline/, "line"],
];

export function chartKind(chart: string | null): ChartKind {
  const name = chart?.toLowerCase() ?? "";
  return WORDS.find(([word]) => word.test(name))?.[1] ?? "other";
}

const NAMES: Record<Exclude<ChartKind, "other">, string> = {
  number: "number",
  table: "table",
  column: "columns",
  bar: "bars",
  line: "line",
  area: "area",
  pie: "pie",
};

/** A kind that is not known is called as the file calls it. */
export function chartName(chart: string | null): string {
  const kind = chartKind(chart);
  return kind === "other" ? chart?.trim() || "chart" : NAMES[kind];
}
