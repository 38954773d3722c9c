// Errors in words: those that a user can fix, and our own bugs, which are shown whole.

import { inspect } from "node:util";
import type { UserError } from "../../model/index.ts";
import { breakCommands, escapeTerminal, readableLines } from "./escape.ts";
import { paintWith } from "./paint.ts";

/** What a bug report needs. */
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

/** An unexpected error with its stack and causes, and what to put into a bug report. Ends with a line end. */
export function renderBug(error: unknown, { version, node, args, color }: BugContext): string {
  const paint = paintWith(color);
  const lines = [
    `${paint.red("error:")} this is a bug in boardwright, not a mistake of yours`,
    ...linesOf(withoutSecrets(wholeText(error))).map((line) => `  ${line}`.trimEnd()),
    "",
    "Report it with the lines above and these:",
    `  boardwright ${escapeTerminal(version)}, node ${escapeTerminal(node)}`,
    `  command: ${escapeTerminal(["boardwright", ...shownArguments(args)].join(" "))}`,
  ];
  return `${breakCommands(lines.join("\n"))}\n`;
}

/** The stacks down the chain of causes; anything that is no Error as Node shows it. */
function wholeText(error: unknown): string {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  let at = error;
  while (at !== undefined && at !== null && !seen.has(at)) {
    seen.add(at);
    const text = at instanceof Error ? (at.stack ?? `${at.name}: ${at.message}`) : inspect(at, { depth: 3 });
    texts.push(texts.length === 0 ? text : `caused by ${text}`);
    at = at instanceof Error ? at.cause : undefined;
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

/** Removes tokens by the shapes that credentials have on the wire. */
function withoutSecrets(text: string): string {
  return text.replace(/\b(Bearer|Api-Key)\s+[^\s"',]+/gi, "$1 …").replace(/\bsk-[\w-]+/g, "sk-…");
}

function linesOf(text: string): string[] {
  return readableLines(text).map(escapeTerminal);
}
