// The body of an answer as a stream that its reader paces: what is not read is not fetched, so nothing piles up in memory.

import { Readable } from "node:stream";

interface BodySource {
  pause(): void;
  resume(): void;
  /** The reader has left before the end. */
  abandon(): void;
}

/** Changes the bytes on their way: returns those that are ready, and at the end the rest. */
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
  // Its reader gets the error; until there is one, it must not end the process.
  readable.on("error", () => {});
  return {
    readable,
    push(chunk) {
      const clean = cleaner?.take(chunk) ?? chunk;
      // Nothing yet: the reader still waits, so the next chunk comes without being asked for.
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
