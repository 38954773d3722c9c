// What a command says when it is interrupted: what it still waits for, and what nobody knows if it ends without the answer.

import { nameSome } from "../model/index.ts";
import type { AnsweredEvent, SentEvent } from "../platform/index.ts";
import type { InterruptWords } from "./terminal.ts";

export interface WriteWatch extends InterruptWords {
  sent(event: SentEvent): void;
  answered(event: AnsweredEvent): void;
}

/** Knows the writes alone: a read is given up at once, or takes no time that anybody notices. */
export function watchWrites(): WriteWatch {
  const open = new Set<string>();
  /** Without an answer that says what was done: most of them are about to be sent again. */
  const lost = new Set<string>();
  return {
    sent({ method, does }) {
      if (method === "GET" || method === "HEAD") return;
      open.add(does);
      lost.delete(does);
    },
    answered({ does, status }) {
      if (open.delete(does) && (status === undefined || status >= 500)) lost.add(does);
    },
    first() {
      const waiting = open.size > 0 ? open : lost;
      if (waiting.size === 0) return "";
      return `Stopping: waiting for the answer to ${nameSome([...waiting])}; Ctrl-C again ends now.`;
    },
    second() {
      const unknown = [...open, ...lost];
      if (unknown.length === 0) return "Ended without waiting for the rest.";
      return `Ended without the answer to ${nameSome(unknown)}: it may be done. \`boardwright plan\` shows it.`;
    },
  };
}
