// Wire types of users, as the management API and the SCIM API have them.

import type { JsonObject } from "../../model/index.ts";

export interface WireUserSettings {
  alternatingRowColors?: boolean | null;
  defaultDeploymentId?: number | null;
  lastSeenChangelogId?: number | null;
  locale?: string | null;
  theme?: string | null;
  timezone?: string | null;
}

export interface WireUserAlias {
  id: number;
  userId: number;
  username: string;
  /** `ldap` occurs. */
  source: string;
  createdAt: string;
  updatedAt: string;
}

/** User, the answer to a creation. */
export interface WireUser {
  id: number;
  email: string;
  username: string;
  isAdmin: boolean;
  notifications: JsonObject;
  activeRoleId?: number | null;
  aliases?: WireUserAlias[] | null;
  createdAt?: string | null;
  updatedAt?: string | null;
  lastLogin?: string | null;
  defaultRoles?: string[] | null;
  externalId?: string | null;
  firstName?: string | null;
  gitUser?: string | null;
  impersonation?: JsonObject | null;
  isDeactivated?: boolean | null;
  picture?: string | null;
  samlId?: string | null;
  settings?: WireUserSettings | null;
  title?: string | null;
  tosAccepted?: JsonObject | null;
}

/** User creation body. Which fields are required is not shown. */
export interface WireUserInput {
  email?: string | null;
  username?: string | null;
  defaultRoles?: string[] | null;
  externalId?: string | null;
  firstName?: string | null;
  isAdmin?: boolean | null;
  /** Appears only as null. */
  isExternal?: boolean | null;
  password?: string | null;
  /** Appears only as null. */
  picture?: string | null;
  settings?: WireUserSettings | null;
}

/** A user as SCIM has it (RFC 7643, 4.1): only `id` is certain. */
export interface WireScimUser {
  id: string;
  userName?: string;
  active?: boolean;
  displayName?: string;
  emails?: { value?: string; primary?: boolean; type?: string }[];
  [attribute: string]: unknown;
}

/** ListResponse (RFC 7644, 3.4.2). `Resources` may be absent if there are none. */
export interface WireScimList {
  schemas: string[];
  totalResults: number;
  /** From 1. */
  startIndex?: number;
  itemsPerPage?: number;
  Resources?: WireScimUser[];
}
