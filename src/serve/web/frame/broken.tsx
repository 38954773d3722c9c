// A file that does not load: the error is where the board was.
import type { BrokenFile, ProjectView } from "../../protocol.ts";
import { BrokenIcon, OpenIcon } from "../parts/icons.tsx";
import { Ticked } from "../parts/ticked.tsx";
import { fixName, openInEditor } from "../state/open.ts";
import { type Studio, update } from "../state/store.ts";
import { count, timeText } from "../state/words.ts";
import { Yaml, type YamlLine } from "./yaml.tsx";

export function Broken({
  studio,
  project,
  file,
}: {
  studio: Studio;
  project: ProjectView;
  file: BrokenFile;
}) {
  const first = file.findings[0];
  const place = `${file.file}:${first?.line ?? file.line}${first ? `:${first.column}` : ""}`;
  const canFix = !project.isReadOnly && first != null && first.meant !== null;
  const others = project.dashboards.filter(({ isBroken }) => !isBroken).length;
  return (
    <div class="broken-page" role="alert">
      <h2>This file does not load, so there is no board to show.</h2>
      {first && (
        <p>
          <Ticked text={`${first.message} ${first.help ?? ""}`} />
        </p>
      )}
      <div class="frame-box">
        <div class="source-head">
          <BrokenIcon />
          <code>{place}</code>
          {first && <em class="tag bad">{first.rule}</em>}
          {!project.isReadOnly && (
            <button
              type="button"
              class="quiet"
              onClick={() => void openInEditor(file.file, first?.line ?? file.line)}
            >
              <OpenIcon /> Open in editor
            </button>
          )}
        </div>
        <div class="code-frame">
          <Yaml lines={frameLines(file, first?.line ?? file.line)} label={`The error in ${file.file}`} />
        </div>
      </div>
      {file.findings.length > 1 && <p>{count(file.findings.length - 1, "more finding")} in this file.</p>}
      {(studio.board || canFix) && (
        <div class="buttons">
          {canFix && (
            <button type="button" class="main" onClick={() => void fixName(first)}>
              Change it to “{first.meant}”
            </button>
          )}
          {studio.board && (
            <button type="button" onClick={() => update({ isLastShown: true })}>
              Show the last board that loaded
            </button>
          )}
        </div>
      )}
      <p class="soft">
        Save the file and the board comes back by itself.{" "}
        {others > 0 && `The other ${count(others, "dashboard")} ${others === 1 ? "is" : "are"} not affected.`}
      </p>
    </div>
  );
}

/** What somebody did to it since, on the right, where a board has its inspector. */
export function ChangedSince({ file: { file, changes, loadedAt } }: { file: BrokenFile }) {
  const lines = changes.filter(({ kind }) => kind === "new" || kind === "gone").length;
  return (
    <aside class="inspector changed" aria-label="Changed since it last loaded">
      <section class="what">
        <h2>Changed since it last loaded</h2>
        <p>
          {count(lines, "line")}.{loadedAt !== null && ` It last loaded at ${timeText(loadedAt)}.`}
        </p>
      </section>
      <section class="source">
        <div class="source-head">
          <code title={file}>{file}</code>
        </div>
        <Yaml lines={changes} label={`What changed in ${file}`} />
      </section>
      <p class="hint">
        Widgets can be inspected again when the file loads. Nothing that you did in this page is lost.
      </p>
    </aside>
  );
}

/** The server's frame: each row with its number, a bar and the text. */
const frameLines = ({ frame }: BrokenFile, bad: number): YamlLine[] =>
  frame.split("\n").map((row) => {
    const [, number, text = row] = /^ *(\d+) \| ?(.*)$/.exec(row) ?? [];
    return { number: Number(number), text, kind: Number(number) === bad ? "bad" : "" };
  });
