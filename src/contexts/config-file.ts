// The file of saved contexts: TOML, readable by its owner only, replaced as a whole.

import { chmod, mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { parse, stringify, TomlError } from "smol-toml";
import writeFileAtomic from "write-file-atomic";
import { UserError } from "../model/index.ts";

/** A saved login. */
export interface Context {
  url: string;
  /** An API key, or the access token of a browser login. */
  apiKey: string;
  /** Gives a new access token; only after a browser login. Used once: each refresh brings the next. */
  refreshToken?: string;
}

export interface Config {
  /** The context that is used where none is named. */
  current: string | undefined;
  /** By name, sorted. */
  contexts: ReadonlyMap<string, Context>;
}

/** Resolves to an empty configuration where the file does not exist; throws a UserError where it is wrong. Quotes nothing of it. */
export async function readConfig(path: string): Promise<Config> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      return { current: undefined, contexts: new Map() };
    throw new UserError(`the saved contexts in ${path} cannot be read`, {
      details: [(error as Error).message],
    });
  }
  const raw = parseToml(text, path);
  const contexts = new Map<string, Context>();
  const saved = isTable(raw.contexts) ? raw.contexts : {};
  for (const name of Object.keys(saved).sort()) contexts.set(name, readContext(saved[name], name, path));
  const current = raw.default_context;
  return { current: typeof current === "string" && contexts.has(current) ? current : undefined, contexts };
}

/** Writes it whole, through a file of its own that takes its place: a reader sees the old one or the new one. */
export async function writeConfig(path: string, { current, contexts }: Config): Promise<void> {
  const tables = Object.fromEntries(
    [...contexts].map(([name, { url, apiKey, refreshToken }]) => [
      name,
      { url, api_key: apiKey, ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }) },
    ]),
  );
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (((await stat(folder)).mode & 0o077) !== 0) await chmod(folder, 0o700);
  const text = stringify({
    ...(current === undefined ? {} : { default_context: current }),
    contexts: tables,
  });
  await writeFileAtomic(path, text, { mode: 0o600 });
}

function parseToml(text: string, path: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The library's message shows the line, and the line may hold a token.
    throw new UserError(`${path}:${error.line}:${error.column} is no TOML`, {
      details: ["Mend it there, or remove the file and log in again."],
    });
  }
}

function readContext(value: unknown, name: string, path: string): Context {
  if (isTable(value) && typeof value.url === "string" && typeof value.api_key === "string") {
    const { url, api_key: apiKey, refresh_token: refreshToken } = value;
    return { url, apiKey, ...(typeof refreshToken === "string" ? { refreshToken } : {}) };
  }
  throw new UserError(`the context ${JSON.stringify(name)} in ${path} has no url or no api_key`, {
    details: [`Log in again with \`boardwright login --name ${name}\`, or remove it there.`],
  });
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
