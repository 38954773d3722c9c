// A command to be run in a terminal.

import { CopyIcon } from "../parts/icons.tsx";
import { update } from "../state/store.ts";

export function Command({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => update({ said: "Copied" }),
      () => update({ said: "The browser did not let the page copy" }),
    );
  return (
    <div class="command">
      <code>{text}</code>
      <button type="button" class="icon-button" aria-label={`Copy ${text}`} onClick={() => void copy()}>
        <CopyIcon />
      </button>
    </div>
  );
}
