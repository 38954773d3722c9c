// The open board: exactly what the file says, and the hands that change it.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardView, Box } from "../../protocol.ts";
import { chartName } from "../drawing/chart-kind.ts";
import { rowsWords } from "../drawing/data.tsx";
import { inReadingOrder } from "../grid/derive.ts";
import { type Frame, heightOf, isSame, rectOf, rowsOf } from "../grid/geometry.ts";
import { overlapsOf } from "../grid/overlaps.ts";
import type { Handle } from "../grid/reach.ts";
import { type Shown, STACKED, type Tab } from "../grid/tabs.ts";
import { place } from "../state/actions.ts";
import { select } from "../state/open.ts";
import { canEdit, type Studio, update } from "../state/store.ts";
import { boxWords, kindOf, nameOf, widgetOf } from "../state/words.ts";
import { findingsOf, markOf } from "./marks.ts";
import { OldPlace, Overlaps, Selection, Sentence } from "./overlay.tsx";
import { Raster, Rulers } from "./raster.tsx";
import { px, Tile } from "./tile.tsx";
import { useDrag } from "./use-drag.ts";
import { isPhone } from "./use-size.ts";
import { Writing } from "./writing.tsx";

export interface BoardProps {
  studio: Studio;
  board: BoardView;
  tab: Tab;
  shown: Shown;
  frame: Frame;
  /** The part that is on the screen; null if all of it is drawn. */
  visible: { from: number; to: number } | null;
  isDrawn: boolean;
  stage: { current: HTMLElement | null };
}

export function Board({ studio, board, tab, shown, frame, visible, isDrawn, stage }: BoardProps) {
  const [hovered, setHovered] = useState<string | null>(null);
  const surface = useRef<HTMLDivElement>(null);
  const isOpen = canEdit(studio) && shown.derivedFrom === null;
  const hand = useDrag(frame, stage, ({ widget, box, since }) => {
    const known = widgetOf(board, widget);
    if (known) place(known, tab.key, box, since);
  });
  // The inspector of a phone opens over the lower part of the board.
  useLayoutEffect(() => {
    if (isPhone()) surface.current?.querySelector(".selection")?.scrollIntoView({ block: "nearest" });
  }, [studio.selected]);

  const boxes = new Map(shown.boxes);
  if (hand.drag) boxes.set(hand.drag.widget, hand.drag.box);
  const widgets = new Map(board.widgets.map((widget, layer) => [widget.id, { widget, layer }]));
  const rows = Math.max(rowsOf(boxes.values()), rowsOf(shown.boxes.values()), 1);
  const height = heightOf(frame, rows);
  const at = studio.selected === null ? undefined : boxes.get(studio.selected);
  const selected = at && widgetOf(board, studio.selected);
  const old = oldPlace(studio, tab.key, at, hand.drag?.first);
  const told = hand.drag ? null : (hovered ?? studio.selected);
  const toldBox = told === null ? undefined : boxes.get(told);
  const findings = told === null ? [] : findingsOf(board.findings, told);

  const onPointerDown = (event: PointerEvent) => {
    const target = event.target as Element;
    if (event.button !== 0 || target.closest(".writing, .sentence")) return;
    const handle = target.closest<HTMLElement>("[data-handle]")?.dataset.handle as Handle | undefined;
    const id = handle
      ? studio.selected
      : (target.closest<HTMLElement>("[data-widget]")?.dataset.widget ?? null);
    const isSelected = id !== null && id === studio.selected;
    select(id);
    const box = id === null ? undefined : boxes.get(id);
    // A finger that is not on the selected widget scrolls.
    if (isOpen && id !== null && box && (event.pointerType !== "touch" || isSelected))
      hand.begin(event, id, box, handle ?? null);
    if (handle) event.preventDefault();
  };
  const onDblClick = (event: MouseEvent) => {
    const id = (event.target as Element).closest<HTMLElement>("[data-widget]")?.dataset.widget;
    if (id && canEdit(studio)) update({ selected: id, writing: id });
  };

  return (
    <div
      ref={surface}
      class={`board open ${isOpen ? "editable" : ""} ${hand.drag ? "dragging" : ""}`}
      role="application"
      aria-label={`${board.title}, ${tab.label}, ${boxes.size} widgets`}
      aria-describedby="board-keys"
      style={{ width: px(frame.width), height: px(height) }}
      onPointerDown={onPointerDown}
      onPointerMove={hand.move}
      onPointerUp={hand.end}
      onPointerCancel={hand.cancel}
      onDblClick={onDblClick}
      onPointerOver={(event) =>
        setHovered((event.target as Element).closest<HTMLElement>("[data-widget]")?.dataset.widget ?? null)
      }
      onPointerLeave={() => setHovered(null)}
      onFocusIn={(event) => {
        const id = (event.target as HTMLElement).dataset.widget;
        if (id) select(id);
      }}
    >
      <Rulers frame={frame} rows={rows} lit={at ?? null} />
      <Raster frame={frame} height={height} />
      {inReadingOrder(shown.boxes).map(([id]) => {
        const known = widgets.get(id);
        const box = boxes.get(id);
        if (!known || !box) return null;
        const rect = rectOf(frame, box);
        if (
          visible &&
          id !== studio.selected &&
          (rect.top > visible.to || rect.top + rect.height < visible.from)
        )
          return null;
        const { widget, layer } = known;
        const mark = markOf(widget, board.findings, studio.live);
        const chart = widget.drawing.kind === "chart" ? `, ${chartName(widget.drawing.chart)}` : "";
        const label = `${nameOf(widget)}, ${kindOf(widget).toLowerCase()}${chart}, ${boxWords(box)}${rowsWords(widget.drawing)}${mark ? `, ${mark.word}` : ""}`;
        return (
          <Tile
            key={id}
            {...{ board, widget, rect, layer, mark, label, isDrawn }}
            isSelected={id === studio.selected}
          />
        );
      })}
      <Overlaps frame={frame} overlaps={overlapsOf(boxes)} />
      {old && <OldPlace rect={rectOf(frame, old)} box={old} />}
      {selected && at && (
        <Selection
          rect={rectOf(frame, at)}
          box={tab === STACKED ? null : at}
          hasHandles={isOpen && studio.writing === null}
        />
      )}
      {selected && at && studio.writing === selected.id && (
        <Writing key={selected.id} widget={selected} rect={rectOf(frame, at)} />
      )}
      {toldBox && findings.length > 0 && (
        <Sentence
          rect={rectOf(frame, toldBox)}
          findings={findings}
          canTidy={isOpen && findings.some(({ rule }) => rule === "widget-overlap")}
        />
      )}
      <p id="board-keys" class="unseen">
        Arrow keys move, Shift and arrow keys resize, Alt makes steps of 4, Enter writes the title, Escape
        lets go.
      </p>
    </div>
  );
}

function oldPlace({ was, selected }: Studio, key: string, at: Box | undefined, first: Box | undefined) {
  if (first) return at && !isSame(first, at) ? first : null;
  if (!was || was.key !== key || was.widget !== selected || !at || isSame(was.box, at)) return null;
  return was.box;
}
