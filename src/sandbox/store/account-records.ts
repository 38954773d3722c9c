// The account's records: users, keys with their access, logins, audit log events.

import type { JsonObject } from "../../model/index.ts";

/** Ascending. The platform document names only AI BI User; the others are the sandbox's. */
export const ROLES = ["AI BI Viewer", "AI BI User", "AI BI Developer", "Admin"] as const;
export type Role = (typeof ROLES)[number];

/** Ascending (platform document, "Authentication", rule 6). */
export const LEVELS = ["view", "edit", "manage"] as const;
export type Level = (typeof LEVELS)[number];

/** The levels of a key: workbooks by slug or id, folders and reports by id. Anything else is invisible. */
export interface Access {
  readonly workbooks: Readonly<Record<string, Level>>;
  readonly folders: Readonly<Record<string, Level>>;
  readonly reports: Readonly<Record<string, Level>>;
}

export interface ApiKeyRecord {
  readonly key: string;
  /** Undefined: every deployment of the account. */
  readonly deployments?: readonly number[];
  readonly userId: number;
  readonly role: Role;
  /** Undefined: all of them for an Admin, none for others. */
  readonly permissions?: readonly string[];
  /** Undefined: manage, everywhere. */
  readonly access?: Access;
  /** The only scheme under which it is accepted; undefined: both. */
  readonly scheme?: "bearer" | "api-key";
}

export interface UserRecord {
  readonly id: number;
  readonly email: string;
  readonly username: string;
  readonly isAdmin: boolean;
  readonly firstName: string | null;
  readonly picture: string | null;
  readonly externalId: string | null;
  readonly defaultRoles: readonly string[];
  readonly settings: JsonObject;
  readonly isDeactivated: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly lastLogin: string | null;
}

/** The pair of tokens of a login. */
export interface LoginRecord {
  readonly accessToken: string;
  /** Null once used. */
  readonly refreshToken: string | null;
  /** When the access token expires, ISO 8601. */
  readonly expiresAt: string;
  readonly userId: number;
}

export interface AuditEvent {
  readonly id: number;
  readonly createdAt: string;
  readonly eventName: string;
  readonly userEmail: string;
  /** Null for an event of the account. */
  readonly deploymentId: number | null;
  readonly details: JsonObject;
}
