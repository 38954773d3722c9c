// The body of an answer as a stream that its reader paces: what is not read is not fetched, so nothing piles up in memory.

import { Readable } from "node:stream";

interface BodySource {
  pause(): void;
  resume(): void;
  /** The reader has left before the end. */
  abandon(): void;
}

/** What changes the bytes on their way: it gives what is ready, and at the end the rest. */
export interface BodyCleaner {
  take(chunk: Buffer): Buffer;
  end(): Buffer;
}

export interface BodyStream {
  readable: Readable;
  push(chunk: Buffer): void;
  end(): void;
  fail(error: Error): void;
}

export function openBody(source: BodySource, cleaner?: BodyCleaner): BodyStream {
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
      const clean = cleaner?.take(chunk) ?? chunk;
      // Nothing yet: the reader waits on, so the next chunk comes by itself.
      if (clean.length > 0 && !readable.push(clean)) source.pause();
    },
    end() {
      ended = true;
      const rest = cleaner?.end();
      if (rest !== undefined && rest.length > 0) readable.push(rest);
      readable.push(null);
    },
    fail(error) {
      ended = true;
      readable.destroy(error);
    },
  };
}
