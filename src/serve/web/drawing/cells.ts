// Cells as people read them.
import type { Cell, Column } from "../../protocol.ts";

export function cellText(
  value: Cell,
  column: Pick<Column, "kind" | "granularity" | "format" | "name">,
): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return numberText(value, column);
  if (column.kind === "time") return timeText(value, column.granularity);
  return isMoment(value) ? timeText(value, MIDNIGHT.test(value) ? "date" : "moment") : value;
}

/** A share is told by its format, or, where the model has none, by its name. */
export const isPercent = ({ format, name }: Pick<Column, "format" | "name">): boolean =>
  format === null ? /(?:^|[._])(?:rate|ratio|percent|pct|share)(?:$|_)/.test(name) : /percent|%/.test(format);

/** As large as the box allows, in pixels: a bold digit is some 0.72 of it wide. */
export const figureSize = (text: string, { width, height }: { width: number; height: number }): number =>
  Math.round(Math.max(12, Math.min(36, height - 6, width / (0.72 * Math.max(1, text.length)))));

function numberText(value: number, column: Pick<Column, "format" | "name">): string {
  if (isPercent(column) && Math.abs(value) <= 1.5)
    return new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 }).format(value);
  const maximumFractionDigits = Math.abs(value) >= 1000 ? 0 : 2;
  return new Intl.NumberFormat("en", { maximumFractionDigits }).format(value);
}

/** How the data API writes a time that has no granularity. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?$/;
export const isMoment = (value: Cell | undefined): value is string =>
  typeof value === "string" && MOMENT.test(value);

const MIDNIGHT = /T00:00:00(?:\.0+)?Z?$/;

const FORMS: Record<string, Intl.DateTimeFormatOptions> = {
  year: { year: "numeric" },
  month: { month: "short", year: "numeric" },
  week: { day: "numeric", month: "short" },
  day: { day: "numeric", month: "short" },
  date: { day: "numeric", month: "short", year: "numeric" },
  moment: {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  },
  hour: { day: "numeric", month: "short", hour: "2-digit", hourCycle: "h23" },
};
const MINUTES: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** Times have no zone: they are shown as they came. */
function timeText(text: string, granularity: string | null): string {
  const at = new Date(/[zZ]$|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(at.getTime()) || granularity === null) return text;
  if (granularity === "quarter") return `Q${Math.floor(at.getUTCMonth() / 3) + 1} ${at.getUTCFullYear()}`;
  const form =
    FORMS[granularity] ?? (/minute|second/.test(granularity) ? MINUTES : { ...FORMS.day, year: "numeric" });
  return new Intl.DateTimeFormat("en-GB", { ...form, timeZone: "UTC" }).format(at);
}
