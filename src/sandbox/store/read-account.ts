// Reads the account's part of a seed: users, keys, and the logins and events of a data file.

import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import {
  type Access,
  type ApiKeyRecord,
  type AuditEvent,
  LEVELS,
  type Level,
  type LoginRecord,
  ROLES,
  type UserRecord,
} from "./account-records.ts";
import { OWNER, OWNER_ID } from "./records.ts";
import {
  badSeed,
  choiceOf,
  integerOr,
  isId,
  isText,
  isThere,
  listOf,
  rowsOf,
  textOr,
} from "./seed-fields.ts";
import { numberRows } from "./seed-numbers.ts";

/** The users, with the sandbox's own first unless the seed has a user with that id. */
export function readUsers(seed: JsonObject, from: string, now: string): UserRecord[] {
  const rows = rowsOf(seed, "users", from);
  const all = rows.some(({ id }) => id === OWNER_ID)
    ? rows
    : [{ ...OWNER, username: "sandbox", isAdmin: true }, ...rows];
  const ids = numberRows(
    from,
    OWNER_ID,
    all.map(({ id }) => id),
  );
  const names = new Set<string>();
  return all.map((row, index): UserRecord => {
    const at = `users[${index - (all.length - rows.length)}]`;
    if (typeof row.email !== "string" || row.email === "")
      throw badSeed(from, `${at}.email must be a string`);
    const username = textOr(row.username, row.email);
    for (const name of [`email ${row.email.toLowerCase()}`, `username ${username.toLowerCase()}`]) {
      if (names.has(name)) throw badSeed(from, `${at}: the ${name} is taken`);
      names.add(name);
    }
    return readUser(row, ids.take(row.id, at), now);
  });
}

/** A user as a seed or a request describes it; `now` is the creation time of one without. */
export function readUser(row: JsonObject, id: number, now: string): UserRecord {
  const email = textOr(row.email, "");
  const createdAt = textOr(row.createdAt, now);
  return {
    id,
    email,
    username: textOr(row.username, email),
    isAdmin: row.isAdmin === true,
    firstName: textOr(row.firstName, null),
    picture: textOr(row.picture, null),
    externalId: textOr(row.externalId, null),
    defaultRoles: Array.isArray(row.defaultRoles) ? row.defaultRoles.filter(isText) : [],
    settings: isObject(row.settings) ? row.settings : {},
    isDeactivated: row.isDeactivated === true,
    createdAt,
    updatedAt: textOr(row.updatedAt, createdAt),
    lastLogin: textOr(row.lastLogin, null),
  };
}

export function readApiKeys(seed: JsonObject, from: string, users: readonly UserRecord[]): ApiKeyRecord[] {
  return rowsOf(seed, "apiKeys", from).map((row, index) => {
    const at = `apiKeys[${index}]`;
    if (typeof row.key !== "string" || !/^\S+$/.test(row.key))
      throw badSeed(from, `${at}.key must be a non-empty string without spaces`);
    const { deployments, permissions, access } = row;
    const userId = integerOr(row.userId, OWNER_ID);
    if (!users.some(({ id }) => id === userId))
      throw badSeed(from, `${at} belongs to user ${userId}, who is not listed`);
    return {
      key: row.key,
      userId,
      role: choiceOf(row.role, ROLES, { at: `${at}.role`, from }) ?? "Admin",
      deployments: listOf(deployments, isId, { at: `${at}.deployments`, from, of: "ids" }),
      permissions: listOf(permissions, isText, { at: `${at}.permissions`, from, of: "names" }),
      access: isThere(access) ? readAccess(access, `${at}.access`, from) : undefined,
      scheme: choiceOf(row.scheme, ["bearer", "api-key"], { at: `${at}.scheme`, from }),
    };
  });
}

function readAccess(access: Json, at: string, from: string): Access {
  if (!isObject(access)) throw badSeed(from, `${at} must be an object`);
  const levels = (kind: keyof Access): Record<string, Level> => {
    const given = access[kind] ?? {};
    if (!isObject(given)) throw badSeed(from, `${at}.${kind} must be an object that maps ids to levels`);
    return Object.fromEntries(
      Object.entries(given).map(([name, level]) => [
        name,
        choiceOf(level, LEVELS, { at: `${at}.${kind}[${JSON.stringify(name)}]`, from }) ?? "view",
      ]),
    );
  };
  for (const kind of Object.keys(access))
    if (!["workbooks", "folders", "reports"].includes(kind)) throw badSeed(from, `${at}.${kind} is unknown`);
  return { workbooks: levels("workbooks"), folders: levels("folders"), reports: levels("reports") };
}

/** Only a data file has logins. */
export function readLogins(seed: JsonObject, from: string, users: readonly UserRecord[]): LoginRecord[] {
  return rowsOf(seed, "logins", from).map((row, index) => {
    const accessToken = textOr(row.accessToken, "");
    const userId = integerOr(row.userId, OWNER_ID);
    if (accessToken === "" || !users.some(({ id }) => id === userId))
      throw badSeed(from, `logins[${index}] needs an accessToken and a listed user`);
    const refreshToken = textOr(row.refreshToken, null);
    return { accessToken, refreshToken, expiresAt: textOr(row.expiresAt, ""), userId };
  });
}

/** In the order of the seed, numbered by it if they have no id. */
export function readAuditEvents(seed: JsonObject, from: string, now: string): AuditEvent[] {
  return rowsOf(seed, "auditEvents", from).map((row, index) => ({
    id: integerOr(row.id, index + 1),
    createdAt: textOr(row.createdAt, now),
    eventName: textOr(row.eventName, ""),
    userEmail: textOr(row.userEmail, ""),
    deploymentId: integerOr(row.deploymentId, null),
    details: isObject(row.details) ? row.details : {},
  }));
}
