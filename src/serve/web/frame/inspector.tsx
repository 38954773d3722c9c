// The right side: what is selected, its numbers and lines, where they come from, how it differs from live, what was done here.
import type { BoardView, WidgetView } from "../../protocol.ts";
import { findingsOf, toneOf, WHO } from "../board/marks.ts";
import { chartName } from "../drawing/chart-kind.ts";
import { shownOn, tabsOf } from "../grid/tabs.ts";
import { CloseIcon, UndoIcon } from "../parts/icons.tsx";
import { Ticked } from "../parts/ticked.tsx";
import { duplicate, openTabOf, remove } from "../state/actions.ts";
import { stepBack } from "../state/edit.ts";
import { select } from "../state/open.ts";
import { canEdit, type Studio, update } from "../state/store.ts";
import { count, kindOf, nameOf, shortMember, stepName, timeText, widgetOf } from "../state/words.ts";
import { AboutDashboard } from "./about.tsx";
import { Fields } from "./fields.tsx";
import { Origins } from "./origins.tsx";
import { SourceHead } from "./place-link.tsx";
import { Sides } from "./sides.tsx";
import { changedLines, Yaml } from "./yaml.tsx";

export function Inspector({ studio, board }: { studio: Studio; board: BoardView }) {
  const widget = widgetOf(board, studio.selected);
  const isOpen = canEdit(studio);
  return (
    <aside class="inspector" aria-label="Inspector">
      {widget ? <Selected studio={studio} board={board} /> : <AboutDashboard studio={studio} board={board} />}
      {isOpen && <Steps studio={studio} undo={board.undo} />}
    </aside>
  );
}

/** A chart may have twenty of them. */
const membersText = (members: readonly string[]) =>
  members.length > 4
    ? `${members.slice(0, 3).join(", ")} and ${members.length - 3} more`
    : members.join(", ");

function Selected({ studio, board }: { studio: Studio; board: BoardView }) {
  const widget = widgetOf(board, studio.selected);
  if (!widget) return null;
  const tab = openTabOf();
  const shown = tab && shownOn(board, tabsOf(board), tab);
  const box = shown?.boxes.get(widget.id);
  const isOpen = canEdit(studio);
  const canOpen = studio.project?.isReadOnly === false;
  const at = studio.inspection?.widget === widget.id ? studio.inspection : null;
  const difference = studio.live?.differences.filter((one) => one.widget === widget.id) ?? [];
  const findings = findingsOf(board.findings, widget.id);
  const { drawing } = widget;
  const what = [
    kindOf(widget),
    ...(drawing.kind === "chart"
      ? [chartName(drawing.chart), membersText(drawing.members.map(shortMember))]
      : []),
    ...(drawing.kind === "filter" && drawing.member ? [shortMember(drawing.member)] : []),
  ].filter(Boolean);
  return (
    <>
      <section class="what">
        <h2>{nameOf(widget)}</h2>
        {difference[0] && studio.live?.live && (
          <em class={`tag ${toneOf(difference[0].origin)}`}>{difference[0].word}</em>
        )}
        <button
          type="button"
          class="icon-button close"
          aria-label="Let go of the widget"
          onClick={() => select(null)}
        >
          <CloseIcon />
        </button>
        <p>{what.join(" · ")}</p>
        <Family board={board} widget={widget} />
        {box && tab && (
          <Fields
            studio={studio}
            widget={widget}
            tabKey={tab.key}
            columns={tab.columns}
            box={box}
            isOpen={isOpen && shown?.derivedFrom === null}
          />
        )}
        {isOpen && studio.rowsChoice?.widget === widget.id && (
          <p class="for-rows">
            Moves are for {studio.rowsChoice.said}.{" "}
            <button type="button" class="link" onClick={() => update({ rowsChoice: null })}>
              Ask again
            </button>
          </p>
        )}
        {isOpen && (
          <div class="buttons">
            <button type="button" onClick={() => update({ writing: widget.id })} disabled={!box}>
              {drawing.kind === "text" ? "Write text" : "Write title"}
            </button>
            <button type="button" onClick={() => duplicate(widget.id)}>
              Duplicate
            </button>
            <button type="button" onClick={() => remove(widget.id)}>
              Remove
            </button>
          </div>
        )}
      </section>
      {findings.length > 0 && (
        <section class="findings">
          {findings.map(({ rule, line, message, help, severity }) => (
            <p key={`${rule} ${line} ${message}`} class={severity}>
              <Ticked text={`${message} ${help ?? ""}`} /> <code>{rule}</code>
            </p>
          ))}
        </section>
      )}
      {at && (
        <>
          <section class="source">
            <SourceHead file={at.at.source.file} line={at.at.source.line} canOpen={canOpen} />
            <Yaml
              lines={changedLines(at.at.source.lines, at.at.source.line, at.before)}
              label="The lines that declare it"
            />
          </section>
          <Origins at={at.at} canOpen={canOpen} />
        </>
      )}
      {studio.live && (
        <section>
          <h3>Against live</h3>
          {!studio.live.live ? (
            <p>This dashboard is not live.</p>
          ) : difference.length === 0 ? (
            <p>As it is live.</p>
          ) : (
            difference.map((one) => (
              <div key={one.text}>
                <p>
                  {one.text} <em class={`tag ${toneOf(one.origin)}`}>{WHO[one.origin]}</em>
                </p>
                <Sides difference={one} canOpen={canOpen} />
              </div>
            ))
          )}
        </section>
      )}
    </>
  );
}

/** What is in a container is on no place of the board, so it is selected here. */
function Family({ board, widget }: { board: BoardView; widget: WidgetView }) {
  const holder = widgetOf(board, widget.container);
  const held = board.widgets.filter(({ container }) => container === widget.id);
  if (!holder && held.length === 0) return null;
  return (
    <p class="family">
      {holder ? "In " : "Holds "}
      {(holder ? [holder] : held).map((one) => (
        <button key={one.id} type="button" class="link" onClick={() => select(one.id)}>
          {nameOf(one)}
        </button>
      ))}
    </p>
  );
}

export function Steps({ studio, undo }: { studio: Studio; undo: string | null }) {
  const steps = studio.steps.filter(({ slug }) => slug === studio.slug);
  if (steps.length === 0 && undo === null) return null;
  return (
    <section class="steps">
      <h3>Edits in this session</h3>
      <button
        type="button"
        aria-label={stepName("Undo", undo)}
        disabled={undo === null}
        onClick={() => stepBack("undo")}
      >
        <UndoIcon /> Undo
      </button>
      {undo !== null && <p>Undo takes back “{undo}”.</p>}
      <ol aria-label={count(steps.length, "edit")}>
        {steps.slice(0, 12).map(({ text, at }) => (
          <li key={`${at} ${text}`}>
            <span>{text}</span> <time>{timeText(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
