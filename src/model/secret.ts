// What must never be shown.

/** A shorter text is part of many others, and no platform hands out such a credential. */
export const SHORTEST_SECRET = 4;

/** An address as it may be shown: without a user name and a password. */
export function showUrl(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//");
}
