// The state of the device flow's first half (RFC 8628): codes that wait for approval. Not kept in the data file:
// they live for minutes, and nobody waits for them across a restart.

import { randomBytes, randomInt } from "node:crypto";

/** Seconds: the lifetime of a code, and the time between two polls (field notes E). */
export const CODE_LIFETIME = 900;
const INTERVAL = 5;
/** Seconds that every early poll adds to the interval (RFC 8628, 3.5). */
const SLOW_DOWN = 5;
/** Milliseconds that a poll may be early: the clocks of two processes differ. */
const TOLERANCE = 100;
/** RFC 8628, 6.1: no vowels, so that no words result. */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

export interface DeviceCode {
  readonly deviceCode: string;
  /** `WDJB-MJHT` */
  readonly userCode: string;
  readonly clientId: string;
  /** Milliseconds, like every time here. */
  readonly expiresAt: number;
  readonly interval: number;
}

interface Waiting extends DeviceCode {
  interval: number;
  lastPoll?: number;
  decision?: "approved" | "denied";
}

/** Why a poll is refused (RFC 8628, 3.5). */
export const POLL_ERRORS = {
  invalid_grant: "The device code is unknown, was used, or belongs to another client",
  authorization_pending: "Nobody has approved the login yet",
  slow_down: "Poll less often: from now on, wait five seconds longer each time",
  access_denied: "The login was denied",
  expired_token: "The device code has expired: start again",
};
type PollOutcome = "approved" | keyof typeof POLL_ERRORS;

export class DeviceLogins {
  readonly #waiting = new Map<string, Waiting>();

  begin(clientId: string, now: number): DeviceCode {
    const code: Waiting = {
      deviceCode: randomBytes(24).toString("base64url"),
      userCode: this.#newUserCode(),
      clientId,
      expiresAt: now + CODE_LIFETIME * 1000,
      interval: INTERVAL,
    };
    this.#waiting.set(code.deviceCode, code);
    return code;
  }

  /** The outcome of a poll. It uses up an approved code. */
  poll(deviceCode: string, clientId: string, now: number): PollOutcome {
    const code = this.#waiting.get(deviceCode);
    if (code?.clientId !== clientId) return "invalid_grant";
    if (now >= code.expiresAt) return "expired_token";
    const tooSoon = code.lastPoll !== undefined && now < code.lastPoll + code.interval * 1000 - TOLERANCE;
    code.lastPoll = now;
    if (tooSoon) {
      code.interval += SLOW_DOWN;
      return "slow_down";
    }
    if (code.decision === "denied") return "access_denied";
    if (code.decision === undefined) return "authorization_pending";
    this.#waiting.delete(deviceCode);
    return "approved";
  }

  /** The code that a user typed, in any case and with or without the dash; undefined if it is unknown or expired. */
  find(written: string, now: number): DeviceCode | undefined {
    const letters = lettersOf(written);
    return [...this.#waiting.values()].find(
      ({ userCode, expiresAt }) => lettersOf(userCode) === letters && now < expiresAt,
    );
  }

  /** False if the code is unknown or expired. Another decision replaces the first until a poll has fetched it. */
  decide(written: string, decision: "approved" | "denied", now: number): boolean {
    const found = this.find(written, now);
    const code = found && this.#waiting.get(found.deviceCode);
    if (code) code.decision = decision;
    return code !== undefined;
  }

  #newUserCode(): string {
    const letter = (): string => LETTERS[randomInt(LETTERS.length)]!;
    for (;;) {
      const letters = Array.from({ length: 8 }, letter).join("");
      const userCode = `${letters.slice(0, 4)}-${letters.slice(4)}`;
      if (![...this.#waiting.values()].some((other) => other.userCode === userCode)) return userCode;
    }
  }
}

function lettersOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z]/g, "");
}
