// A workbook or report as far as a run has come with it.

import type { JsonObject, Stamp } from "../model/index.ts";
import type { AnswerCheck, Live } from "../plan/index.ts";

/** Sends the body that is made of what is there, and resolves to what was answered. */
export type Write = (compose: (there: Live | undefined) => JsonObject) => Promise<Live>;

export interface Standing<L extends Live = Live> {
  /** The last answer. */
  live: L;
  /** The stamp that the last request carried, or ours that was there; undefined if there was none of ours. */
  stamp: Stamp | undefined;
  write: Write;
}

export interface Converged<L extends Live = Live> extends Standing<L>, Omit<AnswerCheck, "restamp"> {
  stamp: Stamp;
  /** The answer in which what viewers see was held against the request. What is in a later one besides, this run did not write. */
  verified: L;
}
