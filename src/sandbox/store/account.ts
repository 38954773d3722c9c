// The account's part of the state: users, keys, logins, and the audit log.

import type { JsonObject } from "../../model/index.ts";
import type { Access, ApiKeyRecord, AuditEvent, Level, LoginRecord, UserRecord } from "./account-records.ts";
import type { State } from "./records.ts";

type AccountState = Pick<State, "apiKeys" | "users" | "logins" | "auditEvents">;

/** Older events are dropped: a sandbox that runs for weeks must not fill the memory with them. */
const MAX_EVENTS = 10_000;

export class Account {
  readonly apiKeys = new Map<string, ApiKeyRecord>();
  readonly users = new Map<number, UserRecord>();
  /** By access token. */
  readonly logins = new Map<string, LoginRecord>();
  #events: AuditEvent[];
  readonly #onChange: () => void;

  constructor(state: AccountState, onChange: () => void) {
    this.#onChange = onChange;
    this.#events = [...state.auditEvents];
    for (const key of state.apiKeys) this.apiKeys.set(key.key, key);
    for (const user of state.users) this.users.set(user.id, user);
    for (const login of state.logins) this.logins.set(login.accessToken, login);
  }

  /** The user of a key or login; keys and logins name only existing users. */
  user(id: number): UserRecord {
    return this.users.get(id)!;
  }

  /** By ascending id. */
  allUsers(): UserRecord[] {
    return [...this.users.values()].sort((a, b) => a.id - b.id);
  }

  newUserId(): number {
    return Math.max(0, ...this.users.keys()) + 1;
  }

  putUser(user: UserRecord): void {
    this.users.set(user.id, user);
    this.#onChange();
  }

  deleteUser(id: number): void {
    this.users.delete(id);
    for (const [token, { userId }] of this.logins) if (userId === id) this.logins.delete(token);
    this.#onChange();
  }

  putLogin(login: LoginRecord): void {
    this.logins.set(login.accessToken, login);
    this.#onChange();
  }

  loginByRefreshToken(token: string): LoginRecord | undefined {
    return [...this.logins.values()].find((login) => login.refreshToken === token);
  }

  /** Drops the logins that can no longer be used or refreshed. */
  sweepLogins(now: string): void {
    for (const login of this.logins.values())
      if (login.refreshToken === null && login.expiresAt <= now) this.logins.delete(login.accessToken);
  }

  /** The key that creates something manages it. An unlimited key needs no such record. */
  grant(key: ApiKeyRecord, kind: keyof Access, id: number, level: Level): void {
    const known = this.apiKeys.get(key.key);
    if (!known?.access) return;
    const access = { ...known.access, [kind]: { ...known.access[kind], [id]: level } };
    this.apiKeys.set(key.key, { ...known, access });
    this.#onChange();
  }

  /** In the order in which they happened. */
  events(): readonly AuditEvent[] {
    return this.#events;
  }

  addEvent(event: Omit<AuditEvent, "id">): void {
    this.#events.push({ id: (this.#events.at(-1)?.id ?? 0) + 1, ...event });
    if (this.#events.length > MAX_EVENTS * 1.1) this.#events = this.#events.slice(-MAX_EVENTS);
    this.#onChange();
  }

  snapshot(): AccountState {
    return {
      apiKeys: [...this.apiKeys.values()],
      users: [...this.users.values()],
      logins: [...this.logins.values()],
      auditEvents: this.#events.slice(-MAX_EVENTS),
    };
  }
}

/** A user as the owner of something. */
export function resourceOwner({ id, email, firstName, picture }: UserRecord): JsonObject {
  return { id, email, firstName, picture };
}
