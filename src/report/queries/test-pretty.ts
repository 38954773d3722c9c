// Queries for people at a terminal: those that are not ok, each at its place, and the totals.

import { type DataTest, durationText, type Verdict } from "../../model/index.ts";
import { listNames, wrap } from "../text/cells.ts";
import { breakCommands, escapeTerminal, readableLength } from "../text/escape.ts";
import { type Paint, paintWith } from "../text/paint.ts";
import { brokenBy, drawnText, requestText, sameSqlText, testRest, troubles } from "../text/test-words.ts";

const INDENT = "  ";
/** Cells of a list of dashboards. */
const NAMES = 1_000;
const TONES: Readonly<Record<Verdict, (paint: Paint) => Paint["red"]>> = {
  failed: ({ red }) => red,
  "failed-before": ({ yellow }) => yellow,
  slow: ({ yellow }) => yellow,
  empty: ({ yellow }) => yellow,
  ok: ({ green }) => green,
};

/** Ends with a line end. `width`: cells of the terminal; without it lines are as long as they are. */
export function testPretty(
  test: DataTest,
  { color, width = Infinity }: { color: boolean; width?: number | undefined },
): string {
  const paint = paintWith(color);
  const blocks = troubles(test).map((one) => {
    const { span, verdict, report, ms, error } = one;
    const place = paint.bold(`${escapeTerminal(span.file)}:${span.line}:${span.column}`);
    const time = ms === null ? "" : `  ${paint.dim(durationText(ms))}`;
    const said = [error?.message, error?.help, sameSqlText(one), requestText(one), drawnText(one)];
    const lines = said.flatMap((text) =>
      text === undefined ? [] : wrap(escapeTerminal(readableLength(text)), width - INDENT.length),
    );
    const head = `${place}  ${TONES[verdict](paint)(verdict)}  ${escapeTerminal(report)}${time}`;
    return [head, ...lines.map((line) => `${INDENT}${line}`), ""].join("\n");
  });
  const broken = brokenBy(test);
  const dashboards =
    broken.length > 0 ? [`Dashboards with a failing query: ${listNames(broken, NAMES)}.`] : [];
  const rest = [...dashboards, ...testRest(test)].flatMap((text) => wrap(escapeTerminal(text), width));
  return breakCommands(`${[...blocks, rest.join("\n")].join("\n")}\n`);
}
