// Above a board that a row of a template declares: which row, of which template, and where that is.
import type { BoardView } from "../../protocol.ts";
import { PlaceLink } from "./place-link.tsx";

export function RowLine({ board, canOpen }: { board: BoardView; canOpen: boolean }) {
  const { row, file, line } = board;
  if (!row) return null;
  return (
    <p class="row-line">
      Row <b>{row.key}</b> of <code>{row.template}</code> (
      <PlaceLink file={file} line={line} canOpen={canOpen}>
        {file}:{line}
      </PlaceLink>
      ){row.count > 1 && <span>, which declares {row.count} dashboards</span>}
    </p>
  );
}
