// A place in a file, which opens in the editor of the person at the terminal.
import type { ComponentChildren } from "preact";
import { openInEditor } from "../state/open.ts";

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
