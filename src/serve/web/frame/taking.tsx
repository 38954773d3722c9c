// Keeping what was made in the UI: which edits, the lines that taking them writes, and the press that writes them.
import { useEffect, useRef } from "preact/hooks";
import type { BoardView, Difference, LiveBoard } from "../../protocol.ts";
import { Ticked } from "../parts/ticked.tsx";
import { canEdit, type Studio, type Taking, update } from "../state/store.ts";
import { askForLines, leaveLines, takeLines } from "../state/taking.ts";
import { count, nameOf, widgetOf } from "../state/words.ts";
import { Command } from "./command.tsx";
import { Yaml } from "./yaml.tsx";

const DIFFERENCES = "differences";

/** The heading of the differences gets the focus when the lines are written: what had it is gone. */
export const DifferencesHeading = ({ text }: { text: string }) => (
  <h2 id={DIFFERENCES} tabIndex={-1}>
    {text}
  </h2>
);

/** Of one difference, for what was made in the UI alone. */
export function TakeOne({ studio, live, at }: { studio: Studio; live: LiveBoard; at: number }) {
  const { widget, takes } = live.differences[at] as Difference;
  if (takes !== "alone" || !canEdit(studio)) return null;
  const found = widgetOf(live.live, widget) ?? widgetOf(studio.board, widget);
  const name = widget === null ? "the dashboard’s own values" : found ? nameOf(found) : widget;
  return (
    <button
      type="button"
      class="take-one"
      aria-label={`Take into the file: ${name}`}
      onClick={() => {
        update({ difference: at });
        void askForLines(widget, name);
      }}
    >
      Take into the file
    </button>
  );
}

export function Keep({ studio, live }: { studio: Studio; live: LiveBoard }) {
  const { ways, differences } = live;
  if (!ways.keep) return null;
  const made = differences.filter(({ takes }) => takes !== null).length;
  const inGit = differences.filter(({ origin }) => origin !== "ui").length;
  const edits = made === 0 ? "them" : count(made, "edit");
  const isOpen = canEdit(studio);
  if (ways.decide)
    return (
      <section>
        <h3>Keep what is live</h3>
        <p>Which side wins is yours to say. In a terminal, this takes what is live:</p>
        <Command text={ways.decide.theirs} />
        <p class="then">And this keeps what the file says:</p>
        <Command text={ways.decide.ours} />
      </section>
    );
  return (
    <section>
      <h3>Keep what was made in the UI</h3>
      {isOpen ? (
        <>
          <p>
            Writes {made === 0 ? "it" : `the ${edits}`} into the file, comments kept.
            {inGit > 0 && ` The Git ${inGit === 1 ? "change stays" : "changes stay"}.`} You can undo it.
          </p>
          <button
            type="button"
            class="main take-all"
            aria-disabled={studio.taking !== null && studio.taking.preview === null}
            onClick={() => void askForLines(undefined, made === 0 ? "What was made in the UI" : edits)}
          >
            Take {edits} into the file
          </button>
        </>
      ) : (
        <p>Writes it into the file, comments kept. Run it in a terminal, and the board follows:</p>
      )}
      <Command text={ways.keep} />
    </section>
  );
}

/** The very lines, below the boards. */
export function TakePanel({ taking, board }: { taking: Taking; board: BoardView }) {
  const panel = useRef<HTMLElement>(null);
  const { preview, name, slug } = taking;
  const isHere = slug === board.slug;
  useEffect(() => {
    panel.current?.scrollIntoView({ block: "nearest" });
    if (preview) panel.current?.querySelector<HTMLElement>("button.main")?.focus({ preventScroll: true });
  }, [preview, isHere]);
  if (!isHere) return null;
  const files = preview?.files ?? [];
  const write = () => {
    takeLines(taking);
    document.getElementById(DIFFERENCES)?.focus({ preventScroll: true });
  };
  return (
    <section
      class="taking"
      ref={panel}
      aria-label="What taking writes"
      aria-busy={preview === null}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        leaveLines();
      }}
    >
      <div class="taking-head">
        <h2>
          {preview ? "Into the file: " : "Reading what is live: "}
          <b>{name}</b>
        </h2>
        <div class="buttons">
          <button type="button" onClick={leaveLines}>
            Leave it
          </button>
          {preview && (
            <button type="button" class="main" onClick={write}>
              Write {files.length === 1 ? "these lines" : `into ${count(files.length, "file")}`}
            </button>
          )}
        </div>
      </div>
      {preview?.notes.map((note) => (
        <p key={note} class="note">
          <Ticked text={note} />
        </p>
      ))}
      {files.map(({ file, lines }) => (
        <div key={file}>
          <code class="taking-file">{file}</code>
          <Yaml lines={lines} label={`What taking writes into ${file}`} />
        </div>
      ))}
    </section>
  );
}
