// A failed call in words for a person: what was tried, what came back, what to do next.
import { describe, expect, it } from "vitest";
import { type Circumstances, explain, type Purpose } from "../../src/platform/http/explain.ts";
import type { Trouble } from "../../src/platform/http/trouble.ts";

const HOST = "acme.example.com";

describe("an error for people", () => {
  const purpose: Purpose = { method: "GET", url: "https://acme.example.com/x", does: "read the thing" };
  const around: Circumstances = {
    attempts: 1,
    host: HOST,
    refusedBothSchemes: false,
    redact: (text) => text.replaceAll("geheim", "***"),
  };
  const say = (trouble: Partial<Trouble>, more: Partial<Purpose> = {}, circumstances = {}) => {
    const whole: Trouble = { kind: "final", code: "x", reason: "it failed", ...trouble };
    const { message, details } = explain(whole, { ...purpose, ...more }, { ...around, ...circumstances });
    return { message, next: details.at(-1), details };
  };

  it.each<[Partial<Trouble>, string]>([
    [{}, "could not read the thing: it failed, after 3 attempts"],
    [{ status: 200 }, "could not read the thing: it failed, after 3 attempts"],
    [{ status: 400 }, "the platform rejected the request to read the thing (400)"],
    [{ status: 401 }, "could not read the thing: the credential was not accepted (401)"],
    [{ status: 403 }, "the platform refused to read the thing (403)"],
    [{ status: 404 }, "could not read the thing: not found (404)"],
    [{ status: 408 }, "could not read the thing: the platform failed (408), after 3 attempts"],
    [{ status: 409 }, "could not read the thing: it conflicts with what is there (409)"],
    [{ status: 429 }, "could not read the thing: too many requests (429), after 3 attempts"],
    [{ status: 499 }, "the platform rejected the request to read the thing (499)"],
    [{ status: 500 }, "could not read the thing: the platform failed (500), after 3 attempts"],
  ])("of %j says what was tried and what came back", (trouble, message) => {
    expect(say(trouble, {}, { attempts: 3 }).message).toBe(message);
    expect(say(trouble).message).toBe(message.replace(", after 3 attempts", ""));
  });

  it("of a request that was sent and answered does not claim that it was not", () => {
    const raw = { request: "POST /x" };
    expect(say({ status: 200 }, raw).message).toBe("POST /x was sent, but it failed");
    expect(say({ status: 200 }, raw, { attempts: 2 }).message).toContain("it failed, after 2 attempts");
    for (const trouble of [{}, { status: 400 }]) expect(say(trouble, raw).message).not.toContain("was sent");
  });

  it.each<[string, Partial<Purpose>, string]>([
    ["no-such-operation", {}, "Check that the address is the platform's own."],
    ["no-such-operation", { undescribed: true }, "`boardwright spec` lists the operations"],
    ["no-such-operation", { guessed: true }, "Check that the address is the platform's own."],
    [
      "no-such-operation",
      { guessed: true, deploymentId: 12 },
      "so check that acme.example.com is the platform",
    ],
    ["truncated-json", {}, "a proxy between here and the platform"],
    ["not-json", {}, `Check that ${HOST} is the platform and not a proxy or a login page.`],
    ["unexpected-answer", {}, `Check that ${HOST} is the platform.`],
    ["endless-list", {}, "tell the platform's support"],
    ["redirect", {}, "never sent to another address"],
    ["continue-wait", {}, "Run it again later"],
    [
      "connection-refused",
      {},
      `Nothing listens at ${HOST}. PLATFORM_API_URL or the target's \`url\` sets it.`,
    ],
    ["connection-refused", { addressAdvice: "It is the branch's." }, "It is the branch's."],
    ["connect-timeout", {}, `whether a firewall or VPN blocks ${HOST}`],
    ["unknown-host", {}, "Check the spelling of the address. PLATFORM_API_URL"],
    ["unreachable", {}, "Check the network connection"],
    ["tls", {}, "NODE_EXTRA_CA_CERTS"],
    ["proxy", {}, "HTTPS_PROXY names it"],
    ["not-http", {}, "Check the address and its port."],
    ["timeout", {}, "is overloaded"],
    ["connection-broken", {}, "Run it again: nothing is done twice."],
    ["connection-broken", { method: "POST" }, "check before sending it again"],
    ["interrupted", {}, "Run it again to complete it."],
    ["upsert_branch_changed", {}, "Someone else created or deleted it"],
    ["ambiguous_legacy_id", {}, "belongs to several old reports"],
  ])("called %s, for %j, says what to do next", (code, more, next) => {
    expect(say({ code }, more).next).toContain(next);
  });

  it.each<[number, Partial<Purpose>, string]>([
    [400, {}, "Fix what the platform names"],
    [400, { refusalAdvice: "Log in again." }, "Log in again."],
    [401, { refusalAdvice: "Log in again." }, "Log in again."],
    [403, { refusalAdvice: "Log in again." }, "Log in again."],
    [404, { refusalAdvice: "Log in again." }, "Check the address."],
    [401, {}, "PLATFORM_AUTH_SCHEME chooses bearer or api-key."],
    [403, {}, "this is for the whole account"],
    [403, { deploymentId: 12 }, "than deployment 12."],
    [403, { deploymentId: 12, needs: "It needs a role." }, "than deployment 12. It needs a role."],
    [404, {}, "Check the address."],
    [404, { deploymentId: 12 }, "Either deployment 12 does not exist or this credential"],
    [404, { deploymentId: 12, alsoNames: "folder 31" }, "Either deployment 12 or folder 31 does not exist"],
    [408, {}, "Run it again."],
    [409, {}, "repeating alone does not fix this"],
    [429, {}, "a lower `apply.concurrency`"],
    [499, {}, "Fix what the platform names"],
    [500, {}, "tell the platform's support the time and the address of the request"],
  ])("of a %i, for %j, says what to do next", (status, more, next) => {
    expect(say({ status }, more).next).toContain(next);
  });

  it("sends nobody to support with a request id that there is not", () => {
    expect(say({ status: 503, requestId: "r-1" }).next).toContain(
      "give the request id to the platform's support",
    );
    expect(say({ status: 503 }).next).not.toContain("request id");
  });

  it("of a 404 that names something within the deployment says where to look for that", () => {
    const missing = { thing: "branch", advice: "List the branches." };
    const next = (platformMessage?: string) =>
      say({ status: 404, platformMessage }, { deploymentId: 12, missing }).next;
    expect(next("Branch nope does not exist")).toBe("List the branches.");
    for (const message of ["the subbranch is gone", undefined])
      expect(next(message)).toContain("deployment 12");
  });

  it("of a 404 where the operation was only guessed doubts the operation", () => {
    const guess = { guessed: true, deploymentId: 12 };
    expect(say({ status: 404, code: "not-found" }, guess).message).toContain(
      "no such operation at this address",
    );
    expect(say({ status: 404, code: "not-found" }).message).toContain("not found (404)");
    expect(say({ status: 403, code: "forbidden" }, guess).message).toContain("refused");
  });

  it("says where, what the platform said, and why it was given up, in that order, without secrets", () => {
    const trouble = { code: "geheim", platformMessage: "no geheim", requestId: "r-geheim", status: 429 };
    const { details } = say(
      trouble,
      { url: "https://acme.example.com/geheim" },
      { gaveUp: "It asks to wait." },
    );
    expect(details).toEqual([
      "GET https://acme.example.com/***   request r-***",
      '"no ***"',
      "It asks to wait.",
      "Run it again later, or set a lower `apply.concurrency` in boardwright.yaml.",
    ]);
    expect(say({ status: 429 }).details).toEqual([
      "GET https://acme.example.com/x",
      "Run it again later, or set a lower `apply.concurrency` in boardwright.yaml.",
    ]);
    const error = explain({ kind: "429", reason: "geheim", ...trouble }, purpose, {
      ...around,
      retryAfterMs: 5,
    });
    expect(error).toMatchObject({ kind: "429", code: "***", requestId: "r-***", platformMessage: "no ***" });
    expect(error).toMatchObject({ method: "GET", status: 429, retryAfterMs: 5, exitCode: 1 });
    const stopped = explain({ kind: "final", code: "interrupted", reason: "x" }, purpose, around);
    expect(stopped.exitCode).toBe(130);
  });
});
