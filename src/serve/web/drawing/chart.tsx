// Charts in grey: their kind and members, and no figures, because the file knows none. The shapes are always the same.
import type { Drawing } from "../../protocol.ts";
import { shortMember } from "../state/words.ts";
import { chartKind, chartName } from "./chart-kind.ts";

interface Size {
  width: number;
  height: number;
}

/** Heights of the drawn columns, of 100. */
const SHAPE = [38, 52, 47, 66, 58, 74, 63, 55, 80, 70, 62, 88];

export function ChartDrawing({ drawing, width, height }: Size & { drawing: Drawing & { kind: "chart" } }) {
  const kind = chartKind(drawing.chart);
  const members = drawing.members.map(shortMember);
  if (kind === "number")
    return (
      <NumberDrawing format={drawing.format} member={shortMember(drawing.measure ?? members[0] ?? "")} />
    );
  if (kind === "table") return <TableDrawing members={members} width={width} height={height} />;
  if (height < 24) return null;
  // Another shape would say of it what nobody knows.
  if (kind === "other") return <p class="unknown-chart">{chartName(drawing.chart)}</p>;
  const axis = height >= 76 ? members[0] : undefined;
  const inner = { width, height: axis === undefined ? height : height - 18 };
  return (
    <div class="chart">
      {kind === "pie" ? <Pie {...inner} member={members[0]} /> : <Plot kind={kind} {...inner} />}
      {kind !== "pie" && axis !== undefined && <span class="axis">{axis}</span>}
    </div>
  );
}

function NumberDrawing({ format, member }: { format: string | null; member: string }) {
  return (
    <div class="number">
      <b>{format ?? "#"}</b>
      {member && <code>{member}</code>}
    </div>
  );
}

function TableDrawing({ members, width, height }: Size & { members: string[] }) {
  if (height < 18) return null;
  const columns = members.slice(0, Math.max(1, Math.floor(width / 90)));
  const rows = Math.max(0, Math.min(40, Math.floor((height - 20) / 16)));
  const shown = columns.length > 0 ? columns : [""];
  return (
    <div class="table">
      {shown.map((member, column) => (
        <div key={member}>
          <span>{member}</span>
          <svg width="100%" height={rows * 16} aria-hidden="true">
            {Array.from({ length: rows }, (_, row) => (
              <rect
                key={row}
                class="g3"
                x="0"
                y={row * 16 + 6}
                rx="2"
                height="4"
                width={`${62 - ((row * 17 + column * 23) % 30)}%`}
              />
            ))}
          </svg>
        </div>
      ))}
    </div>
  );
}

function Plot({ kind, width, height }: Size & { kind: "column" | "bar" | "line" | "area" }) {
  const w = Math.max(1, width);
  const h = Math.max(1, height);
  return (
    <svg width="100%" height={h} viewBox={`0 0 ${w} ${h}`} preserveAspectRatio="none" aria-hidden="true">
      {kind === "bar" ? (
        <Bars width={w} height={h} />
      ) : (
        <>
          {[0, 1, 2].map((line) => (
            <line
              key={line}
              class="raster-line"
              x1="0"
              x2={w}
              y1={(h / 3) * line + 0.5}
              y2={(h / 3) * line + 0.5}
            />
          ))}
          {kind === "column" ? (
            <Columns width={w} height={h} />
          ) : (
            <Curve width={w} height={h} isFilled={kind === "area"} />
          )}
          <line class="base-line" x1="0" x2={w} y1={h - 0.5} y2={h - 0.5} />
        </>
      )}
    </svg>
  );
}

function Columns({ width, height }: Size) {
  const count = Math.max(3, Math.min(SHAPE.length, Math.floor(width / 22)));
  const step = width / count;
  return (
    <>
      {SHAPE.slice(-count).map((share, at) => {
        const tall = (share / 100) * height * 0.94;
        const lower = tall * 0.45;
        const x = at * step + step * 0.18;
        return (
          <g key={share}>
            <rect class="g2" x={x} width={step * 0.64} y={height - tall} height={tall - lower} />
            <rect
              class="g1"
              x={x}
              width={step * 0.64}
              y={height - lower + 0.75}
              height={Math.max(0, lower - 0.75)}
            />
          </g>
        );
      })}
    </>
  );
}

function Bars({ width, height }: Size) {
  const count = Math.max(2, Math.min(10, Math.floor(height / 18)));
  const step = height / count;
  return (
    <>
      {Array.from({ length: count }, (_, at) => (
        <g key={at}>
          <rect
            class="g4"
            x="0"
            y={at * step + step * 0.36}
            width={width * 0.2 - (at % 3) * 8}
            height={step * 0.28}
            rx="2"
          />
          <rect
            class="g2"
            x={width * 0.24}
            y={at * step + step * 0.2}
            width={width * 0.76 * (1 - (at / count) * 0.68)}
            height={step * 0.6}
            rx="1"
          />
        </g>
      ))}
    </>
  );
}

function Curve({ width, height, isFilled }: Size & { isFilled: boolean }) {
  const step = width / (SHAPE.length - 1);
  const points = SHAPE.map((share, at) => `${at * step},${height - (share / 100) * height * 0.94}`).join(" ");
  return (
    <>
      {isFilled && <polygon class="g4" points={`0,${height} ${points} ${width},${height}`} />}
      <polyline class="curve" points={points} />
    </>
  );
}

/** Shares of a pie, of 1, and their greys. */
const SHARES: [number, string][] = [
  [0.34, "g1"],
  [0.24, "g2"],
  [0.18, "g3"],
  [0.13, "g4"],
  [0.11, "g5"],
];

function Pie({ width, height, member }: Size & { member: string | undefined }) {
  const size = Math.min(height, width * 0.56, 150);
  const hasLegend = width > size + 70 && height > 56;
  let start = 0;
  return (
    <div class="pie">
      <svg width={size} height={size} viewBox="-50 -50 100 100" aria-hidden="true">
        {SHARES.map(([share, grey]) => {
          const path = slice(start, start + share);
          start += share;
          return <path key={grey} class={`${grey} slice`} d={path} />;
        })}
      </svg>
      {hasLegend && (
        <div class="legend-rows">
          {member !== undefined && <span>{member}</span>}
          <svg width="100%" height={Math.min(70, height - 24)} aria-hidden="true">
            {SHARES.map(([share, grey], at) => (
              <g key={grey}>
                <rect class={grey} x="0" y={at * 14} width="8" height="8" rx="2" />
                <rect class="g4" x="14" y={at * 14 + 2} width={`${28 + share * 120}%`} height="4" rx="2" />
              </g>
            ))}
          </svg>
        </div>
      )}
    </div>
  );
}

function slice(from: number, to: number): string {
  const at = (share: number, radius: number) => {
    const angle = share * 2 * Math.PI - Math.PI / 2;
    return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`;
  };
  const far = to - from > 0.5 ? 1 : 0;
  return `M${at(from, 48)}A48 48 0 ${far} 1 ${at(to, 48)}L${at(to, 27)}A27 27 0 ${far} 0 ${at(from, 27)}Z`;
}
