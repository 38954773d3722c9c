// One widget on a board, where the file puts it.
import type { BoardView, WidgetView } from "../../protocol.ts";
import { WidgetDrawing } from "../drawing/drawing.tsx";
import type { Rect } from "../grid/geometry.ts";
import { AlertIcon } from "../parts/icons.tsx";
import { nameOf } from "../state/words.ts";

/** What is worth a colour about a widget: one word, and whose it is. */
export interface Mark {
  tone: "accent" | "warn" | "bad" | "ui" | "both";
  word: string;
}

export interface TileProps {
  board: BoardView;
  widget: WidgetView;
  rect: Rect;
  /** In the order of the file: the later covers the earlier. */
  layer: number;
  mark: Mark | undefined;
  /** Of a difference, in Compare. */
  pin?: number | undefined;
  isSelected?: boolean;
  isFaded?: boolean;
  /** Off above 1,000 widgets. */
  isDrawn?: boolean;
  /** Without it a tile is its box alone. */
  isNamed?: boolean;
  /** Absent on boards that only show. */
  label?: string;
}

/** Below this, in pixels, a widget has no room for more than its title. */
const TITLE = 16;

export const px = (value: number) => `${value}px`;

export const placed = ({ left, top, width, height }: Rect) => ({
  left: px(left),
  top: px(top),
  width: px(width),
  height: px(height),
});

export function Tile({
  board,
  widget,
  rect,
  layer,
  mark,
  pin,
  label,
  isDrawn = true,
  isNamed = true,
  ...is
}: TileProps) {
  const isText = widget.drawing.kind === "text" && !widget.title;
  const isLow = rect.height < 44;
  const isTiny = rect.height < 24;
  const kind = widget.drawing.kind;
  const classes = [
    "tile",
    kind,
    mark?.tone,
    isLow && "low",
    isTiny && "tiny",
    is.isSelected && "selected",
    is.isFaded && "faded",
  ];
  const pad = isTiny ? 0 : isLow ? 4 : 8;
  const rest = rect.height - 2 * pad - (isText ? 0 : TITLE + 6);
  // A group, not a button: what it shows is no name, and it is not pressed.
  const reach =
    label === undefined
      ? {}
      : { role: "group" as const, tabIndex: 0, "aria-label": label, "aria-current": is.isSelected ?? false };
  return (
    <div
      {...reach}
      class={classes.filter(Boolean).join(" ")}
      data-widget={widget.id}
      style={{ ...placed(rect), zIndex: String(layer + 1) }}
    >
      {isNamed && (
        <div class="inside" aria-hidden={label === undefined ? undefined : "true"}>
          {!isText && (
            <div class="tile-title">
              <span>{nameOf(widget)}</span>
              {mark && (
                <em class={`tag ${mark.tone}`}>
                  {(mark.tone === "warn" || mark.tone === "bad") && <AlertIcon />}
                  {mark.word}
                </em>
              )}
              {pin !== undefined && <i class={`pin ${mark?.tone ?? ""}`}>{pin}</i>}
            </div>
          )}
          {isDrawn && (
            <WidgetDrawing
              board={board}
              widget={widget}
              width={Math.max(0, rect.width - 20)}
              height={rest}
              isOpen={label !== undefined}
            />
          )}
          {isText && pin !== undefined && <i class={`pin corner ${mark?.tone ?? ""}`}>{pin}</i>}
        </div>
      )}
    </div>
  );
}
