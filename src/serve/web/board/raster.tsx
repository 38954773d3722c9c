// The columns of the grid, behind the widgets: a gap is a gap that one sees.
import { type Frame, rectOf } from "../grid/geometry.ts";
import { px } from "./tile.tsx";

/** More are too narrow to be told apart. */
const MOST_DRAWN = 100;

export function Raster({ frame, height }: { frame: Frame; height: number }) {
  if (frame.columns > MOST_DRAWN) return null;
  const { gap, pad } = frame;
  return (
    <div class="raster" aria-hidden="true">
      {Array.from({ length: frame.columns }, (_, x) => {
        const { left, width } = rectOf(frame, { x, y: 0, w: 1, h: 1 });
        return (
          <i
            key={x}
            style={{
              left: px(left),
              width: px(width),
              top: px(Math.min(pad[1], gap[1])),
              height: px(Math.max(0, height - 2 * Math.min(pad[1], gap[1]))),
            }}
          />
        );
      })}
    </div>
  );
}

/** How far the numbers of a ruler are apart at least, in pixels. */
const APART = 90;

/** Columns and rows as the YAML counts them; those of the selection are lit. */
export function Rulers({
  frame,
  rows,
  lit,
}: {
  frame: Frame;
  rows: number;
  lit: { x: number; y: number; w: number; h: number } | null;
}) {
  const across = steps(frame.columns, frame.unit + frame.gap[0], APART);
  const down = steps(rows, frame.row + frame.gap[1], APART);
  const at = lit && rectOf(frame, lit);
  const near = (value: number, other: number, step: number) =>
    value !== other && Math.abs(value - other) < step * 0.6;
  return (
    <div class="rulers" aria-hidden="true">
      {across.all.map((x) => {
        const { left } = rectOf(frame, { x, y: 0, w: 1, h: 1 });
        return lit && (x === lit.x || near(x, lit.x, across.step)) ? null : (
          <span key={x} class="across" style={{ left: px(left) }}>
            {x}
          </span>
        );
      })}
      {down.all.map((y) => {
        const { top } = rectOf(frame, { x: 0, y, w: 1, h: 1 });
        return lit && (y === lit.y || near(y, lit.y, down.step)) ? null : (
          <span key={y} class="down" style={{ top: px(top) }}>
            {y}
          </span>
        );
      })}
      {lit && at && (
        <>
          <span class="across lit" style={{ left: px(at.left) }}>
            {lit.x}
          </span>
          <i class="across-line" style={{ left: px(at.left), width: px(at.width) }} />
          <span class="down lit" style={{ top: px(at.top) }}>
            {lit.y}
          </span>
          <i class="down-line" style={{ top: px(at.top), height: px(at.height) }} />
        </>
      )}
    </div>
  );
}

/** Every so many cells that the numbers do not touch. */
function steps(cells: number, size: number, least: number): { all: number[]; step: number } {
  const step = [1, 2, 4, 5, 10, 20, 50, 100, 200, 500].find((each) => each * size >= least) ?? 1000;
  const all = Array.from({ length: Math.ceil(cells / step) }, (_, at) => at * step);
  return { all, step };
}
