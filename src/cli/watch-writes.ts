// What a command says when it is interrupted: what it still waits for, and what nobody knows if it ends without the answer.

import { nameSome } from "../model/index.ts";
import type { AnsweredEvent, SentEvent } from "../platform/index.ts";
import type { InterruptWords } from "./terminal.ts";

export interface WriteWatch extends InterruptWords {
  /** From now on what was begun is finished; before, a Ctrl-C gives it up at once, and there is nothing to say. */
  beginWriting(): void;
  sent(event: SentEvent): void;
  answered(event: AnsweredEvent): void;
}

export function watchWrites(): WriteWatch {
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
