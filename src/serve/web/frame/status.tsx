// The bottom line: what was saved last, what a plan would do, what is known of live.

import type { State } from "../../protocol.ts";
import { BrokenIcon, CheckIcon, DriftIcon } from "../parts/icons.tsx";
import { readLive } from "../state/open.ts";
import { readRowsAgain } from "../state/rows.ts";
import { wake } from "../state/start.ts";
import { read, type Studio } from "../state/store.ts";
import { baseName, count, timeText } from "../state/words.ts";

export function Status({ studio }: { studio: Studio }) {
  const live = studio.project?.live;
  return (
    <footer class="status">
      <First studio={studio} />
      {studio.phase !== "lost" && live?.status === "read" && <span class="plan">{planText(studio)}</span>}
      <span class="end">
        {hasUnfilteredRows(studio) && <span>Rows are without the filters of the dashboard.</span>}
        {studio.project?.hasData && (
          <button type="button" class="quiet" onClick={() => readRowsAgain()}>
            Read rows again
          </button>
        )}
        {live?.status === "silent" && (
          <>
            <span class="warn-text" title={live.message}>
              {silence(studio, live)} Files and boards work; plan and compare wait.
            </span>
            <button type="button" onClick={() => void readLive()}>
              Try again
            </button>
          </>
        )}
        {live?.status === "reading" && <span>reading live …</span>}
        {live?.status === "off" && <span>live is not read</span>}
        {live?.status === "read" && (
          <>
            <span>
              {studio.project?.target} · {live.host}
            </span>
            <button type="button" class="quiet" title="Read live again" onClick={() => void readLive()}>
              live read {timeText(live.at)}
            </button>
          </>
        )}
      </span>
    </footer>
  );
}

/** The platform knows what a filter does to a query, and does not say. */
const hasUnfilteredRows = ({ project, board }: Studio) =>
  project?.hasData === true &&
  board?.widgets.some(({ drawing }) => drawing.kind === "filter") === true &&
  board.widgets.some(({ drawing }) => drawing.kind === "chart" && drawing.rows !== null);

function silence(
  { project }: Studio,
  { why, host, message }: { why: string; host: string; message: string },
): string {
  if (why === "files") return "The files have an error, so nothing is compared.";
  if (why === "refused") return `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/[.]$/, "")}.`;
  return `${project?.target ?? host} does not answer.`;
}

const planText = ({ project }: Studio) => {
  if (project?.live.status !== "read") return "";
  if (project.broken.length > 0) return "No plan until it does.";
  return project.live.summary;
};

const WAITS: ReadonlySet<State> = new Set(["takeover", "adopt", "renamed", "conflict", "drift"]);

function First({ studio }: { studio: Studio }) {
  const { phase, project, saved, isSaving, board } = studio;
  if (phase === "lost")
    return (
      <span class="first bad-text">
        The studio's server does not answer.
        <button type="button" onClick={wake}>
          Try again
        </button>
      </span>
    );
  const broken = project?.broken.length ?? 0;
  if (broken > 0)
    return (
      <span class="first bad-text">
        <BrokenIcon /> {count(broken, "file")} {broken === 1 ? "does" : "do"} not load
      </span>
    );
  if (isSaving) return <span class="first">Saving …</span>;
  if (saved)
    return (
      <span class="first">
        <CheckIcon /> Saved {baseName(saved.file)}, line {saved.line}
      </span>
    );
  const entry = project?.dashboards.find(({ slug }) => slug === read().slug);
  if (entry?.state && WAITS.has(entry.state))
    return (
      <span class="first waits">
        <DriftIcon /> {entry.title} waits for a decision
      </span>
    );
  return <span class="first">{board ? "Following the files" : ""}</span>;
}
