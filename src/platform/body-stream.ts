// The body of an answer as a stream that its reader paces: what is not read is not fetched, so nothing piles up in memory.

import { Readable } from "node:stream";

export interface BodySource {
  pause(): void;
  resume(): void;
  /** The reader has left before the end. */
  abandon(): void;
}

export interface BodyStream {
  readable: Readable;
  push(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

export function openBody(source: BodySource): BodyStream {
  let ended = false;
  const readable = new Readable({
    read: () => source.resume(),
    destroy(error, callback) {
      if (!ended) source.abandon();
      callback(error);
    },
  });
  // Whoever reads it meets the error; before that it must not end the process.
  readable.on("error", () => {});
  return {
    readable,
    push(chunk) {
      if (!readable.push(chunk)) source.pause();
    },
    end() {
      ended = true;
      readable.push(null);
    },
    fail(error) {
      ended = true;
      readable.destroy(error);
    },
  };
}
