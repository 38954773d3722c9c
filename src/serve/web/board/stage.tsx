// The middle of the page: tabs above, then a board, all of them, or the reason why there is none.
import { useMemo, useRef, useState } from "preact/hooks";
import type { BoardView } from "../../protocol.ts";
import { frameOf } from "../grid/geometry.ts";
import { STACKED, shownOn, type Tab, tabsOf } from "../grid/tabs.ts";
import { AddWidgetButton } from "../making/buttons.tsx";
import { EmptyState } from "../parts/empty.tsx";
import { Ticked } from "../parts/ticked.tsx";
import { placeMissing, stackLayout, writeDerived } from "../state/actions.ts";
import { openTab, select } from "../state/open.ts";
import { canEdit, type Studio } from "../state/store.ts";
import { count, nameOf } from "../state/words.ts";
import { AppBoard } from "./app-board.tsx";
import { Board } from "./board.tsx";
import { StaticBoard } from "./static-board.tsx";
import { isPhone, useScrolled, useWidth } from "./use-size.ts";

/** Above this, drawings are off until somebody wants them, and only what is on the screen is drawn. */
const MANY = 1000;

export function Stage({ studio, board }: { studio: Studio; board: BoardView }) {
  const stage = useRef<HTMLDivElement>(null);
  const width = useWidth(stage);
  const isMany = board.widgets.length > MANY;
  const scrolled = useScrolled(stage, isMany);
  const [isForced, setForced] = useState(false);
  const tabs = tabsOf(board);
  const tab = [...tabs, STACKED].find(({ key }) => key === studio.tab);
  const room = Math.max(120, width - (isPhone() ? 32 : 38 + 32));
  return (
    <div class="stage" ref={stage} tabIndex={-1}>
      {width === 0 ? null : board.kind === "APP" ? (
        <AppBoard board={board} />
      ) : tab ? (
        <One
          key={tab.key}
          {...{ studio, board, tabs, tab, room }}
          visible={isMany ? scrolled : null}
          isDrawn={!isMany || isForced}
          draw={() => setForced(true)}
          stage={stage}
        />
      ) : (
        <All board={board} tabs={tabs} room={room} />
      )}
    </div>
  );
}

function One({
  studio,
  board,
  tabs,
  tab,
  room,
  visible,
  isDrawn,
  draw,
  stage,
}: {
  studio: Studio;
  board: BoardView;
  tabs: readonly Tab[];
  tab: Tab;
  room: number;
  visible: { from: number; to: number } | null;
  isDrawn: boolean;
  draw(): void;
  stage: { current: HTMLElement | null };
}) {
  const shown = shownOn(board, tabs, tab);
  const frame = frameOf(board, tab.columns, tab.width, scaleOf(studio, tab, room));
  const isOpen = canEdit(studio);
  const missing = shown.missing;
  // Of an empty board the middle of the page says so.
  const whole = board.findings.filter(({ widget, rule }) => widget === null && rule !== "empty-dashboard");
  return (
    <>
      {shown.derivedFrom !== null && tab !== STACKED && (
        <p class="notice">
          The file has no layout for {tab.label}. The viewer makes one from {shown.derivedFrom}; this is what
          it makes.
          {isOpen && (
            <>
              <button type="button" onClick={writeDerived}>
                Write it into the file
              </button>
              <button type="button" onClick={stackLayout}>
                Stack it in one column
              </button>
            </>
          )}
        </p>
      )}
      {!isDrawn && (
        <p class="notice">
          Drawings are off above 1,000 widgets.
          <button type="button" onClick={draw}>
            Draw them
          </button>
        </p>
      )}
      {board.widgets.length === 0 ? (
        <EmptyState
          title="This dashboard has no widgets."
          text={
            isOpen && (
              <>
                The first one is written into <code>{board.file}</code>.
              </>
            )
          }
        >
          {isOpen && <AddWidgetButton kind="main" />}
        </EmptyState>
      ) : (
        <div class="canvas">
          <Board {...{ studio, board, tab, shown, frame, visible, isDrawn, stage }} />
        </div>
      )}
      {missing.length > 0 && (
        <section class="missing">
          <p>
            {count(missing.length, "widget")} {missing.length === 1 ? "has" : "have"} no position, so the
            board cannot show {missing.length === 1 ? "it" : "them"}.
            {isOpen && (
              <button type="button" onClick={() => placeMissing(missing)}>
                Place {missing.length === 1 ? "it" : "them"}
              </button>
            )}
          </p>
          <ul>
            {missing.slice(0, 100).map((widget) => (
              <li key={widget.id}>
                <button type="button" class="quiet" onClick={() => select(widget.id)}>
                  {nameOf(widget)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {whole.length > 0 && (
        <ul class="whole-findings">
          {whole.slice(0, 50).map(({ rule, line, message, severity }) => (
            <li key={`${rule} ${line} ${message}`} class={severity}>
              <Ticked text={message} /> <code>{rule}</code>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Texts never scale, so a board is not drawn larger than the file says. */
const scaleOf = ({ zoom }: Studio, tab: Tab, room: number) =>
  zoom === "fit" || isPhone() ? Math.min(1, room / tab.width) : zoom;

function All({ board, tabs, room }: { board: BoardView; tabs: readonly Tab[]; room: number }) {
  const most = Math.max(...tabs.map(({ width }) => width));
  // Thousands of tiles are not compared again for each letter of a search.
  return useMemo(
    () => (
      <div class="all">
        {tabs.map((tab) => {
          const { derivedFrom } = shownOn(board, tabs, tab);
          const width = Math.max(160, Math.min(room, (room * 0.62 * tab.width) / most));
          return (
            <figure key={tab.key}>
              <figcaption>
                <button type="button" class="quiet" onClick={() => openTab(tab.key)}>
                  <b>{tab.label}</b> {tab.columns}{" "}
                  {derivedFrom !== null && <span>made from {derivedFrom}</span>}
                </button>
              </figcaption>
              <StaticBoard board={board} tab={tab} width={width} />
            </figure>
          );
        })}
      </div>
    ),
    [board, room],
  );
}
