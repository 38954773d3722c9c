// What must never be shown, and the one way to blank and to cut a text that may hold it. The secrets that a run knows are kept here,
// for the whole process: a text is cut in many places that know no credential, and what is cut can no longer be recognized.

import { UsageError } from "./errors.ts";

/** A shorter text is part of many others, and no platform hands out such a credential. */
export const SHORTEST_SECRET = 4;

/** An address as it may be shown: without a user name and a password. */
export function showUrl(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//");
}

/** What only ever holds credentials, and what is named like one (contract 11). Windows ignores case. */
const OWNERS = /^(?:PLATFORM|INPUT|ACTIONS)_/i;
/** How the same thing is called once more: DEPLOY_KEY_B64, DB_PASS_2, AUTH_HEADER. */
const TAIL = "(?:[_-]?(?:B(?:ASE)?64|JSON|YA?ML|FILE|TXT|HEX|HEADER|[0-9]+))*$";
const CREDENTIALS = new RegExp(
  [
    "TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|WEBHOOK|CONN(?:ECTION)?_?STR|SERVICE_?ACCOUNT",
    "KUBE_?CONFIG|DOCKER_?(?:AUTH_?)?CONFIG|NETRC|KEYSTORE|KEYTAB",
    // Whole words: AUTHOR, PATCH, KEYBOARD, CREDIT and PASS_RATE hold none.
    `(?:^|[_-])(?:PAT|DSN|AUTH|AUTHORIZATION|CREDS?|JWT|PEM|PFX|P12|SAS|COOKIE)${TAIL}|[_-]KEY${TAIL}`,
    `(?:^|[_-])PRIVATE(?:$|[_-])|API_?KEY|(?:ACCESS|PRIVATE)_?KEY`,
    // PGPASS and DBPWD, and neither COMPASS nor PWD.
    `(?<!COM|BY|SUR|TRES|OVER|UNDER)PASS${TAIL}|(?<!^|^OLD)PWD${TAIL}`,
    // Such an address begins with a user name and a password.
    "(?:DATABASE|DB|POSTGRES(?:QL)?|PG|MYSQL|MARIADB|MONGO(?:DB)?|REDIS|AMQP)_UR[IL]$",
  ].join("|"),
  "i",
);
/** Variables of ours that hold a secret, whatever it looks like. */
const KEYS = ["PLATFORM_API_KEY", "BOARDWRIGHT_REVIEW_KEY"];
/** A guessed secret is at least so long, in UTF-16 units, and no word: `TOKEN_KIND=ephemeral` is nothing to blank. */
const SHORTEST_GUESS = 12;
/** What is sent as a credential may be a short password of a proxy: it would blank parts of words. No shorter token is saved. */
export const SHORTEST_LEARNED = 8;
/** Part of a longer base64 text; a shorter one is found by chance. */
const SHORTEST_CORE = 12;

/** The key of every sandbox: known to everybody, and it opens nothing. */
export const SANDBOX_KEY = "sandbox-key";

/** Whoever reads a seal can try keys at leisure, and `openssl rand -hex 32` prints 64 characters. */
const SHORTEST_REVIEW_KEY = 16;

/**
 * The key that seals plans, records and comments: `BOARDWRIGHT_REVIEW_KEY`; undefined if none is given. Throws a UsageError for one that is
 * too short.
 */
export function reviewKeyOf(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const key = env.BOARDWRIGHT_REVIEW_KEY?.trim() || undefined;
  if (key === undefined || key.length >= SHORTEST_REVIEW_KEY) return key;
  throw new UsageError(
    `the review key is too short to seal with: ${SHORTEST_REVIEW_KEY} characters at least`,
    [
      "It is BOARDWRIGHT_REVIEW_KEY, or the Action's input `review-key`. Whoever reads a seal can try keys until it holds: `openssl rand -hex 32` prints a good one.",
    ],
  );
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

const HTML: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * A secret as it is written, and as slugs (in lower case), URLs, JSON (also within JSON), HTML and base64 spell it, also in the middle of a
 * longer base64 text.
 */
export function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const cases = secret.length < SHORTEST_GUESS ? [secret] : [secret, secret.toLowerCase()];
  const plain = cases.flatMap((text) => {
    const inJson = JSON.stringify(text).slice(1, -1);
    const inUrl = encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));
    return [
      text,
      inUrl,
      inUrl.replace(/%../g, (code) => code.toLowerCase()),
      inJson,
      inJson.replaceAll("/", "\\/"),
      text.replace(/[^A-Za-z0-9]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
      JSON.stringify(inJson).slice(1, -1),
      // Not every page escapes quotes.
      ...[/[&<>]/g, /[&<>"]/g, /[&<>"']/g].map((all) => text.replace(all, (one) => HTML[one] ?? one)),
    ];
  });
  return [
    ...new Set([
      ...plain,
      ...(["base64", "base64url"] as const).map((form) => bytes.toString(form)),
      ...base64Cores(bytes),
    ]),
  ];
}

/** What a longer text in base64 shows of these bytes, wherever they begin in it: without the characters that hold bits of neighbours. */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor((whole.length * 8) / 6);
    const cores = (["base64", "base64url"] as const).map((form) => whole.toString(form).slice(from, to));
    return to - from < SHORTEST_CORE ? [] : cores;
  });
}

/** What each run that is under way knows. */
const runs = new Set<Set<string>>();
/** Of all of them, longest first: one secret may begin with another. */
let spellings: readonly string[] = [];

/**
 * From now on these are blanked in every text of this process; what it returns ends that, for a process that runs several commands.
 * To be called before anything is read or shown.
 */
export function knowSecrets(secrets: Iterable<string>): () => void {
  const mine = new Set([...secrets].filter((secret) => isSecret(secret, SHORTEST_SECRET)));
  runs.add(mine);
  spell();
  return () => {
    runs.delete(mine);
    spell();
  };
}

/** The same for a secret that turned up during a run, such as a renewed token: it is known as long as the runs that are under way. */
export function learnSecret(secret: string): void {
  if (runs.size === 0 || !isSecret(secret, SHORTEST_LEARNED)) return;
  for (const known of runs) known.add(secret);
  spell();
}

function isSecret(text: string, shortest: number): boolean {
  return text.length >= shortest && text !== SANDBOX_KEY;
}

function spell(): void {
  const all = new Set([...runs].flatMap((known) => [...known].flatMap(spellingsOf)));
  spellings = [...all].sort((a, b) => b.length - a.length);
}

/** The spellings of all secrets that are known, longest first. */
export function knownSpellings(): readonly string[] {
  return spellings;
}

/** The text with every known secret blanked. To be called before a text is escaped or cut: afterwards nobody recognizes it. */
export function blankSecrets(text: string): string {
  let clean = text;
  for (const spelling of spellings)
    if (spelling.length <= clean.length && clean.includes(spelling))
      clean = clean.replaceAll(spelling, "***");
  return clean;
}

/** The same with as many marks as the secret had, for a text in which something is underlined. */
export function maskSecrets(text: string): string {
  return spellings.reduce((clean, spelling) => clean.replaceAll(spelling, "*".repeat(spelling.length)), text);
}

/** Whether the text holds a known secret. */
export function holdsSecret(text: string): boolean {
  return spellings.some((spelling) => text.includes(spelling));
}

/** The same with every known secret in its texts blanked, however deep. Names of fields stay as they are. */
export function withoutSecrets<T>(value: T): T {
  return spellings.length === 0 ? value : (blankDeep(value) as T);
}

function blankDeep(value: unknown): unknown {
  if (typeof value === "string") return blankSecrets(value);
  if (Array.isArray(value)) return value.map(blankDeep);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, blankDeep(item)]));
}

/** The beginning of a text of others, in at most `most` UTF-16 units: secrets are blanked first, and what is cut ends in `…`. */
export function shorten(text: string, most: number): string {
  const clean = blankSecrets(text);
  if (clean.length <= most) return clean;
  return `${clean.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
