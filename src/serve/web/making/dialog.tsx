// A form over the page: Esc and Cancel leave it, and the focus goes back to where it was.
import type { ComponentChildren, RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { update } from "../state/store.ts";
import { loadChoices } from "./make.ts";

export function Dialog({
  dialog,
  title,
  goes,
  action,
  isOff,
  submit,
  children,
}: {
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  /** What is written, and where. */
  goes: ComponentChildren;
  action: string;
  isOff: boolean;
  submit(): void;
  children: ComponentChildren;
}) {
  useEffect(() => {
    dialog.current?.showModal();
    void loadChoices();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="making"
      aria-labelledby="making-head"
      onClose={() => update({ making: null })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff) submit();
        }}
      >
        <h2 id="making-head">{title}</h2>
        {children}
        <div class="making-end">
          <p>{goes}</p>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
          <button type="submit" class="main" disabled={isOff}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}
