// File and live side by side, their differences with the same numbers on both, and the two ways out.
import { useRef, useState } from "preact/hooks";
import type { BoardView, Difference, LiveBoard, WidgetView } from "../../protocol.ts";
import { toneOf, WHO } from "../board/marks.ts";
import { type Ghost, StaticBoard } from "../board/static-board.tsx";
import type { Mark } from "../board/tile.tsx";
import { isPhone, useWidth } from "../board/use-size.ts";
import { isSame } from "../grid/geometry.ts";
import { shownOn, type Tab, tabsOf } from "../grid/tabs.ts";
import { EmptyState } from "../parts/empty.tsx";
import { Switch } from "../parts/switch.tsx";
import { Ticked } from "../parts/ticked.tsx";
import { canEdit, type Studio, update } from "../state/store.ts";
import { baseName, count, nameOf } from "../state/words.ts";
import { AppSides } from "./app-sides.tsx";
import { Command } from "./command.tsx";
import { Steps } from "./inspector.tsx";
import { DifferencePanel, Sides } from "./sides.tsx";
import { DifferencesHeading, Keep, TakeOne, TakePanel } from "./taking.tsx";

export function Compare({ studio, board, live }: { studio: Studio; board: BoardView; live: LiveBoard }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [isPublished, setPublished] = useState(false);
  const tab = tabsOf(board).find(({ key }) => key === studio.tab) ?? tabsOf(board)[0];
  const other = isPublished ? live.published : live.live;
  const isOverlay = studio.isOverlay && !isPhone();
  const room = isPhone() || isOverlay ? width - 32 : (width - 48) / 2;
  const difference = live.differences[studio.difference];
  const current = difference?.widget ?? null;
  const shared = { current, width: Math.max(120, room), ...pins(live.differences) };
  const choice = (
    <Switch
      label="Of the platform"
      names={["Live draft", "Published"]}
      isSecond={isPublished}
      choose={setPublished}
    />
  );
  return (
    <div class="stage compare" ref={box}>
      {board.kind === "APP" && <AppSides board={board} other={other} choice={choice} />}
      {width > 0 && tab && board.kind === "CLASSIC" && (
        <div class={`sides ${isOverlay ? "overlaid" : ""}`}>
          <section aria-label="File">
            <h2>
              File <code>{baseName(board.file)}</code>
              {isOverlay && <small>dashed:</small>}
              {isOverlay && choice}
            </h2>
            <StaticBoard
              {...{ board, tab, ...shared }}
              {...(isOverlay && other && { ghosts: ghostsOf(board, other, tab) })}
            />
          </section>
          {!isOverlay && (
            <section aria-label={isPublished ? "Published" : "Live draft"}>
              <h2>{choice}</h2>
              {other ? (
                <StaticBoard board={other} tab={sameTab(other, tab)} {...shared} />
              ) : (
                <EmptyState title={whyEmpty(live)} />
              )}
            </section>
          )}
        </div>
      )}
      {studio.taking ? (
        <TakePanel taking={studio.taking} board={board} />
      ) : (
        difference?.fields.some(({ path }) => !path.startsWith("app.")) &&
        !isPhone() && (
          <DifferencePanel
            difference={difference}
            at={studio.difference}
            canOpen={studio.project?.isReadOnly === false}
          />
        )
      )}
    </div>
  );
}

/** Where the other side has what is elsewhere here, or not here at all. */
function ghostsOf(board: BoardView, other: BoardView, tab: Tab): Ghost[] {
  const { boxes: here } = shownOn(board, tabsOf(board), tab);
  const { boxes: there } = shownOn(other, tabsOf(other), sameTab(other, tab));
  return other.widgets.flatMap((widget) => {
    const box = there.get(widget.id);
    const own = here.get(widget.id);
    return !box || (own && isSame(own, box)) ? [] : [{ id: widget.id, box, name: nameOf(widget) }];
  });
}

function whyEmpty({ live, state }: LiveBoard): string {
  if (live) return "It was never published.";
  return state === "new" ? "It is not live yet." : "It is not live.";
}

/** The same breakpoint there, else its first. */
const sameTab = (board: BoardView, tab: Tab): Tab =>
  tabsOf(board).find(({ key, label }) => key === tab.key || label === tab.label) ?? tabsOf(board)[0] ?? tab;

function pins(differences: readonly Difference[]) {
  const indexOf = ({ id }: WidgetView) => differences.findIndex(({ widget }) => widget === id);
  return {
    pinOf: (widget: WidgetView) => {
      const at = indexOf(widget);
      return at < 0 ? undefined : at + 1;
    },
    markOf: (widget: WidgetView): Mark | undefined => {
      const found = differences[indexOf(widget)];
      return found && { tone: toneOf(found.origin), word: found.word };
    },
  };
}

function headingOf({ live, state, differences }: LiveBoard): string {
  if (!live) return state === "new" ? "Not live yet" : "Not live";
  if (differences.length > 0) return `${count(differences.length, "difference")} from live`;
  return state === "same" ? "No difference from live" : "The live draft is as the file says";
}

export function Differences({ studio, live }: { studio: Studio; live: LiveBoard }) {
  const { differences, notes, ways } = live;
  const by = (origin: Difference["origin"]) => differences.filter((one) => one.origin === origin).length;
  const parts = [
    [by("ui"), "made in the UI"],
    [by("git"), "in Git"],
    [by("both"), "on both sides"],
    [by("unknown"), "of unknown origin"],
  ].flatMap(([number, words]) => (number ? [`${number} ${words}`] : []));
  return (
    <aside class="inspector differences" aria-label="Differences">
      <section class="what">
        <DifferencesHeading text={headingOf(live)} />
        {parts.length > 0 && <p>{parts.join(", ")}.</p>}
        {notes.map((note) => (
          <p key={note}>
            <Ticked text={note} />
          </p>
        ))}
      </section>
      <ol>
        {differences.map((difference, at) => {
          const { text, word, origin } = difference;
          const [, first = text, second = word] = /^(.*\.) (.+)$/s.exec(text) ?? [];
          return (
            <li key={`${at + 1} ${text}`} class={toneOf(origin)}>
              <button
                type="button"
                class="difference"
                aria-current={at === studio.difference ? "true" : undefined}
                onClick={() => update({ difference: at })}
              >
                <i class={`pin ${toneOf(origin)}`}>{at + 1}</i>
                <span>
                  {first} <small>{second}</small>
                </span>
                <em class={`tag ${toneOf(origin)}`}>{WHO[origin]}</em>
              </button>
              {at === studio.difference && isPhone() && (
                <Sides difference={difference} canOpen={studio.project?.isReadOnly === false} />
              )}
              <TakeOne studio={studio} live={live} at={at} />
            </li>
          );
        })}
      </ol>
      <Keep studio={studio} live={live} />
      {ways.discard && (
        <section>
          <h3>{ways.keep ? "Or discard it" : "Apply what the file says"}</h3>
          <p>
            {ways.keep ? "The next apply overwrites it; a backup is kept. " : ""}This page never applies, so
            run it yourself:
          </p>
          <Command text={ways.discard} />
        </section>
      )}
      {studio.board && canEdit(studio) && <Steps studio={studio} undo={studio.board.undo} />}
    </aside>
  );
}
