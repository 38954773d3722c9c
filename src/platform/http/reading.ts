// What becomes of an answer: a value, or a trouble that the retry table knows.

import { Readable } from "node:stream";
import { isObject, type Json, shorten } from "../../model/index.ts";
import type { Address } from "./address.ts";
import type { Acceptance } from "./authorization.ts";
import { looksLikeHtml, parseJson } from "./error-body.ts";
import type { Incoming, Streaming } from "./exchange.ts";
import {
  type Trouble,
  troubleOfBody,
  troubleOfRedirect,
  troubleOfStatus,
  troubleOfWaiting,
} from "./trouble.ts";

/** What one attempt came to. */
export type AttemptResult<T> = { value: T } | { trouble: Trouble; incoming?: Incoming };

/** How the answer to a call is read. */
export interface Reading<T> {
  /** Whether a body is streamed; it is collected if this is absent. */
  streams?: Streaming["wants"];
  /** A success says nothing about the credential: descriptions may be public. */
  isPublic?: boolean;
  /** Reads an answer whose status is a success. */
  read(incoming: Incoming): AttemptResult<T>;
  /** Reads an answer with any other status, which is an error otherwise. */
  readRefusal?(incoming: Incoming): T;
}

/** JSON; undefined for an empty body. */
export const READ_JSON: Reading<Json | undefined> = {
  read(incoming) {
    const { text } = incoming;
    if (text.trim() === "") return { value: undefined };
    const value = parseJson(text);
    if (value === undefined) return { trouble: troubleOfBody(incoming) };
    return isWaiting(value) ? { trouble: troubleOfWaiting(incoming) } : { value };
  },
};

/** Text, whatever it holds. */
export const READ_TEXT: Reading<string> = { isPublic: true, read: ({ text }) => ({ value: text }) };

/** A file: bytes as they come. JSON and web pages are not files, with a success or without. */
export const READ_FILE: Reading<Readable> = {
  streams: (status, headers, first) => isSuccess(status) && !isJson(headers) && !isHtml(headers, first),
  read(incoming) {
    if (incoming.stream !== undefined) return { value: incoming.stream };
    if (incoming.bytes.length === 0) return { value: Readable.from([]) };
    const value = parseJson(incoming.text);
    if (value === undefined) return { trouble: troubleOfBody(incoming) };
    if (isWaiting(value)) return { trouble: troubleOfWaiting(incoming) };
    const trouble = troubleOfBody(incoming);
    const platformMessage = shorten(incoming.text, 200);
    return {
      trouble: { ...trouble, code: "unexpected-answer", reason: "the answer is not a file", platformMessage },
    };
  },
};

/** Any answer of the platform except its web app and `Continue wait`. */
export const READ_RAW: Reading<Incoming> = {
  streams: READ_FILE.streams,
  read(incoming) {
    if (incoming.stream !== undefined) return { value: incoming };
    if (looksLikeHtml(incoming.text)) return { trouble: troubleOfBody(incoming) };
    return isWaiting(parseJson(incoming.text))
      ? { trouble: troubleOfWaiting(incoming) }
      : { value: incoming };
  },
  readRefusal: (incoming) => incoming,
};

/** The same if web pages were asked for. */
export const READ_RAW_OR_PAGE: Reading<Incoming> = {
  ...READ_RAW,
  read: (incoming) => (looksLikeHtml(incoming.text) ? { value: incoming } : READ_RAW.read(incoming)),
};

/** Only an answer of the platform itself decides about the scheme; a 404 or 502 may come from a gateway in front of it. */
export function judgeCredential(answer: Incoming, reading: Reading<unknown>): Acceptance {
  if (answer.status === 401) return "rejected";
  if (answer.status === 403) return "accepted";
  const isChecked = isSuccess(answer.status) && reading.isPublic !== true && !looksLikeHtml(answer.text);
  return isChecked ? "accepted" : "open";
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isWaiting(value: Json | undefined): boolean {
  return isObject(value) && value.error === "Continue wait";
}

function isJson(headers: Incoming["headers"]): boolean {
  return /\bjson\b/i.test(headers["content-type"] ?? "");
}

/** Also if the type is not given, as for many CSVs. */
export function isText(headers: Incoming["headers"]): boolean {
  const type = headers["content-type"] ?? "text/plain";
  return /^\s*text\/|\b(csv|xml|yaml|javascript|x-www-form-urlencoded)\b|json/i.test(type);
}

function isHtml(headers: Incoming["headers"], first: Buffer): boolean {
  return /\bhtml\b/i.test(headers["content-type"] ?? "") || looksLikeHtml(first.toString("latin1", 0, 64));
}

/** What an answer with any status is to whoever reads it. A redirect that is still one leads nowhere that is followed. */
export function interpret<T>(incoming: Incoming, reading: Reading<T>, address: Address): AttemptResult<T> {
  const { status } = incoming;
  const { location } = incoming.headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    const target = URL.canParse(location, address.url) ? new URL(location, address.url).origin : "nowhere";
    return { trouble: troubleOfRedirect(incoming, target === address.origin ? location : target) };
  }
  return isSuccess(status) ? reading.read(incoming) : { trouble: troubleOfStatus(incoming), incoming };
}
