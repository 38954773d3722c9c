// The file of saved contexts: TOML, readable by its owner only, replaced as a whole.

import { chmod, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { TomlTable, TomlValue } from "smol-toml";
import { ensureFolder, LockHeld, lockFile, readRegular, writeWhole } from "../files/index.ts";
import { compareText, UserError } from "../model/index.ts";

/** Milliseconds to wait for another process that is changing the file. */
const PATIENCE_MS = 15_000;

/** A saved login. */
export interface Context {
  url: string;
  /** An API key, or the access token of a browser login. */
  apiKey: string;
  /** Gives a new access token; only after a browser login. Used once: each refresh brings the next. */
  refreshToken?: string;
}

export interface Config {
  /** The context to use if none is named. */
  current: string | undefined;
  /** By name, sorted. */
  contexts: ReadonlyMap<string, Context>;
  /** Incomplete entries, as they are in the file: no problem until one of them is named. */
  unusable: ReadonlyMap<string, TomlValue>;
}

/** Empty if the file does not exist. Throws a UserError for a broken one, and quotes nothing of it. */
export async function readConfig(path: string): Promise<Config> {
  let text: string | undefined;
  try {
    text = await readRegular(path);
    if (text === undefined) throw new Error("It is not a regular file.");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      return { current: undefined, contexts: new Map(), unusable: new Map() };
    throw new UserError(`the saved contexts in ${path} cannot be read`, {
      details: [(error as Error).message],
    });
  }
  const raw = await parseToml(text, path);
  const contexts = new Map<string, Context>();
  const unusable = new Map<string, TomlValue>();
  const saved = isTable(raw.contexts) ? raw.contexts : {};
  for (const [name, entry] of Object.entries(saved).sort(([a], [b]) => compareText(a, b))) {
    const context = readContext(entry);
    if (context) contexts.set(name, context);
    else unusable.set(name, entry);
  }
  const current = raw.default_context;
  const isKnown = typeof current === "string" && Object.hasOwn(saved, current);
  return { current: isKnown ? current : undefined, contexts, unusable };
}

/** Replaces the file as a whole: a reader sees the old one or the new one. */
export async function writeConfig(path: string, { current, contexts, unusable }: Config): Promise<void> {
  const usable = Object.fromEntries(
    [...contexts].map(([name, { url, apiKey, refreshToken }]) => [
      name,
      { url, api_key: apiKey, refresh_token: refreshToken },
    ]),
  );
  const folder = dirname(path);
  ensureFolder(folder, 0o700);
  if (((await stat(folder)).mode & 0o077) !== 0) await chmod(folder, 0o700);
  const { stringify } = await import("smol-toml");
  const text = stringify({
    default_context: current,
    contexts: { ...Object.fromEntries(unusable), ...usable },
  });
  await writeWhole(path, text, { mode: 0o600 });
}

/** Runs `work` while no other process changes the file: a refresh token is good for one use, so of two at once one would fail. */
export async function withConfigLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const unlock = await lockFile(path, PATIENCE_MS, 0o700).catch((cause: unknown) => {
    if (!(cause instanceof LockHeld)) throw cause;
    throw new UserError(`another boardwright process has locked ${cause.lock}`, {
      details: ["Wait until it is done, or remove the file if no such process is running."],
    });
  });
  try {
    return await work();
  } finally {
    unlock();
  }
}

async function parseToml(text: string, path: string): Promise<TomlTable> {
  const { parse, TomlError } = await import("smol-toml");
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The library's message shows the line, and the line may hold a token.
    throw new UserError(`${path}:${error.line}:${error.column} is not TOML`, {
      details: ["Fix it there, or remove the file and log in again."],
    });
  }
}

function readContext(value: TomlValue): Context | undefined {
  if (!isTable(value) || typeof value.url !== "string" || typeof value.api_key !== "string") return undefined;
  const { url, api_key: apiKey, refresh_token: refreshToken } = value;
  return { url, apiKey, ...(typeof refreshToken === "string" ? { refreshToken } : {}) };
}

function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Date);
}
