// A chart with rows (`--data`): asked for while it is on the screen. Until they are there, and where there are none, it is the grey drawing
// with a sentence.
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Drawing } from "../../protocol.ts";
import type { Size } from "../charts/plan.ts";
import { wantRows } from "../state/rows.ts";
import { type RowsState, read } from "../state/store.ts";
import { Canvas } from "./canvas.tsx";
import { cellText, figureSize } from "./cells.ts";
import { ChartDrawing } from "./chart.tsx";
import { chartKind } from "./chart-kind.ts";
import { numberOf, planOf, type Rows } from "./series.ts";

interface DataProps extends Size {
  drawing: Drawing & { kind: "chart"; rows: string };
  slug: string;
  widget: string;
}

export function ChartData({ drawing, slug, widget, width, height }: DataProps) {
  const box = useRef<HTMLDivElement>(null);
  const name = drawing.rows;
  useEffect(() => {
    if (!box.current) return;
    let leave: (() => void) | undefined;
    const observer = new IntersectionObserver((entries) => {
      const isSeen = entries.at(-1)?.isIntersecting ?? false;
      if (isSeen) leave ??= wantRows(name, slug, widget);
      else {
        leave?.();
        leave = undefined;
      }
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      leave?.();
    };
  }, [name, slug, widget]);
  const state = read().rows[name];
  const room = { width, height };
  const isDrawn = state?.status === "rows" && state.rows.length > 0;
  return (
    <div class="data" data-state={state?.status ?? "unread"} ref={box}>
      {isDrawn ? (
        <RowsDrawing rows={state} chart={drawing.chart ?? state.chart} {...room} />
      ) : (
        <>
          <p class={state?.status === "failed" ? "bad-text" : ""}>{stateText(state)}</p>
          <ChartDrawing drawing={drawing} width={width} height={Math.max(0, height - 34)} />
        </>
      )}
    </div>
  );
}

function stateText(state: RowsState | undefined): string {
  switch (state?.status) {
    case "waiting":
      return "The platform is still at it …";
    case "failed":
      return state.message;
    case "rows":
      return "No rows.";
    default:
      return "Reading rows …";
  }
}

function RowsDrawing({ rows, chart, width, height }: Size & { rows: Rows; chart: string | null }) {
  const kind = chartKind(chart);
  const plan = useMemo(
    () => (kind === "number" || kind === "table" || kind === "other" ? undefined : planOf(kind, rows)),
    [kind, rows],
  );
  if (kind === "number") {
    const number = numberOf(rows);
    const size = figureSize(number?.text ?? "", { width, height });
    return (
      <p class="figure" style={{ fontSize: `${size}px`, lineHeight: `${size + 6}px` }}>
        {number?.text}
      </p>
    );
  }
  const left = Math.max(0, height - (rows.isCut ? 16 : 0));
  return (
    <>
      {plan ? (
        <Canvas plan={plan} width={width} height={left} />
      ) : (
        <Table rows={rows} width={width} height={left} />
      )}
      {rows.isCut && <p>The first {rows.rows.length} rows</p>}
    </>
  );
}

/** As much of it as there is room for. */
function Table({ rows: { columns, rows }, width, height }: Size & { rows: Rows }) {
  const shown = columns.slice(0, Math.max(1, Math.floor(width / 84)));
  const room = Math.max(1, Math.floor((height - 20) / 18));
  return (
    <table>
      <thead>
        <tr>
          {shown.map(({ name, title, kind }) => (
            <th key={name} class={kind}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, room).map((row, at) => (
          <tr key={at}>
            {shown.map((column, index) => (
              <td key={column.name} class={column.kind}>
                {cellText(row[index] ?? null, column)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** For who hears the board: what a chart shows, in words. */
export function rowsWords(drawing: Drawing): string {
  if (drawing.kind !== "chart" || drawing.rows === null) return "";
  const state = read().rows[drawing.rows];
  if (state?.status !== "rows") return state ? `, ${stateText(state)}` : "";
  const number = chartKind(drawing.chart ?? state.chart) === "number" && numberOf(state);
  return number ? `, ${number.text}` : `, ${state.rows.length} ${state.rows.length === 1 ? "row" : "rows"}`;
}
