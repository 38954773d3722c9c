// A trouble in words for a person: what was tried, what came back, what to do next (taste, "An error").

import { EXIT } from "../../model/index.ts";
import { PlatformError } from "./platform-error.ts";
import { type Trouble, withoutSecret } from "./trouble.ts";

/** What a request was for. */
export interface Purpose {
  method: string;
  url: string;
  /** A verb phrase: `list the workbooks of deployment 12`. */
  does: string;
  deploymentId?: number;
  /** The request itself, if it is all that there is to say: `GET /nope`. */
  request?: string;
  /** What else the body names that may be missing: `folder 31`. */
  alsoNames?: string;
  /** What the caller's role must allow, from the platform document. */
  needs?: string;
  /** What of the deployment is read, if it may be refused alone: `workbook 31`. */
  part?: string;
  /** Whether an answer may hold data: one without words of an error is not shown. */
  holdsData?: boolean;
  /** What to do after a 400, 401 or 403, if the credential is not the API key. */
  refusalAdvice?: string;
  /** What to do after what may pass: a broken connection, an interruption, a failure, a conflict. */
  againAdvice?: string;
  /** What to do after a 400. */
  rejectedAdvice?: string | undefined;
  /** After a 404 whose message is about something within the deployment: what that is called, and what to do. */
  missing?: { thing: string; advice: string };
  /** Where the address comes from, if it is not the configured one. */
  addressAdvice?: string;
  /** The answer is a secret that nobody knows yet: it is not quoted, and of a refusal no word that could be one. */
  answersSecret?: boolean;
  /** The first request of a connection: what it asks for is nothing that the user asked for. */
  opens?: boolean;
  /** The served description does not name the operation, because it could not be read. */
  guessed?: boolean;
  /** The served description was read and does not name the operation. */
  undescribed?: boolean;
}

/** Where a user finds and corrects what a connection was opened with: sentences, written only if something is wrong with it. */
export interface Origin {
  address(): string;
  /** Whose key it is, as in `the key is that of …`, and what to do; never the key itself. */
  credential(): { source: string; next: string };
}

export interface Circumstances {
  attempts: number;
  /** Since the first of them. */
  elapsedMs?: number;
  host: string;
  /** Where address and credential come from: see `Origin`. */
  from?: Origin | undefined;
  /** Bearer and Api-Key were both answered 401. */
  refusedBothSchemes: boolean;
  /** Why it was not retried although the retry table allows it. */
  gaveUp?: string;
  retryAfterMs?: number;
  redact(text: string): string;
}

export function explain(trouble: Trouble, purpose: Purpose, around: Circumstances): PlatformError {
  const told = purpose.answersSecret ? withoutSecret(trouble) : trouble;
  const code = told.code === "not-found" && purpose.guessed ? "no-such-operation" : told.code;
  const known: Trouble = { ...told, code };
  const { redact } = around;
  const isHidden = (purpose.holdsData || purpose.answersSecret) && told.isWhole;
  const quote = isHidden || told.platformMessage === undefined ? undefined : redact(told.platformMessage);
  const requestId = trouble.requestId === undefined ? undefined : redact(trouble.requestId);
  const url = redact(purpose.url);
  const details = [
    `${purpose.method} ${url}${requestId === undefined ? "" : `   request ${requestId}`}`,
    ...(quote === undefined ? [] : [`"${quote}"`]),
    ...(around.gaveUp === undefined ? [] : [around.gaveUp]),
    redact(adviseNext(known, purpose, around)),
  ];
  return new PlatformError(redact(headline(known, purpose, around)), {
    kind: trouble.kind,
    status: trouble.status,
    code: redact(code),
    method: purpose.method,
    url,
    requestId,
    platformMessage: quote,
    retryAfterMs: around.retryAfterMs,
    details,
    exitCode: code === "interrupted" ? EXIT.interrupted : EXIT.failed,
  });
}

/** Troubles of the address: what was to be done there says nothing about them. */
const OF_THE_ADDRESS: ReadonlySet<string> = new Set([
  "connection-refused",
  "connect-timeout",
  "unknown-host",
  "unreachable",
  "tls",
  "proxy",
  "not-http",
]);

function headline(trouble: Trouble, purpose: Purpose, { attempts, elapsedMs }: Circumstances): string {
  const { status } = trouble;
  const after = attempts > 1 ? `, after ${attempts} attempts` : "";
  if (OF_THE_ADDRESS.has(trouble.code)) {
    const time = attempts > 1 && elapsedMs !== undefined ? ` in ${Math.round(elapsedMs / 1000)} s` : "";
    return trouble.reason + after + time;
  }
  if (purpose.request !== undefined && status !== undefined && status < 400) {
    return `${purpose.request} was sent, but ${trouble.reason}${after}`;
  }
  if (trouble.code === "no-such-operation") {
    const where = purpose.guessed
      ? "there is no such operation at this address"
      : "this deployment has no such operation";
    return `could not ${purpose.does}: ${where}`;
  }
  if (status === undefined || status < 400) return `could not ${purpose.does}: ${trouble.reason}${after}`;
  if (status === 401 && purpose.opens) return "the platform did not accept the credential (401)";
  if (status === 401) return `could not ${purpose.does}: the credential was not accepted (401)`;
  if (status === 403) return `the platform refused to ${purpose.does} (403)`;
  if (status === 404) return `could not ${purpose.does}: not found (404)`;
  if (status === 409) return `could not ${purpose.does}: it conflicts with what is there (409)`;
  if (status === 429) return `could not ${purpose.does}: too many requests (429)${after}`;
  if (status >= 500 || status === 408)
    return `could not ${purpose.does}: the platform failed (${status})${after}`;
  return `the platform rejected the request to ${purpose.does} (${status})`;
}

const BY_CODE: Readonly<Record<string, (purpose: Purpose, around: Circumstances) => string>> = {
  "no-such-operation": (purpose, around) =>
    purpose.undescribed
      ? "Its API description does not include it: `boardwright spec` lists the operations that it has."
      : purpose.guessed && purpose.deploymentId !== undefined
        ? `Its API description cannot be read either, so check that ${around.host} is the platform. ${adviseAddress(purpose, around)} If it is, deployment ${purpose.deploymentId} may not exist, or its version may lack ${purpose.method} here.`
        : "Check that the address is the platform's own. If it is, this version does not offer the operation.",
  "truncated-json": () =>
    "Run it again. If it happens again, a proxy between here and the platform cuts answers off.",
  "not-json": (_, { host }) => `Check that ${host} is the platform and not a proxy or a login page.`,
  "unexpected-answer": (_, { host }) => `Check that ${host} is the platform.`,
  "endless-list": () =>
    "Run it again. If it happens again, tell the platform's support: this list cannot be read to its end.",
  redirect: (purpose, around) =>
    `The credential is never sent to another address: use one that does not redirect. ${adviseAddress(purpose, around)}`,
  "continue-wait": () => "Run it again later: the platform had not finished.",
  "connection-refused": (purpose, around) =>
    `Nothing listens at ${around.host}. ${adviseAddress(purpose, around)}${adviseSandbox(around.host)}`,
  "connect-timeout": (purpose, around) =>
    `Check the address, and whether a firewall or VPN blocks ${around.host}. ${adviseAddress(purpose, around)}`,
  "unknown-host": (purpose, around) => `Check the spelling of the address. ${adviseAddress(purpose, around)}`,
  unreachable: () => "Check the network connection and the name server.",
  tls: () =>
    "Check the address. If a company proxy signs certificates, name its authority in NODE_EXTRA_CA_CERTS.",
  proxy: () => "Check the proxy: HTTPS_PROXY names it, and NO_PROXY the hosts to reach without it.",
  "not-http": (purpose, around) => `Check the address and its port. ${adviseAddress(purpose, around)}`,
  timeout: () => "Run it again. If it happens again, the platform or a proxy in front of it is overloaded.",
  "connection-broken": ({ method }) =>
    method === "POST"
      ? "It may have taken effect: check before sending it again."
      : "Run it again: nothing is done twice.",
  interrupted: () => "Run it again to complete it.",
  upsert_branch_changed: () => "Someone else created or deleted it at the same moment. Run it again.",
  ambiguous_legacy_id: () =>
    "This publicId belongs to several old reports. Give the one you mean a publicId of its own in the platform.",
};

function adviseAddress({ addressAdvice }: Purpose, { from }: Circumstances): string {
  return addressAdvice ?? from?.address() ?? "PLATFORM_API_URL or the target's `url` sets it.";
}

/** The embedded platform is what most people run on their own machine. */
function adviseSandbox(host: string): string {
  const port = /^(?:localhost|127\.[\d.]+|\[::1\]):(\d+)$/.exec(host)?.[1];
  return port === undefined
    ? ""
    : ` If it should be the sandbox, start it: \`boardwright sandbox --port ${port}\``;
}

function adviseCredential({ from, refusedBothSchemes }: Circumstances): string {
  const tried = refusedBothSchemes
    ? "Bearer and Api-Key were both tried"
    : "PLATFORM_AUTH_SCHEME chooses bearer or api-key";
  if (!from)
    return `The credential is missing, malformed or expired; ${tried}. Set PLATFORM_API_KEY to a valid key, or run \`boardwright login\`.`;
  const { source, next } = from.credential();
  return `The key is that of ${source}, and it is mistyped, expired or revoked (${tried}). ${next}`;
}

function scopeOf(deploymentId: number | undefined): string {
  return deploymentId === undefined
    ? "this is for the whole account, and its role, permissions or scope may not allow it"
    : `the key may be scoped to other deployments than deployment ${deploymentId}`;
}

function names(message: string | undefined, thing: string): boolean {
  return new RegExp(`\\b${thing}`, "i").test(message ?? "");
}

function adviseNext(trouble: Trouble, purpose: Purpose, around: Circumstances): string {
  const { status = 0 } = trouble;
  const mayPass = status < 400 || status === 409 || status >= 500;
  if (mayPass && purpose.againAdvice !== undefined && trouble.code !== "no-such-operation")
    return purpose.againAdvice;
  const byCode = BY_CODE[trouble.code];
  if (byCode !== undefined) return byCode(purpose, around);
  const { deploymentId } = purpose;
  // A 400 about data is about the query.
  const isRefusal = [purpose.holdsData ? 0 : 400, 401, 403].includes(trouble.status ?? 0);
  if (isRefusal && purpose.refusalAdvice !== undefined) return purpose.refusalAdvice;
  switch (trouble.status) {
    case 401:
      return adviseCredential(around);
    case 403:
      if (purpose.part !== undefined)
        return `The credential is valid but not authorized here: it may have no access to ${purpose.part}, or ${scopeOf(deploymentId)}. If the rest of the deployment can be read, ask its owner for access to ${purpose.part}.`;
      return `The credential is valid but not authorized here: ${scopeOf(deploymentId)}.${purpose.needs === undefined ? "" : ` ${purpose.needs}`}`;
    case 404:
      if (purpose.missing && names(trouble.platformMessage, purpose.missing.thing))
        return purpose.missing.advice;
      if (deploymentId === undefined) return "Check the address.";
      return purpose.alsoNames === undefined
        ? `Either deployment ${deploymentId} does not exist or this credential does not see it: \`boardwright deployments list\` shows those that it sees.`
        : `Either deployment ${deploymentId} or ${purpose.alsoNames} does not exist, or this credential does not see it: check both numbers.`;
    case 409:
      return "Check the current state before you run it again: repeating alone does not fix this.";
    case 429:
      return "Run it again later, or set a lower `apply.concurrency` in boardwright.yaml.";
    case 408:
      return "Run it again.";
  }
  if (trouble.status !== undefined && trouble.status >= 500) {
    const named =
      trouble.requestId === undefined
        ? "tell the platform's support the time and the address of the request"
        : "give the request id to the platform's support";
    return `Run it again later. If it persists, ${named}.`;
  }
  return purpose.rejectedAdvice ?? "Fix what the platform names and run it again.";
}
