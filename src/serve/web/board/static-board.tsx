// A board that only shows: for all breakpoints at once, and for both sides of Compare.
import type { BoardView, Box, WidgetView } from "../../protocol.ts";
import { frameOf, heightOf, rectOf, rowsOf } from "../grid/geometry.ts";
import { shownOn, type Tab, tabsOf } from "../grid/tabs.ts";
import { Raster } from "./raster.tsx";
import { type Mark, placed, px, Tile } from "./tile.tsx";

/** Where another board has a widget. */
export interface Ghost {
  id: string;
  box: Box;
  name: string;
}

export interface StaticBoardProps {
  board: BoardView;
  tab: Tab;
  /** On the screen, in pixels. */
  width: number;
  markOf?(widget: WidgetView): Mark | undefined;
  pinOf?(widget: WidgetView): number | undefined;
  /** Of the difference that is looked at. */
  current?: string | null;
  ghosts?: readonly Ghost[];
}

/** Nobody reads the drawings of a small board with more, and nobody the titles with many more. */
const MOST_DRAWN = 300;
const MOST_NAMED = 1000;

export function StaticBoard({ board, tab, width, markOf, pinOf, current, ghosts = [] }: StaticBoardProps) {
  const { boxes } = shownOn(board, tabsOf(board), tab);
  const frame = frameOf(board, tab.columns, tab.width, width / tab.width);
  const rows = rowsOf([...boxes.values(), ...ghosts.map(({ box }) => box)]);
  const height = heightOf(frame, rows);
  return (
    <div class="board static" style={{ width: px(width), height: px(height) }}>
      <Raster frame={frame} height={height} />
      {board.widgets.map((widget, layer) => {
        const box = boxes.get(widget.id);
        const mark = markOf?.(widget);
        const pin = pinOf?.(widget);
        return (
          box && (
            <Tile
              key={widget.id}
              board={board}
              widget={widget}
              rect={rectOf(frame, box)}
              layer={layer}
              mark={mark && pin !== undefined ? { ...mark, word: "" } : mark}
              pin={pin}
              isSelected={current === widget.id}
              isFaded={pinOf !== undefined && pin === undefined}
              isDrawn={board.widgets.length <= MOST_DRAWN}
              isNamed={mark !== undefined || board.widgets.length <= MOST_NAMED}
            />
          )
        );
      })}
      {ghosts.map(({ id, box, name }) => (
        <div
          key={id}
          class={`ghost ${id === current ? "current" : ""}`}
          style={placed(rectOf(frame, box))}
          aria-hidden="true"
        >
          <span>{name}</span>
        </div>
      ))}
    </div>
  );
}
