// Gets in with the token of the address, reads the project, and follows the server from then on.
import type { StudioEvent } from "../../protocol.ts";
import { client } from "./client.ts";
import { resume } from "./edit.ts";
import { fail } from "./failing.ts";
import { loadBoard, loadProject, openDashboard } from "./open.ts";
import { readRoute, takeToken } from "./route.ts";
import { readRowsAgain } from "./rows.ts";
import { read, update } from "./store.ts";

/** Ends the wait of a page that is let in no more, which asks for nothing before somebody opens an address, or of a silent server. */
let endWait: () => void = () => undefined;
export const wake = () => endWait();

/** When a silent server is asked again, in milliseconds: twice as late each time, and at once when somebody looks at the page. */
const FIRST = 1000;
const LAST = 60_000;

export async function start(): Promise<void> {
  await enter();
  // Somebody pasted the address of a new run into this tab, or goes back in its history.
  window.addEventListener("hashchange", () => void enter());
  // Another tab of this browser was let in.
  window.addEventListener("storage", wake);
  window.addEventListener("focus", () => read().phase === "lost" && wake());
  let wait = FIRST;
  const opened = () => {
    wait = FIRST;
    void comeBack();
  };
  for (;;) {
    // Also the first time: what happened since the project was read was told to nobody.
    await client.follow(opened, take).catch(() => undefined);
    // Why nobody lets this page in was said already.
    if (read().phase !== "stale") await loadProject();
    const isRefused = read().phase === "stale";
    await new Promise<void>((resolve) => {
      endWait = resolve;
      if (!isRefused) setTimeout(resolve, wait);
    });
    wait = Math.min(2 * wait, LAST);
  }
}

async function enter(): Promise<void> {
  const token = takeToken();
  if (token) {
    const isIn = await client.session({ token }).then(
      () => true,
      (error) => {
        fail(error, (message) => update({ noProject: message }));
        return false;
      },
    );
    if (!isIn) return update({ phase: read().phase === "lost" ? "lost" : "stale" });
    update({ phase: "open" });
    wake();
    await loadProject();
    return resume();
  }
  if (read().project === null) return loadProject();
  const { slug, tab } = readRoute();
  if (slug !== null && slug !== read().slug) await openDashboard(slug, tab ?? undefined);
  else if (tab !== null) update({ tab });
}

/** Whatever happened in between is read again. */
async function comeBack(): Promise<void> {
  await loadProject();
  const { slug, phase } = read();
  if (phase !== "open") return;
  if (slug !== null) await loadBoard(slug);
  readRowsAgain("open");
  resume();
}

async function take(event: StudioEvent): Promise<void> {
  const { slug, board } = read();
  if (event.kind === "board") {
    if (event.slug === slug && event.version !== board?.version) await loadBoard(event.slug);
    return;
  }
  await loadProject();
  // Charts that name reports by number are drawn once what is live is known.
  if (event.kind === "live" && slug !== null) await loadBoard(slug);
}
