// What a connection tells of its requests, for progress and for logs. No event holds a credential.

/** A request that is about to be sent. */
export interface SentEvent {
  method: string;
  /** With its query. */
  url: string;
  /** What it is for, as errors say it: `list the workbooks of deployment 12`. */
  does: string;
  /** From 1; a request repeated with another credential counts as the same attempt. */
  attempt: number;
}

/** The same when it ended. */
export interface AnsweredEvent extends SentEvent {
  /** Undefined if no answer came. */
  status?: number;
  /** Until the answer's headers, and its body unless that is streamed. */
  ms: number;
}

export interface RetryEvent {
  method: string;
  url: string;
  /** What it is for, unless the reason says so. */
  does?: string;
  /** The attempt that failed, from 1. */
  attempt: number;
  /** Since the first attempt. */
  elapsedMs: number;
  delayMs: number;
  reason: string;
  /** As in PlatformError.code. */
  code: string;
  /** How long it goes on trying from now on, in milliseconds; undefined if only the attempts are counted. */
  remainingMs?: number;
}

export interface TrafficListeners {
  onSent?(event: SentEvent): void;
  onAnswered?(event: AnsweredEvent): void;
  /** Called before each wait. */
  onRetry?(event: RetryEvent): void;
}
