// No credential leaves the room in an error or an event, not even when the platform echoes it.

const SHORTEST_SECRET = 4;

export interface Redactor {
  /** From now on `secret` is blanked, also as URLs, JSON and base64 spell it. */
  hide(secret: string): void;
  redact(text: string): string;
}

/** Blanks every secret that was ever handed to it: tokens change while requests are in flight. */
export function openRedactor(): Redactor {
  let spellings: string[] = [];
  return {
    hide(secret) {
      // A credential shorter than this would blank half of every sentence; no platform hands one out.
      if (secret.length < SHORTEST_SECRET) return;
      const all = new Set([
        ...spellings,
        secret,
        encodeURIComponent(secret),
        JSON.stringify(secret).slice(1, -1),
        Buffer.from(secret).toString("base64"),
      ]);
      // Longest first: one secret may begin with another.
      spellings = [...all].sort((a, b) => b.length - a.length);
    },
    redact: (text) => spellings.reduce((clean, spelling) => clean.replaceAll(spelling, "***"), text),
  };
}
