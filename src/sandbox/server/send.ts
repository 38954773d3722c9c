import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import type { Reply } from "../api/reply.ts";
import { showBigIntegers } from "../store/big-integers.ts";
import { inChunks } from "../store/chunks.ts";

/** Characters per write. */
const CHUNK = 1 << 16;

/** Sends the answer; rejects if the client disconnects before its end. */
export async function send(
  response: ServerResponse,
  { status, type, headers, chunks = [], stream }: Reply,
): Promise<void> {
  const head = { "content-type": type, ...headers };
  if (stream) {
    response.writeHead(status, head);
    // One row at a time would be one packet at a time.
    await pipeline(Readable.from(inChunks(stream, CHUNK)), response);
    return;
  }
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  response.writeHead(status, { ...head, "content-length": length });
  response.cork();
  for (const chunk of chunks) response.write(chunk);
  response.end();
  await finished(response);
}

/** The answer with the whole numbers that the store keeps as marked texts. */
export function withDigits(reply: Reply): Reply {
  if (!reply.type.includes("json") || !reply.chunks) return reply;
  return { ...reply, chunks: [Buffer.from(showBigIntegers(Buffer.concat(reply.chunks).toString()))] };
}

/** The first half of the answer, with a matching length; an answer that is not JSON stays whole. */
export function halve(reply: Reply): Reply {
  if (!reply.type.includes("json")) return reply;
  const whole = Buffer.concat(reply.chunks ?? []);
  return { ...reply, chunks: [whole.subarray(0, Math.floor(whole.length / 2))] };
}
