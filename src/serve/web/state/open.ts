// Opens what the page shows: the project, a board, a breakpoint, a widget.

import type { Finding } from "../../protocol.ts";
import { confirmedBoard, noteBoard, showBoard } from "./board-now.ts";
import { client } from "./client.ts";
import { isPending } from "./edit.ts";
import { fail } from "./failing.ts";
import { inspect, loadLive } from "./inspect.ts";
import { flushNudge, isNudging } from "./nudge.ts";
import { readRoute, routeTo } from "./route.ts";
import { read, update } from "./store.ts";
import { templateKey } from "./tree-rows.ts";
import { baseName } from "./words.ts";

export async function loadProject(): Promise<void> {
  try {
    const project = await client.project();
    const { slug } = read();
    const isBroken = project.dashboards.find((one) => one.slug === slug)?.isBroken ?? false;
    update({ project, noProject: null, phase: "open", isLastShown: read().isLastShown && isBroken });
    document.title = project.name ? `${project.name} · Boardwright` : "Boardwright";
    const wanted = slug ?? readRoute().slug;
    const found =
      project.dashboards.find((one) => one.slug === wanted) ?? (slug ? undefined : project.dashboards[0]);
    if (found && found.slug !== slug) await openDashboard(found.slug, readRoute().tab ?? undefined);
  } catch (error) {
    fail(error, (message) => update({ noProject: message, project: null, phase: "open" }));
  }
}

export async function openDashboard(slug: string, tab?: string): Promise<void> {
  flushNudge();
  const entry = read().project?.dashboards.find((one) => one.slug === slug);
  const template = entry && templateKey(entry);
  update({
    slug,
    ...(template !== undefined && { unfolded: new Set([...read().unfolded, template]) }),
    board: null,
    boardFailure: null,
    selected: null,
    writing: null,
    was: null,
    inspection: null,
    rowsChoice: null,
    live: null,
    difference: 0,
    taking: null,
    isLastShown: false,
    problem: null,
    isTreeOpen: false,
    ...(tab !== undefined && { tab }),
  });
  writeRoute();
  await loadBoard(slug);
}

/** Lets go of the open dashboard, which is gone. */
export function closeDashboard(): Promise<void> {
  update({ slug: null, board: null, boardFailure: null, problem: null });
  return loadProject();
}

export function openTab(tab: string): void {
  flushNudge();
  update({ tab, writing: null });
  writeRoute();
}

function writeRoute(): void {
  const { slug, tab } = read();
  const hash = slug === null ? "" : routeTo(slug, tab);
  if (slug !== null && location.hash !== hash) history.pushState(null, "", hash);
}

/** As the files say now. A board that waits for an answer is left alone: the answer brings it. */
export async function loadBoard(slug: string): Promise<void> {
  try {
    const board = await client.board(slug);
    if (read().slug !== slug) return;
    // Nobody has changed it: the keys that are being pressed stay one edit, whose answer brings the rest.
    if (isNudging() && confirmedBoard(slug)?.version === board.version) return;
    flushNudge();
    if (isPending(slug)) return;
    const isNews = noteBoard(board);
    showBoard(board);
    const { selected, inspection } = read();
    if (selected !== null && (isNews || !inspection)) void inspect(selected);
    void loadLive(slug);
  } catch (error) {
    fail(error, (message) => {
      if (read().slug === slug) update({ board: null, boardFailure: message });
    });
  }
}

export function select(widget: string | null): void {
  const { selected } = read();
  if (widget === selected) return;
  flushNudge();
  update({ selected: widget, writing: null, inspection: null, rowsChoice: null });
  if (widget !== null) void inspect(widget);
}

export async function readLive(): Promise<void> {
  const { project } = read();
  if (project) update({ project: { ...project, live: { status: "reading" } } });
  await client.readLive().catch((error) => fail(error, (message) => update({ said: message })));
}

/** Writes the name that was meant where a file does not load: the board comes back by itself. */
export async function fixName({ file, line, column }: Finding): Promise<void> {
  try {
    const answer = await client.fix({ file, line, column });
    if (answer.status === "fixed") return update({ problem: null, said: `${answer.step}, saved` });
    const help = answer.status === "refused" ? answer.help : null;
    update({ problem: { kind: "refused", message: answer.message, help } });
  } catch (error) {
    fail(error, (message, help) => update({ problem: { kind: "refused", message, help } }));
  }
}

/** In the editor of the person at the terminal. */
export async function openInEditor(file: string, line: number): Promise<void> {
  try {
    await client.open({ file, line });
    update({ said: `Opened ${baseName(file)}, line ${line}` });
  } catch (error) {
    fail(error, (message, help) => update({ problem: { kind: "refused", message, help } }));
  }
}
