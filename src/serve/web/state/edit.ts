// Edits: shown at once, sent one after the other, and taken back with the server's sentence if it refuses. A board on the screen is what the
// server confirmed last, with the edits that wait on top.
import type { BoardView, DashboardEdit, EditAnswer, EditRequest, ForRows } from "../../protocol.ts";
import { applyEdits } from "./apply-edits.ts";
import { confirm, confirmedBoard, currentEpoch, type Since, showBoard, versionFor } from "./board-now.ts";
import { client } from "./client.ts";
import { fail } from "./failing.ts";
import { chosenRows, rowsProblem } from "./for-rows.ts";
import { inspect, loadLive } from "./inspect.ts";
import { canEdit, type Problem, read, update } from "./store.ts";

interface Job {
  slug: string;
  /** None for undo and redo. */
  edits: readonly DashboardEdit[];
  send(version: string): Promise<EditAnswer>;
  /** What a person did, for the sentence about what was not written. */
  mine: string;
  /** Of the board that the person saw while doing it. */
  since: Since;
  /** Says what the board says now, after "saved". */
  words: string;
  rows?: ForRows;
}

const jobs: Job[] = [];
let isBusy = false;

export const isAnyPending = () => jobs.length > 0;
export const isPending = (slug: string) => jobs.some((job) => job.slug === slug);

export interface Doing {
  mine: string;
  words?: string;
  scope?: EditRequest["scope"];
  /** For which rows of the template; absent: as it was said of the moves of this widget, or not known. */
  rows?: ForRows;
  /** Where the person began; now, if it was not before. */
  since?: Since;
}

export function perform(
  edits: readonly DashboardEdit[],
  { mine, words = "", scope, since, rows }: Doing,
): void {
  const { board, slug } = read();
  if (!board || slug === null || edits.length === 0 || !canEdit(read())) return;
  const forRows = rows ?? chosenRows(slug, edits);
  const body = { slug, edits: [...edits], ...(scope && { scope }), ...(forRows && { rows: forRows }) };
  const send = (version: string) => client.edit({ ...body, version });
  jobs.push({
    slug,
    edits,
    mine,
    words,
    since: since ?? currentEpoch(),
    send,
    ...(forRows && { rows: forRows }),
  });
  update({ board: applyEdits(board, edits), problem: null });
  void work();
}

export function stepBack(direction: "undo" | "redo"): void {
  const { slug, board } = read();
  if (slug === null || !board || !canEdit(read())) return;
  if (jobs.length === 0 && board[direction] === null) return;
  update({ was: null });
  askFor({
    slug,
    mine: direction === "undo" ? "Undo" : "Redo",
    since: currentEpoch(),
    send: () => client[direction]({ slug }),
  });
}

/** Makes the deleted file of the open dashboard again. */
export function putBack(slug: string, file: string): void {
  const send = () => client.putBack({ slug });
  askFor({ slug, mine: `${file} put back`, since: currentEpoch(), send });
}

/** What the server alone can compute: the board shows it when it answers. */
export function askFor(job: Pick<Job, "slug" | "mine" | "since" | "send">): void {
  jobs.push({ ...job, edits: [], words: "" });
  void work();
}

async function work(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  update({ isSaving: true });
  for (let job = jobs[0]; job; job = jobs[0]) {
    const goesOn = await send(job);
    if (!goesOn) break;
  }
  isBusy = false;
  update({ isSaving: false });
}

/** Whether the next one may be sent. */
async function send(job: Job): Promise<boolean> {
  try {
    const answer = await job.send(versionFor(job.slug, job.since));
    jobs.shift();
    take(job, answer);
    return true;
  } catch (error) {
    let isDecided = false;
    fail(error, (message, help) => {
      isDecided = true;
      jobs.shift();
      takeBack(job, { kind: "refused", message, help });
    });
    if (isDecided) return true;
    // Nothing is lost: the edit stays on the board, and is sent again when the server is back.
    const message = "The studio's server does not answer. Your edit is kept here.";
    if (read().phase === "lost") update({ problem: { kind: "silent", message, retry: resume } });
    return false;
  }
}

/** Once the server is there again. */
export function resume(): void {
  if (jobs.length === 0 || isBusy) return;
  update({ problem: null });
  void work();
}

function take(job: Job, answer: EditAnswer): void {
  switch (answer.status) {
    case "saved":
      saved(job, answer);
      break;
    case "nothing":
      rebase(answer.board);
      update({ said: "Nothing to change" });
      break;
    case "removed":
      jobs.splice(0, jobs.length, ...jobs.filter(({ slug }) => slug !== job.slug));
      if (read().slug === job.slug) update({ board: null, selected: null, writing: null, inspection: null });
      update({ saved: null, said: answer.step });
      break;
    case "refused":
      takeBack(job, { kind: "refused", message: answer.message, help: answer.help });
      break;
    case "shared": {
      const count = answer.sharedWith.length + 1;
      const { rows } = job;
      takeBack(job, {
        kind: "shared",
        message: answer.message,
        retry: job.edits,
        count,
        ...(rows && { rows }),
      });
      break;
    }
    case "rows": {
      const { edits, mine, words } = job;
      const again = (rows: ForRows) => perform(edits, { mine, words, rows });
      takeBack(job, rowsProblem(answer, { slug: job.slug, edits, again }));
      break;
    }
    case "changed": {
      const { message, board } = answer;
      if (board) confirm(board);
      takeBack(job, { kind: "changed", message, retry: job.edits, mine: job.mine });
      if (!board && read().slug === job.slug) update({ board: null, boardFailure: message });
    }
  }
}

type Saved = EditAnswer & { status: "saved" };

/** Says so: in the list of steps, in the status line, and aloud. */
export function noteSaved(slug: string, { saved: [place], step }: Saved, words = ""): void {
  const at = Date.now();
  update({
    steps: [{ slug, text: step, at }, ...read().steps].slice(0, 50),
    saved: place ? { ...place, at } : read().saved,
    said: `${words || step}, saved`,
  });
}

function saved(job: Job, answer: Saved): void {
  const { board } = answer;
  const before = read().board;
  rebase(board);
  noteSaved(job.slug, answer, job.words);
  if (read().slug !== job.slug) return;
  const added = job.edits.some(({ kind }) => kind === "duplicate") && addedTo(before, board);
  if (added) update({ selected: added, inspection: null });
  const { selected, inspection } = read();
  if (selected !== null)
    void inspect(selected, inspection?.widget === selected ? inspection.at.source.lines : null);
  if (jobs.length === 0) void loadLive(job.slug);
}

const addedTo = (before: BoardView | null, after: BoardView) =>
  after.widgets.find(({ id }) => !before?.widgets.some((one) => one.id === id))?.id;

/** What waits goes on top of what the server says. */
function rebase(board: BoardView): void {
  confirm(board);
  if (read().slug !== board.slug) return;
  const waiting = jobs.filter(({ slug }) => slug === board.slug).flatMap(({ edits }) => edits);
  showBoard(applyEdits(board, waiting));
}

/** Nothing was written, so the board is again what it was; what waited was made on what is not so, and goes as well. */
function takeBack(job: Job, problem: Problem): void {
  jobs.splice(0, jobs.length, ...jobs.filter(({ slug }) => slug !== job.slug));
  const board = confirmedBoard(job.slug);
  if (read().slug === job.slug && board) showBoard(board);
  update({ problem, was: null, said: problem.message });
}
