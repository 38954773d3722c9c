// What a widget shows below its title.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { BoardView, WidgetView } from "../../protocol.ts";
import { read } from "../state/store.ts";
import { nameOf, shortMember } from "../state/words.ts";
import { ChartDrawing } from "./chart.tsx";
import { ChartData } from "./data.tsx";
import { cleanOf } from "./markdown.ts";

export function WidgetDrawing({
  board,
  widget: { id, type, drawing },
  width,
  height,
  isOpen,
}: {
  board: BoardView;
  widget: WidgetView;
  width: number;
  height: number;
  /** Whether it is on the board that is worked on: the others show shapes alone. */
  isOpen: boolean;
}) {
  if (drawing.kind === "text") return <Markdown text={drawing.text} />;
  if (height < 12) return null;
  if (drawing.kind === "chart" && drawing.rows !== null && isOpen && read().project?.hasData)
    return (
      <ChartData
        drawing={{ ...drawing, rows: drawing.rows }}
        slug={board.slug}
        widget={id}
        width={width}
        height={height}
      />
    );
  if (drawing.kind === "chart") return <ChartDrawing drawing={drawing} width={width} height={height} />;
  if (drawing.kind === "filter")
    return (
      <div class="filter">
        <code>{drawing.member ? shortMember(drawing.member) : "no member"}</code>
        <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
          <path class="stroke" d="M2 3.5 5 6.5 8 3.5" />
        </svg>
      </div>
    );
  if (drawing.kind === "container")
    return <Children board={board} ids={childrenOf(board, id, drawing.children)} />;
  if (type === "DIVIDER") return <hr />;
  return type === "SPACER" ? null : <p class="plain">{drawing.kind === "app" ? "App" : ""}</p>;
}

const childrenOf = (board: BoardView, id: string, named: string[]) => [
  ...new Set([...named, ...board.widgets.filter(({ container }) => container === id).map((one) => one.id)]),
];

function Children({ board, ids }: { board: BoardView; ids: string[] }) {
  const known = new Map(board.widgets.map((widget) => [widget.id, widget]));
  return (
    <ul class="children">
      {ids.map((id) => {
        const child = known.get(id);
        return <li key={id}>{child ? nameOf(child) : id}</li>;
      })}
    </ul>
  );
}

function Markdown({ text }: { text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.replaceChildren(cleanOf(text)), [text]);
  return <div class="markdown" ref={box} />;
}
