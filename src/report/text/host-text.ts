// An address as people know it, and as nobody mistakes it for another.

import { blankSecrets } from "../../model/index.ts";
import { cells } from "./cells.ts";
import { escapeTerminal } from "./escape.ts";
import { nameText, valueText } from "./value-text.ts";

/** No name in the DNS is longer (RFC 1035). */
const LONGEST_HOST = 253;
/** Cells of what follows the host at least. */
const LEAST = 20;

/** The host of an address: the rest is no news, or a secret. */
export function hostText(url: string): string {
  if (url.startsWith("sandbox:")) return "sandbox";
  return URL.canParse(url) ? new URL(url).host : url;
}

/**
 * The address in about `room` cells, escaped. Its host is whole, as it is looked up (`xn--…`): of one that is too long for the DNS the
 * end, which says whose it is. How the address is written follows where that looks like another one.
 */
export function addressText(text: string, room: number): string {
  const url = blankSecrets(text);
  const { start, rest, isPlain } = partsOf(url);
  if (start === "") return isPlain ? valueText(url, room) : nameText(inAscii(url), room);
  const shown = `${start}${rest === "" ? "" : nameText(rest, Math.max(LEAST, room - cells(start)))}`;
  return escapeTerminal(isPlain ? shown : `${shown} (written ${nameText(inAscii(url), room)})`);
}

/** The host as it is looked up, if the address as it is written looks like another one. */
export function hiddenHost(url: string): string | undefined {
  return partsOf(url).isPlain ? undefined : hostText(url);
}

interface Parts {
  /** Scheme and host; "" if it has none. */
  start: string;
  /** What follows, in ASCII. */
  rest: string;
  /** Whether it is written like that. */
  isPlain: boolean;
}

function partsOf(url: string): Parts {
  const isAscii = /^[!-~]*$/.test(url);
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed?.host) return { start: "", rest: "", isPlain: isAscii };
  const { protocol, host, pathname, search, hash } = parsed;
  const start = `${protocol}//${host}`;
  const rest = url.slice(start.length);
  const isLong = host.length > LONGEST_HOST;
  const isPlain = isAscii && !isLong && url.startsWith(start) && /^(?:$|[/?#])/.test(rest);
  if (isPlain) return { start, rest, isPlain };
  const end = isLong ? `…${host.slice(-LONGEST_HOST)}` : host;
  return { start: `${protocol}//${end}`, rest: `${pathname}${search}${hash}`, isPlain };
}

/** `https://ac\u{3164}me.com`: whatever is no letter, digit or sign of ASCII as its number. */
function inAscii(text: string): string {
  return text.replace(/[^!-~]/gu, (one) => `\\u{${(one.codePointAt(0) as number).toString(16)}}`);
}
