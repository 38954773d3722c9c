// The four numbers of a place, to be typed or stepped.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Box, WidgetView } from "../../protocol.ts";
import { flushNudge, nudgeTo } from "../state/nudge.ts";
import type { Studio } from "../state/store.ts";

/** Far below any real board, and far above what a slip should make. */
const MOST_ROWS = 10_000;
const SIDES = ["x", "y", "w", "h"] as const;
const NAMES = { x: "Column", y: "Row", w: "Columns wide", h: "Rows high" };

export function Fields({
  studio,
  widget,
  tabKey,
  columns,
  box,
  isOpen,
}: {
  studio: Studio;
  widget: WidgetView;
  tabKey: string;
  /** Of the grid: a widget stays on it. */
  columns: number;
  box: Box;
  isOpen: boolean;
}) {
  const most = { x: columns - box.w, y: MOST_ROWS, w: columns - box.x, h: MOST_ROWS };
  const was = studio.was?.widget === widget.id && studio.was.key === tabKey ? studio.was.box : box;
  return (
    <div class="fields">
      {SIDES.map((side) => (
        <Field
          key={side}
          side={side}
          value={box[side]}
          most={Math.max(most[side], box[side])}
          isChanged={was[side] !== box[side]}
          isOpen={isOpen}
          set={(value) => nudgeTo(widget.id, tabKey, { ...box, [side]: value })}
        />
      ))}
    </div>
  );
}

function Field({
  side,
  value,
  most,
  isChanged,
  isOpen,
  set,
}: {
  side: keyof typeof NAMES;
  value: number;
  most: number;
  isChanged: boolean;
  isOpen: boolean;
  set(value: number): void;
}) {
  const [text, setText] = useState(String(value));
  const isTyping = useRef(false);
  useEffect(() => {
    if (!isTyping.current) setText(String(value));
  }, [value]);
  const least = side === "w" || side === "h" ? 1 : 0;
  const finish = () => {
    if (!isTyping.current) return;
    isTyping.current = false;
    const number = Number(text);
    // What is no number, or no place, is not written.
    if (text.trim() === "" || !Number.isInteger(number) || number < least) return setText(String(value));
    const bounded = Math.min(number, most);
    setText(String(bounded));
    if (bounded !== value) set(bounded);
    flushNudge();
  };
  return (
    <label class={isChanged ? "changed" : ""}>
      <span>{side}</span>
      <input
        inputMode="numeric"
        aria-label={NAMES[side]}
        readOnly={!isOpen}
        value={text}
        onInput={(event) => {
          isTyping.current = true;
          setText(event.currentTarget.value);
        }}
        onBlur={finish}
        onKeyDown={(event) => {
          // Both let go of the field, so that the keys of the page, undo among them, are those of the page again.
          if (event.key === "Enter") return event.currentTarget.blur();
          if (event.key === "Escape") {
            isTyping.current = false;
            setText(String(value));
            return event.currentTarget.blur();
          }
          const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
          if (step === 0 || !isOpen) return;
          event.preventDefault();
          isTyping.current = false;
          if (value + step >= least) set(value + step);
        }}
      />
    </label>
  );
}
