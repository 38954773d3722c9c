// Rows of the charts on the screen: a few at once, so that the browser has connections left for edits; ended when the chart leaves.
import { client } from "./client.ts";
import { fail } from "./failing.ts";
import { type RowsState, read, update } from "./store.ts";

interface Want {
  slug: string;
  widget: string;
  /** How many charts on the screen show it. */
  watchers: number;
  request: AbortController | null;
  again: ReturnType<typeof setTimeout> | undefined;
}

const AT_ONCE = 3;
/** After `Continue wait`, in milliseconds. */
const AGAIN = 1000;
/** Answers that are kept for charts that come back. */
const MOST_KEPT = 200;

const wants = new Map<string, Want>();
let queue: string[] = [];
let running = 0;

const isFinal = (state: RowsState | undefined) => state?.status === "rows" || state?.status === "failed";

/** From now on the rows of this name are asked for; the returned function says that the chart is gone. */
export function wantRows(name: string, slug: string, widget: string): () => void {
  const want = wants.get(name) ?? { slug, widget, watchers: 0, request: null, again: undefined };
  want.watchers += 1;
  wants.set(name, want);
  if (want.watchers === 1 && !isFinal(read().rows[name])) ask(name);
  return () => {
    want.watchers -= 1;
    if (want.watchers > 0) return;
    wants.delete(name);
    queue = queue.filter((one) => one !== name);
    clearTimeout(want.again);
    want.request?.abort();
    if (!isFinal(read().rows[name])) note(name, undefined);
  };
}

/** All of them, or those that have no answer yet. */
export function readRowsAgain(which: "all" | "open" = "all"): void {
  if (which === "all") {
    for (const want of wants.values()) want.request?.abort();
    update({ rows: {} });
  }
  for (const [name, want] of wants) if (!want.request && !isFinal(read().rows[name])) ask(name);
}

function ask(name: string): void {
  clearTimeout(wants.get(name)?.again);
  if (!queue.includes(name)) queue.push(name);
  next();
}

function next(): void {
  while (running < AT_ONCE) {
    const name = queue.shift();
    if (name === undefined) return;
    const want = wants.get(name);
    if (want) void run(name, want);
  }
}

async function run(name: string, want: Want): Promise<void> {
  running += 1;
  const request = new AbortController();
  want.request = request;
  if (read().rows[name]?.status !== "waiting") note(name, { status: "reading" });
  try {
    const answer = await client.rows(want.slug, want.widget, request.signal);
    if (request.signal.aborted) return;
    note(name, answer);
    if (answer.status === "waiting") want.again = setTimeout(() => ask(name), AGAIN);
  } catch (error) {
    if (request.signal.aborted) return;
    // Of a silent server: asked for again when it is back.
    note(name, undefined);
    fail(error, (message, help) => note(name, { status: "failed", message, help }));
  } finally {
    if (want.request === request) want.request = null;
    running -= 1;
    next();
  }
}

function note(name: string, state: RowsState | undefined): void {
  const { [name]: _, ...others } = read().rows;
  const kept = Object.entries(others);
  const spare = kept.filter(([other]) => !wants.has(other)).slice(0, Math.max(0, kept.length - MOST_KEPT));
  const rows = Object.fromEntries(kept.filter((entry) => !spare.includes(entry)));
  update({ rows: state ? { ...rows, [name]: state } : rows });
}
