// Wire types of users, as the management API and the SCIM API have them.

import type { Json, JsonObject } from "../../model/index.ts";

/** User, the answer to a creation: the fields that are always there. */
export interface WireUser {
  id: number;
  email: string;
  username: string;
  isAdmin: boolean;
  notifications: JsonObject;
  [field: string]: Json | undefined;
}

/** User creation body. Which fields are required is not shown; any may be null. */
export interface WireUserInput {
  email?: string | null;
  username?: string | null;
  password?: string | null;
  [field: string]: Json | undefined;
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
