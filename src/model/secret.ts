// What must never be shown.

/** A shorter text is part of many others, and no platform hands out such a credential. */
export const SHORTEST_SECRET = 4;

/** An address as it may be shown: without a user name and a password. */
export function showUrl(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//");
}

/** What only ever holds credentials, and what is named like one (contract 11). Windows ignores case. */
const OWNERS = /^(?:PLATFORM|INPUT|ACTIONS)_/i;
const CREDENTIALS = /TOKEN|SECRET|PASSWORD|CREDENTIAL|[_-]KEY$/i;
/** Variables of ours that hold a secret, whatever it looks like. */
const KEYS = ["PLATFORM_API_KEY", "BOARDWRIGHT_REVIEW_KEY"];
/** A guessed secret is at least so long, in UTF-16 units, and no word: `TOKEN_KIND=ephemeral` is nothing to blank. */
const SHORTEST_GUESS = 12;

/** The key of every sandbox: known to everybody, and it opens nothing. */
export const SANDBOX_KEY = "sandbox-key";

/** The key that seals plans, records and comments: `BOARDWRIGHT_REVIEW_KEY`; undefined if none is given. */
export function reviewKeyOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  return env.BOARDWRIGHT_REVIEW_KEY?.trim() || undefined;
}

/** Whether a variable of this name is never content, whatever a project declares. */
export function isSecretName(name: string): boolean {
  return OWNERS.test(name) || CREDENTIALS.test(name);
}

/** The secrets that an environment holds, by the names of its variables: longest first, each once. */
export function secretsOf(env: Readonly<Record<string, string | undefined>>): string[] {
  const found = new Set<string>();
  for (const [name, value = ""] of Object.entries(env)) {
    const secret = value.trim();
    if (!CREDENTIALS.test(name)) continue;
    if (KEYS.includes(name) ? secret.length >= SHORTEST_SECRET : isRandom(secret)) found.add(secret);
  }
  return [...found].sort((a, b) => b.length - a.length);
}

function isRandom(text: string): boolean {
  return (
    text.length >= SHORTEST_GUESS &&
    !/\s/.test(text) &&
    (/\d/.test(text) || /[a-z].*[A-Z]|[A-Z].*[a-z]/.test(text))
  );
}
