// All keys, for `?`.
import { useEffect, useRef } from "preact/hooks";
import { update } from "../state/store.ts";

const KEYS: [string, string][] = [
  ["/", "Find a dashboard, widget, member or report"],
  ["↑ ↓  Enter", "Through the tree, and open"],
  ["[  ]", "Previous, next breakpoint"],
  ["Tab", "Next widget, in reading order"],
  ["← ↑ → ↓", "Move the widget by one"],
  ["Shift + arrows", "Resize it"],
  ["Alt + arrows", "Move it by four"],
  ["A", "Add a widget"],
  ["Enter", "Write its title or text"],
  ["Esc", "Let go, of a drag too"],
  ["Delete", "Remove it"],
  ["Ctrl or ⌘ + D", "Duplicate it"],
  ["Ctrl or ⌘ + Z", "Undo; with Shift, redo"],
  ["C", "Compare with live"],
  ["N  P", "Next, previous difference"],
  ["E", "Open in editor"],
  ["?", "This list"],
];

export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onClose={() => update({ isHelpOpen: false })}
    >
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  );
}
