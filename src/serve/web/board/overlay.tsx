// What is drawn over the widgets: the selection with its handles, the old place, overlaps, a finding's sentence.
import type { Box, Finding } from "../../protocol.ts";
import { type Frame, type Rect, rectOf } from "../grid/geometry.ts";
import type { Overlap } from "../grid/overlaps.ts";
import { HANDLES } from "../grid/reach.ts";
import { Ticked } from "../parts/ticked.tsx";
import { TIDY, tidy } from "../state/actions.ts";
import { boxText } from "../state/words.ts";
import { placed, px } from "./tile.tsx";

/** `box`: null if its numbers are of no file. */
export function Selection({ rect, box, hasHandles }: { rect: Rect; box: Box | null; hasHandles: boolean }) {
  return (
    <div class="selection" style={placed(rect)} aria-hidden="true">
      {hasHandles &&
        HANDLES.map((handle) => <i key={handle} class={`handle ${handle}`} data-handle={handle} />)}
      {/* A phone has it within a widget that is wide enough: below is often the sheet. */}
      {box && <b class={`pill ${rect.width > 220 ? "within" : ""}`}>{boxText(box)}</b>}
    </div>
  );
}

export function OldPlace({ rect, box }: { rect: Rect; box: Box }) {
  return (
    <div class="old-place" style={placed(rect)} aria-hidden="true">
      was <br />
      {box.x}, {box.y}
      <br />
      {box.w} × {box.h}
    </div>
  );
}

export function Overlaps({ frame, overlaps }: { frame: Frame; overlaps: readonly Overlap[] }) {
  return (
    <>
      {overlaps.map(({ lower, upper, box }) => (
        <div
          key={`${lower} ${upper}`}
          class="overlap"
          style={placed(rectOf(frame, box))}
          aria-hidden="true"
        />
      ))}
    </>
  );
}

/** Below its widget. */
export function Sentence({
  rect,
  findings,
  canTidy,
}: {
  rect: Rect;
  findings: readonly Finding[];
  canTidy: boolean;
}) {
  return (
    <div class="sentence" role="note" style={{ left: px(rect.left), top: px(rect.top + rect.height + 8) }}>
      {findings.slice(0, 3).map(({ rule, message, help, line }) => (
        <p key={`${rule} ${line} ${message}`}>
          <b>
            <Ticked text={message} />
          </b>
          {help && <Ticked text={help} />}
        </p>
      ))}
      {findings.length > 3 && <p>{findings.length - 3} more findings are in the inspector.</p>}
      {canTidy && (
        <button type="button" onClick={() => tidy("separate")}>
          {TIDY.separate.label}
        </button>
      )}
    </div>
  );
}
