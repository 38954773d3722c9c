// What the store holds of the account: users, keys and what they may do, logins, audit log events.

import type { JsonObject } from "../../model/index.ts";

/** From the least to the most. Of these the platform document names AI BI User; the others are the sandbox's. */
export const ROLES = ["AI BI Viewer", "AI BI User", "AI BI Developer", "Admin"] as const;
export type Role = (typeof ROLES)[number];

/** From the least to the most (platform document, "Authentication", rule 6). */
export const LEVELS = ["view", "edit", "manage"] as const;
export type Level = (typeof LEVELS)[number];

/** The levels that a key was given: workbooks by slug or id, folders and reports by id. What is not named is not visible. */
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

/** One pair of tokens that a login gave out. */
export interface LoginRecord {
  readonly accessToken: string;
  /** Null once it was used. */
  readonly refreshToken: string | null;
  /** When the access token expires, ISO 8601. */
  readonly expiresAt: string;
  readonly userId: number;
}

/** Something that the audit log tells. */
export interface AuditEvent {
  readonly id: number;
  readonly createdAt: string;
  readonly eventName: string;
  readonly userEmail: string;
  /** Null for what concerns the account. */
  readonly deploymentId: number | null;
  readonly details: JsonObject;
}
