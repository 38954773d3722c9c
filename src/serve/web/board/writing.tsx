// Writes a title or a text where it stands. Enter keeps it (with Ctrl or ⌘ in a text), Esc lets it be; leaving the field keeps it as well.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { WidgetView } from "../../protocol.ts";
import type { Rect } from "../grid/geometry.ts";
import { rename, rewrite } from "../state/actions.ts";
import { currentEpoch } from "../state/board-now.ts";
import { update } from "../state/store.ts";
import { nameOf } from "../state/words.ts";
import { px } from "./tile.tsx";

export function Writing({ widget, rect }: { widget: WidgetView; rect: Rect }) {
  const isText = widget.drawing.kind === "text";
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const since = useRef(currentEpoch());
  const isDone = useRef(false);
  const first = widget.drawing.kind === "text" ? widget.drawing.markdown : (widget.title ?? "");
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const finish = (isKept: boolean) => {
    if (isDone.current) return;
    isDone.current = true;
    const text = field.current?.value ?? first;
    update({ writing: null });
    if (isKept && text !== first) (isText ? rewrite : rename)(widget, text, since.current);
    // Back to where the keyboard was.
    document.querySelector<HTMLElement>(`.board.open [data-widget="${CSS.escape(widget.id)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") finish(false);
    else if (event.key === "Enter" && (!isText || event.ctrlKey || event.metaKey)) finish(true);
    else return;
    event.preventDefault();
  };
  const place = {
    left: px(rect.left),
    top: px(rect.top),
    width: px(Math.max(rect.width, 120)),
    height: px(isText ? Math.max(rect.height, 96) : 32),
  };
  const shared = { ref: field, class: "writing", style: place, onKeyDown, onBlur: () => finish(true) };
  return isText ? (
    <textarea {...shared} aria-label={`Text of ${nameOf(widget)}`} defaultValue={first} />
  ) : (
    <input {...shared} aria-label={`Title of ${nameOf(widget)}`} defaultValue={first} />
  );
}
