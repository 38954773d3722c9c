// What a command shows of its requests while they run, on stderr: a live line on a terminal and now and then a line in a pipe if they
// take long, a line for each with `--verbose`, and at once if nothing answers at all.

import { nameSome, shorten } from "../model/index.ts";
import {
  type AnsweredEvent,
  type Clock,
  type RetryEvent,
  type SentEvent,
  systemClock,
  type TrafficListeners,
} from "../platform/index.ts";
import type { GlobalFlags } from "./flags.ts";
import type { InterruptWords, Terminal } from "./terminal.ts";

export interface Watch extends Required<TrafficListeners> {
  /** From now on an interrupt is followed by the end of what was begun. Ends the progress, too. */
  beginWriting(): void;
  /** Ends the progress, and takes its line away: something else is shown from now on. */
  rest(): void;
}

/** When the first progress is shown, and the time between two of them. In a pipe every line stays, so there are few. */
const PACE = { terminal: { first: 1_000, next: 1_000 }, pipe: { first: 5_000, next: 10_000 } };

/** A wait that lasts longer is told, where no progress is shown, and again from time to time. */
const LONG_WAIT_MS = 5_000;

/** Somebody who interrupted a command waits for its end: each wait is told, but not those of many requests at the same time. */
const STOPPING_PACE_MS = 900;

export function watchRequests(terminal: Terminal, flags: GlobalFlags, clock: Clock = systemClock): Watch {
  const isShown = !flags.quiet && !flags.verbose;
  const pace = terminal.hasProgress ? PACE.terminal : PACE.pipe;
  const pending = new Set<string>();
  const silent = new Set<string>();
  let answered = 0;
  let trouble = "";
  let isOut = false;
  let started: number | undefined;
  let cancel: (() => void) | undefined;
  let isOver = false;
  let toldAt = Number.NEGATIVE_INFINITY;
  let isStopping = false;
  const writes = watchWrites();
  terminal.explainInterrupt({
    first() {
      isStopping = true;
      return writes.first();
    },
    second: () => writes.second(),
  });

  /** Said while nothing else says it, or if one wait alone is long: not for each of the requests that wait at the same time. */
  const tellWait = (event: RetryEvent): void => {
    const isLong =
      event.delayMs >= LONG_WAIT_MS || (isOver && event.elapsedMs + event.delayMs >= LONG_WAIT_MS);
    const pause = isStopping ? STOPPING_PACE_MS : PACE.pipe.next;
    if (!(isLong || isStopping) || clock.now() - toldAt < pause) return;
    toldAt = clock.now();
    terminal.err(
      `${event.reason}${event.does === undefined ? "" : ` (${event.does})`}, ${tryingAgain(event)}`,
    );
  };

  const show = (): void => {
    const [waitingFor] = pending;
    const seconds = Math.round((clock.now() - (started ?? 0)) / 1000);
    const did = `${answered === 1 ? "1 request" : `${answered} requests`} answered in ${seconds} s`;
    const next = waitingFor === undefined ? "" : `, waiting to ${waitingFor}`;
    const text = isOut
      ? `no answer after ${seconds} s: ${trouble}, trying again`
      : `${did}${next}${trouble === "" ? "" : ` (${trouble}, trying again)`}`;
    if (terminal.hasProgress) terminal.progress(shorten(text, terminal.progressWidth));
    else terminal.err(text);
    cancel = clock.after(pace.next, show);
  };

  const rest = (): void => {
    isOver = true;
    cancel?.();
    if (started !== undefined && terminal.hasProgress) terminal.progress("");
  };

  return {
    onSent(event) {
      const { does } = event;
      writes.sent(event);
      pending.add(does);
      if (started !== undefined || isOver || !isShown) return;
      started = clock.now();
      cancel = clock.after(pace.first, show);
    },
    onAnswered(event) {
      pending.delete(event.does);
      writes.answered(event);
      if (event.status !== undefined) {
        answered += 1;
        isOut = false;
      }
      if (event.status !== undefined && event.status < 400) trouble = "";
      if (flags.verbose) terminal.err(requestLine(event));
    },
    onRetry(event) {
      trouble = event.reason;
      isOut = event.remainingMs !== undefined && isUnreachable(event);
      const { host } = new URL(event.url);
      if (flags.verbose) terminal.err(`  ${event.reason}, trying again in ${event.delayMs} ms`);
      else if (!flags.quiet && isOut && !silent.has(host)) {
        terminal.err(`${silence(event, host)}, ${tryingAgain(event)}`);
      } else if (!flags.quiet) tellWait(event);
      silent.add(host);
    },
    beginWriting() {
      writes.beginWriting();
      rest();
    },
    rest,
  };
}

/** `GET /api/v1/deployments/12/workbooks?first=100 200 34 ms, attempt 2`. */
function requestLine({
  method,
  url,
  attempt,
  ...ended
}: SentEvent & { status?: number; ms: number }): string {
  const { pathname, search } = new URL(url);
  const again = attempt > 1 ? `, attempt ${attempt}` : "";
  return `${method} ${pathname}${search} ${ended.status ?? "no answer"} ${ended.ms} ms${again}`;
}

/** For how long, if time is what ends it; else when. */
function tryingAgain({ remainingMs, delayMs }: RetryEvent): string {
  if (remainingMs === undefined) return `trying again in ${Math.floor(Math.max(delayMs, 1000) / 1000)} s`;
  return `trying again for up to ${Math.ceil(remainingMs / 1000)} s`;
}

/** A platform that is still working on its answer is there. */
function isUnreachable({ code }: RetryEvent): boolean {
  return code !== "continue-wait";
}

function silence({ code, reason }: RetryEvent, host: string): string {
  return code === "connection-refused" ? `nothing listens on ${host}` : reason;
}

// What a command says when it is interrupted: what it still waits for, and what nobody knows if it ends without the answer.

interface WriteWatch extends InterruptWords {
  /** From now on what was begun is finished; before, a Ctrl-C gives it up at once, and there is nothing to say. */
  beginWriting(): void;
  sent(event: SentEvent): void;
  answered(event: AnsweredEvent): void;
}

function watchWrites(): WriteWatch {
  const open = new Set<string>();
  /** Without an answer that says what was done: most of them are about to be sent again. */
  const lost = new Set<string>();
  /** Refused for now, so that nothing was done: they are about to be sent again. */
  const refused = new Set<string>();
  /** Until each of them is answered so that it is not sent again. */
  const reads = new Set<string>();
  let isWriting = false;
  return {
    beginWriting() {
      isWriting = true;
    },
    sent({ method, does }) {
      if (method === "GET" || method === "HEAD") return void reads.add(does);
      open.add(does);
      lost.delete(does);
      refused.delete(does);
    },
    answered({ does, status }) {
      if (status !== undefined && status < 500) reads.delete(does);
      if (!open.delete(does)) return;
      if (status === undefined || status >= 500) lost.add(does);
      else if (status === 408 || status === 429) refused.add(does);
    },
    first() {
      const waiting = [open, lost].find(({ size }) => size > 0) ?? refused;
      if (waiting.size > 0)
        return `Stopping: waiting for the answer to ${nameSome([...waiting])}; Ctrl-C again ends now.`;
      if (!isWriting) return "";
      const waits = reads.size === 0 ? "" : `waiting for what is being read (${nameSome([...reads])}), and `;
      return `Stopping: ${waits}no more changes are started; Ctrl-C again ends now.`;
    },
    second() {
      const unknown = [...open, ...lost];
      if (unknown.length === 0) return "Ended without waiting for the rest.";
      return `Ended without the answer to ${nameSome(unknown)}: it may be done. \`boardwright plan\` shows it.`;
    },
  };
}
