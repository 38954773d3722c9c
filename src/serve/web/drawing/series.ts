// Rows → what a chart draws: labels, and one series for each measure, or for each value of a second dimension.
import type { Cell, Column, RowsAnswer } from "../../protocol.ts";
import type { Plan } from "../charts/plan.ts";
import { cellText, isMoment, isPercent } from "./cells.ts";

export type Rows = Extract<RowsAnswer, { status: "rows" }>;

const MOST_SERIES = 8;
const MOST_BARS = 60;
const MOST_SLICES = 8;

/** Undefined if the rows are none that such a chart shows: a table shows any. */
export function planOf(kind: Plan["kind"], { columns, rows: given }: Rows): Plan | undefined {
  const at = columns.map((column, index) => ({ column, index }));
  const measures = at.filter(({ column }) => column.kind === "measure");
  const [first, second, ...others] = at.filter(({ column }) => column.kind !== "measure");
  if (!first || measures.length === 0 || given.length === 0) return undefined;
  // Whatever order the query asks for: an axis of time runs forward.
  const isTime = first.column.kind === "time" || given.every((row) => isMoment(row[first.index]));
  const rows = isTime ? [...given].sort(byTime(first.index)) : given;
  const isSplit = second !== undefined && measures.length === 1 && others.length === 0;
  const labelAt = isSplit ? [first] : [first, ...(second ? [second] : []), ...others];
  const labelOf = (row: Cell[]) =>
    labelAt.map(({ column, index }) => cellText(row[index] ?? null, column)).join(" · ");
  const labels = [...new Set(rows.map(labelOf))];
  const order = new Map(labels.map((label, index) => [label, index]));
  const series = new Map<string, (number | null)[]>();
  for (const row of rows) {
    for (const { column, index } of measures) {
      const name = isSplit ? cellText(row[second.index] ?? null, second.column) : column.title;
      const values = series.get(name) ?? labels.map(() => null);
      series.set(name, values);
      const value = row[index];
      const place = order.get(labelOf(row));
      if (typeof value === "number" && place !== undefined) values[place] = (values[place] ?? 0) + value;
    }
  }
  const found = [...series].map(([label, values]) => ({ label, values }));
  const plan = {
    kind,
    labels,
    series: found.slice(0, MOST_SERIES),
    isSplit,
    isPercent: measures.every(({ column }) => isPercent(column)),
  };
  if (kind === "pie") return slices(plan);
  return kind === "line" || kind === "area" ? plan : { ...plan, ...cut(plan, MOST_BARS) };
}

/** Times come as ISO 8601, which sorts as text. */
const byTime = (index: number) => (a: Cell[], b: Cell[]) => {
  const [one, other] = [String(a[index]), String(b[index])];
  return one < other ? -1 : one > other ? 1 : 0;
};

const cut = ({ labels, series }: Plan, most: number) => ({
  labels: labels.slice(0, most),
  series: series.map(({ label, values }) => ({ label, values: values.slice(0, most) })),
});

/** The largest, and the rest as one. A pie has no parts below zero. */
function slices(plan: Plan): Plan | undefined {
  const values = plan.series[0]?.values ?? [];
  if (plan.series.length > 1 || values.some((value) => value !== null && value < 0)) return undefined;
  const sorted = plan.labels
    .map((label, at) => ({ label, value: values[at] ?? 0 }))
    .sort((a, b) => b.value - a.value);
  const shown = sorted.slice(0, sorted.length > MOST_SLICES ? MOST_SLICES - 1 : MOST_SLICES);
  const rest = sorted.slice(shown.length).reduce((sum, { value }) => sum + value, 0);
  if (sorted.length > shown.length) shown.push({ label: "Other", value: rest });
  const label = plan.series[0]?.label ?? "";
  return {
    ...plan,
    labels: shown.map((slice) => slice.label),
    series: [{ label, values: shown.map(({ value }) => value) }],
  };
}

/** What a number chart shows: the first measure, else the first cell. */
export function numberOf({ columns, rows }: Rows): { text: string; column: Column } | undefined {
  const measure = columns.findIndex(({ kind }) => kind === "measure");
  const at = Math.max(0, measure);
  const column = columns[at];
  const row = rows[0];
  return column && row && { text: cellText(row[at] ?? null, column), column };
}
