// Errors in words: those a user can mend, and those that are bugs of ours and are shown whole.

import { inspect } from "node:util";
import type { UserError } from "../../model/index.ts";
import { breakCommands, escapeTerminal, readableLines } from "./escape.ts";
import { paintWith } from "./paint.ts";

/** What a report of a bug needs to say. */
export interface BugContext {
  version: string;
  /** `process.version` */
  node: string;
  /** `process.argv` from the command on; only what cannot be a secret is shown of it. */
  args: readonly string[];
  color: boolean;
}

/** `error: …` and the details, indented: what was tried, what came back, where, what next. Ends with a line end. */
export function renderError(error: UserError, { color }: { color: boolean }): string {
  const [first = "", ...more] = linesOf(error.message);
  const lines = [...more, ...error.details.flatMap(linesOf)].map((line) => `  ${line}`.trimEnd());
  return `${breakCommands([`${paintWith(color).red("error:")} ${first}`, ...lines].join("\n"))}\n`;
}

/** An error nobody foresaw, with its stack and causes, and what to put into the report of it. Ends with a line end. */
export function renderBug(error: unknown, { version, node, args, color }: BugContext): string {
  const paint = paintWith(color);
  const lines = [
    `${paint.red("error:")} this is a bug in boardwright, not a mistake of yours`,
    ...linesOf(withoutSecrets(wholeText(error))).map((line) => `  ${line}`.trimEnd()),
    "",
    "Please report it with the lines above and these:",
    `  boardwright ${escapeTerminal(version)}, node ${escapeTerminal(node)}`,
    `  command: ${escapeTerminal(["boardwright", ...shownArguments(args)].join(" "))}`,
  ];
  return `${breakCommands(lines.join("\n"))}\n`;
}

/** Stack after stack down the chain of causes; whatever is no Error as Node shows it. */
function wholeText(error: unknown): string {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  for (
    let at = error;
    at !== undefined && at !== null && !seen.has(at);
    at = at instanceof Error ? at.cause : undefined
  ) {
    seen.add(at);
    const text = at instanceof Error ? (at.stack ?? `${at.name}: ${at.message}`) : inspect(at, { depth: 3 });
    texts.push(texts.length === 0 ? text : `caused by ${text}`);
  }
  return texts.length === 0 ? `${String(error)} was thrown` : texts.join("\n");
}

/** The command and the names of long flags; a value might be a token, and so might any other word. */
function shownArguments(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const flag = /^--[a-z-]+(?=$|=)/.exec(arg)?.[0];
    if (flag !== undefined) return flag === arg ? flag : `${flag}=…`;
    return index === 0 && /^[a-z][a-z-]*$/.test(arg) ? arg : "…";
  });
}

/** Tokens by the shapes that credentials have on the wire. */
function withoutSecrets(text: string): string {
  return text.replace(/\b(Bearer|Api-Key)\s+[^\s"',]+/gi, "$1 …").replace(/\bsk-[\w-]+/g, "sk-…");
}

function linesOf(text: string): string[] {
  return readableLines(text).map(escapeTerminal);
}
