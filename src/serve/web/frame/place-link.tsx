// A place in a file, which opens in the editor of the person at the terminal.
import type { ComponentChildren } from "preact";
import { OpenIcon } from "../parts/icons.tsx";
import { openInEditor } from "../state/open.ts";
import { shortFile } from "../state/words.ts";

export function PlaceLink({
  file,
  line,
  canOpen,
  children,
}: {
  file: string;
  line: number;
  canOpen: boolean;
  children: ComponentChildren;
}) {
  if (!canOpen) return <>{children}</>;
  return (
    <button type="button" class="link" title={file} onClick={() => void openInEditor(file, line)}>
      {children}
    </button>
  );
}

/** The head of a source: its place, and the way to it in the editor. */
export function SourceHead({ file, line, canOpen }: { file: string; line: number; canOpen: boolean }) {
  return (
    <div class="source-head">
      <code title={file}>
        {shortFile(file)}:{line}
      </code>
      {canOpen && (
        <button
          type="button"
          class="icon-button"
          aria-label="Open in editor"
          title="Open in editor (E)"
          onClick={() => void openInEditor(file, line)}
        >
          <OpenIcon />
        </button>
      )}
    </div>
  );
}
