// What a request sends, from the command line: pairs, and a body as inline JSON, `@file`, or `-` for standard input.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isObject, type Json, type JsonObject, readJson, UsageError, UserError } from "../../model/index.ts";
import type { Terminal } from "../terminal.ts";

export async function readBody(terminal: Terminal, text: string): Promise<Json> {
  const from = text === "-" ? "standard input" : text.startsWith("@") ? text.slice(1) : "-d";
  try {
    return readJson((await readText(terminal, text)).replace(/^\ufeff/, ""));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // The message quotes the text: a file may be any.
    const why = text.startsWith("@") ? "" : `: ${error.message}`;
    throw new UsageError(`the body is not JSON (${from})${why}`, [
      "-d takes JSON as it is, @FILE, or - for standard input.",
    ]);
  }
}

export async function readObject(terminal: Terminal, text: string): Promise<JsonObject> {
  const body = await readBody(terminal, text);
  if (isObject(body)) return body;
  throw new UsageError("the body is not a JSON object");
}

export async function readText(terminal: Terminal, text: string): Promise<string> {
  if (text === "-") return terminal.readInput();
  if (!text.startsWith("@")) return text;
  const path = resolve(terminal.cwd, text.slice(1));
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ENOENT")
      throw new UsageError(`there is no file for the body: -d ${text}`, [
        `Looked for ${path}.`,
        "Nothing was sent.",
      ]);
    throw new UserError(`the body cannot be read (${text}): ${error.message}`, {
      details: ["Nothing was sent."],
      cause: error,
    });
  }
}

/** `k=v` of a repeatable option; a name that is given again has several values. */
export function readPairs(option: string, texts: readonly string[] = []): Map<string, string[]> {
  const pairs = new Map<string, string[]>();
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at < 1) throw new UsageError(`${option} takes name=value, not ${JSON.stringify(text)}`);
    const name = text.slice(0, at);
    pairs.set(name, [...(pairs.get(name) ?? []), text.slice(at + 1)]);
  }
  return pairs;
}
