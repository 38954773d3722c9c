// Gets in with the token of the address, reads the project, and follows the server from then on.
import type { StudioEvent } from "../../protocol.ts";
import { client } from "./client.ts";
import { resume } from "./edit.ts";
import { fail } from "./failing.ts";
import { loadLive } from "./inspect.ts";
import { loadBoard, loadProject, openDashboard } from "./open.ts";
import { readRoute, takeToken } from "./route.ts";
import { readRowsAgain } from "./rows.ts";
import { read, update } from "./store.ts";

/** Ends the wait of a page that is let in no more: it asks for nothing before somebody opens an address. */
let wake: () => void = () => undefined;

/** How often a silent server is asked again, in milliseconds. */
const AGAIN = 1000;

export async function start(): Promise<void> {
  await enter();
  // Somebody pasted the address of a new run into this tab, or goes back in its history.
  window.addEventListener("hashchange", () => void enter());
  // Another tab of this browser was let in.
  window.addEventListener("storage", () => wake());
  for (;;) {
    // Also the first time: what happened since the project was read was told to nobody.
    await client.follow(() => void comeBack(), take).catch(() => undefined);
    // Why nobody lets this page in was said already.
    if (read().phase !== "stale") await loadProject();
    const isRefused = read().phase === "stale";
    await new Promise<void>((resolve) => {
      if (isRefused) wake = resolve;
      else setTimeout(resolve, AGAIN);
    });
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
  if (event.kind === "live" && slug !== null) await loadLive(slug);
}
