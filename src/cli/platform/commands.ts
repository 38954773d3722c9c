// How a row of the table becomes a command: its arguments are the parameters of the path, its options fill the query or the body,
// and the answer is a table, a record, or a sentence; with --json it is the platform's own data.

import { setTimeout as delay } from "node:timers/promises";
import {
  capital,
  EXIT,
  type ExitCode,
  isObject,
  type JsonObject,
  UsageError,
  UserError,
} from "../../model/index.ts";
import {
  anything,
  type CallDraft,
  fill,
  NO_BRANCH,
  OPERATIONS,
  type Operation,
  type OperationName,
  type Platform,
  PlatformError,
  pages,
} from "../../platform/index.ts";
import type { Cell } from "../../report/index.ts";
import type { OptionLine, Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { positiveNumber } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import { requireAnswer, saysYes, type Terminal } from "../terminal.ts";
import { readObject, readText } from "./body.ts";
import { type Columns, printJson, printList, printOne, takeItems } from "./print.ts";

/** What help says about the argument `[deployment]`. */
export const DEPLOYMENT = { deployment: "the deployment's id (default: that of the target)" };

/** What the options and the words say, and of a body its fields. */
export type Input = Record<string, unknown>;

type Method = Operation<never, unknown>["method"];

/** One operation of the platform as a command. */
export interface Row {
  verb: string;
  summary: string;
  /** A method of the client, or what is looked for in the served description. */
  operation: OperationName | `${Method} /${string}`;
  /** The platform document shows it: it is called without a look at the description. */
  shown?: true;
  /** What errors say that it does, and what it asks before it deletes: `delete notification {id}` (default: the summary). Parameters and one field may be in it. */
  does?: string;
  /** What the caller's role must allow. */
  needs?: string;
  /** More arguments, after those of the path: the field that each fills, and its help. */
  words?: Readonly<Record<string, readonly [field: string, help: string]>>;
  /** An option that may be given instead of the word: `--branch-id`. */
  instead?: string;
  /** Each is named for the field or the parameter of the path that it fills (`into` of the option). */
  options?: readonly OptionLine[];
  /** Takes a body with -d, which describes this: `notification`. The options are fields of it, too. */
  body?: string;
  /** -d holds the text of this field instead: `content`. */
  text?: string;
  /** What is sent, unless the input is the query of what reads or deletes and the body of all else. */
  wire?(input: Input): Pick<CallDraft, "query" | "body">;
  /** What errors advise. */
  advice?: Pick<CallDraft, "rejectedAdvice" | "againAdvice" | "missing">;
  /** What names one in the path (default: its id). */
  key?: string;
  /** The answer is a secret, so no error quotes it. */
  secret?: true;
  /** Fields of the body that no option sets. */
  fixed?: Readonly<Record<string, unknown>>;
  /** The command that shows the ids (default: the group's list). */
  found?: string;
  /** By default the command with `example` behind it. */
  examples?: readonly string[];
  example?: string;
  /** Throws a UsageError, before anything is connected. */
  check?(input: Input, flags: RowFlags, ids: readonly string[]): void;
  /** Calls the client, unless its arguments are those of the path and then the input. */
  send?(platform: Platform, params: readonly number[], input: Input, terminal: Terminal): unknown;
  /** Makes it a list. Headings and where their fields are: `id, parent=parentBranch`. */
  columns?: string;
  /** The record of one thing, written the same way (default: its plain fields). */
  fields?: string;
  /** The cells that are no fields, by heading. */
  cells?: Readonly<Record<string, (item: never) => Cell>>;
  /** What --json shows of an item (default: the item). */
  raw?(item: never): unknown;
  /** Said if the list is empty. */
  none?: string;
  /** What of a list's pages is shown. */
  pick?(pages: never, input: Input): Pages;
  /** Said if the answer is empty (default: that it is done). */
  done?(params: readonly (string | number)[], input: Input): string;
  /** With --wait it is asked again, more and more rarely, while this is so, and exits 1 if it ends as a failure. */
  isPending?(answer: JsonObject): boolean;
  isFailure?(answer: JsonObject): boolean;
  /** What has begun a job: the field of its answer that names it, what is asked instead while it is pending, and once it has ended well. */
  job?: { id: string; status: Row; result: Row };
  /** Prints the answer in another way. */
  show?(
    terminal: Terminal,
    flags: RowFlags,
    answer: never,
    params: readonly number[],
    input: Input,
  ): Promise<ExitCode> | ExitCode;
}

export interface RowFlags extends GlobalFlags, Input {
  limit?: number;
  data?: string;
  yes?: boolean;
}

type Query = ReturnType<Operation<[], unknown>["ask"]>["query"];
type Answer = Operation<[], unknown>["answer"];
type Pages = AsyncIterable<object[]> | Iterable<Promise<object[]>>;

export function commandOf(group: string, listed: Row): Subcommand {
  const row = { found: `${group} list`, ...listed };
  const { options = [], words = {}, columns, body } = row;
  const { names, ids } = parametersOf(row);
  const args = [...names.filter((name) => name === "deployment"), ...ids, ...Object.keys(words)];
  const asks = row.verb.startsWith("delete");
  const format = row.text ? "text" : "JSON";
  return {
    usage: [row.verb, ...args.map((name) => `[${name}]`)].join(" "),
    summary: row.summary,
    arguments: {
      ...Object.fromEntries(ids.map((id) => [id, `its ${row.key ?? "id"}, as \`${row.found}\` shows it`])),
      ...Object.fromEntries(Object.entries(words).map(([word, [, help]]) => [word, help])),
      ...DEPLOYMENT,
    },
    options: [
      ...(columns ? [["--limit <n>", "show this many at most", positiveNumber] as const] : []),
      ...(body
        ? [["-d, --data <body>", `the ${body}: ${format}, @FILE, or - for standard input`] as const]
        : []),
      ...options,
      ...(asks ? [["-y, --yes", "do not ask"] as const] : []),
    ],
    examples: row.examples ?? [`boardwright ${group} ${row.verb} ${row.example ?? ""}`.trimEnd()],
    async run(terminal, typed, flags: RowFlags) {
      const given = readArguments(row, typed, flags);
      const input = { ...(await readInput(terminal, row, flags)), ...given.words };
      row.check?.(input, flags, given.ids);
      if (asks) requireAnswer(terminal, flags, "Pass --yes to do it without being asked.");
      return withRemote(terminal, flags, async ({ platform, deployment }) => {
        const byName = { ...input, ...Object.fromEntries(ids.map((id, at) => [id, given.ids[at]])) };
        const params = names.map((name) =>
          name === "deployment" ? deployment(given.deployment) : String(byName[name]),
        );
        const does = doesOf(row, { params, input });
        if (asks && !flags.yes && !(await saysYes(terminal, `${capital(does)}?`))) {
          terminal.err("Nothing was sent.");
          return terminal.interrupted.aborted ? EXIT.interrupted : EXIT.failed;
        }
        const sent = { params, input, does, terminal };
        const answer = call(row, platform, sent);
        // Some of the client's lists come whole.
        const list = (answer instanceof Promise ? [answer] : answer) as Pages;
        if (columns) return showList(terminal, flags, row, row.pick?.(list as never, input) ?? list);
        const first = await answer;
        const found = flags.wait && isObject(first) ? await waitFor(row, platform, sent, first) : first;
        if (found === undefined && isOwn(row) && ids.length > 0)
          throw new UserError(`deployment ${params[0]} has no ${ids[0]} ${JSON.stringify(params[1])}`, {
            details: [`\`boardwright ${row.found}\` shows those that the credential sees.`],
          });
        if (row.show) return row.show(terminal, flags, found as never, params as number[], input);
        if (isObject(found) && Object.keys(found).length > 0)
          printOne(terminal, flags, found as never, columnsOf(row.fields ?? plainFields(found), row));
        else if (flags.json) printJson(terminal, found ?? null);
        else if (!flags.quiet) terminal.show(row.done?.(params, input) ?? `Done: ${does}.`);
        return flags.wait && isObject(found) && row.isFailure?.(found) ? EXIT.failed : EXIT.ok;
      });
    },
  };
}

/** Of a job that has just begun, the platform may not know at once: this many times. */
const LATE = 3;

/** All that the answers say until the job has ended. */
async function waitFor(row: Row, platform: Platform, sent: Sent, begun: JsonObject): Promise<JsonObject> {
  const { job, isPending, isFailure } = row;
  const id = job && begun[job.id];
  if (job && id === undefined)
    throw new UserError(`the platform has begun it and does not say which ${job.id} it is`);
  const named = job ? { ...sent, params: [sent.params[0]!, String(id)], input: {} } : sent;
  const ask = async (asked: Row): Promise<JsonObject> => {
    const answer = await call(asked, platform, { ...named, does: doesOf(asked, named) });
    return isObject(answer) ? { ...(job && begun), ...answer } : begun;
  };
  let found = begun;
  let late = job ? LATE : 0;
  for (let pause = 500; isPending?.(found); pause *= 1.5) {
    // An interruption is reported by the next call.
    const { interrupted } = sent.terminal;
    await delay(Math.min(pause, 10_000), undefined, { signal: interrupted }).catch(() => {});
    try {
      found = await ask(job?.status ?? row);
      late = 0;
    } catch (error) {
      if (!(error instanceof PlatformError && error.code === "not-found" && late-- > 0)) throw error;
    }
  }
  return job && !isFailure?.(found) ? { ...found, ...(await ask(job.result)) } : found;
}

async function showList(terminal: Terminal, flags: RowFlags, row: Row, pages: Pages): Promise<ExitCode> {
  const { columns = "", raw, none = "There is none." } = row;
  const items = (await takeItems(pages, flags.limit)) as never[];
  const shown = Object.entries(columnsOf(columns, row)).map(([name, cell]) => [name.toUpperCase(), cell]);
  return printList(terminal, flags, { items, columns: Object.fromEntries(shown), raw, none });
}

function columnsOf(written: string, { cells = {} }: Row): Columns<never> {
  const all = written.split(", ").map((each): [string, string | ((item: never) => Cell)] => {
    const [name = "", path = name] = each.split("=");
    return [name, cells[name] ?? path];
  });
  return Object.fromEntries(all);
}

/** Whether a method of the client is for it. */
function isOwn({ operation }: Pick<Row, "operation">): boolean {
  return !operation.includes(" ");
}

/** The method and the path of a row, parameters in braces. */
export function endpointOf({ operation }: Row): { method: Method; path: string } {
  if (isOwn({ operation })) return OPERATIONS[operation as OperationName];
  const [method, path] = operation.split(" ") as [Method, string];
  return { method, path };
}

/** The parameters of its path, and those that are arguments besides the deployment. */
function parametersOf(row: Row): { names: string[]; ids: string[] } {
  const names = [...endpointOf(row).path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const others = new Set(["deployment", ...(row.options ?? []).map(fieldOf)]);
  return { names, ids: names.filter((name) => !others.has(name)) };
}

/** In words, with what was given. */
function doesOf(row: Row, { params, input }: Pick<Sent, "params" | "input">): string {
  const does = fill(row.does ?? row.summary, endpointOf(row).path, params);
  return does.replace(/\{(\w+)\}/, (_, name) => `${input[name]}`);
}

/** What a call sends, and what it does in words. */
interface Sent {
  params: (string | number)[];
  input: Input;
  does: string;
  terminal: Terminal;
}

function call(row: Row, platform: Platform, { params, input, does, terminal }: Sent): unknown {
  if (row.send) return row.send(platform, params as number[], input, terminal);
  const endpoint = endpointOf(row);
  if (isOwn(row)) {
    const method = platform[row.operation as OperationName] as (...args: unknown[]) => unknown;
    return method(...params, input);
  }
  const { method, path } = endpoint;
  const isRead = method === "GET" || method === "DELETE";
  // In a deployment, the deployment may be what is missing.
  const isOfAccount = !path.includes("{deployment}") && params.length > 0;
  return platform.perform({
    ...endpoint,
    ...(row.shown && { shown: true }),
    ask: () => ({
      ...{ params, does, needs: row.needs, answersSecret: row.secret },
      ...(isOfAccount && {
        missing: { thing: "", advice: `\`boardwright ${row.found}\` shows what there is.` },
      }),
      ...(input.branchName !== undefined && { missing: NO_BRANCH }),
      ...row.advice,
      ...(row.wire?.(input) ?? (isRead ? { query: input as Query } : { body: input })),
    }),
    answer: (row.columns ? pages<object>(path.split("/").at(-1)!) : anything) as Answer,
  });
}

/** The ids of the path and the words come last, and before them the deployment, if it is given. */
function readArguments(row: Row, typed: readonly string[], flags: RowFlags) {
  const { names, ids } = parametersOf(row);
  const { instead, found, words: named = {} } = row;
  const isReplaced = instead !== undefined && flags[fieldOf([instead, ""])] !== undefined;
  const words = isReplaced ? [] : Object.keys(named);
  const needed = [...ids, ...words];
  const missing = needed[typed.length];
  if (missing !== undefined) {
    const or = instead === undefined ? "" : `, or give ${instead}`;
    const isId = ids.includes(missing);
    const what = isId
      ? `the ${row.key ?? "id"} of a ${missing} is missing`
      : `there is no ${missing}: name it after the command${or}`;
    throw new UsageError(what, found === "" ? [] : [`\`boardwright ${found}\` lists them.`]);
  }
  const before = typed.length - needed.length;
  if (before > (names.includes("deployment") ? 1 : 0))
    throw new UsageError(`a ${Object.keys(named)[0]} is given by its name or with ${instead}, not both`);
  const rest = typed.slice(before);
  const empty = needed.findIndex((_, at) => rest[at]!.trim() === "");
  if (empty >= ids.length) throw new UsageError(`the name of the ${needed[empty]} is empty`);
  // Dots would lead to another path.
  const dots = rest.slice(0, ids.length).find((id) => /^\.{0,2}$/.test(id));
  if (dots !== undefined)
    throw new UsageError(`${JSON.stringify(dots)} is not an id: it is one part of the path`);
  return {
    deployment: before > 0 ? typed[0] : undefined,
    ids: rest.slice(0, ids.length),
    words: Object.fromEntries(words.map((word, at) => [named[word]![0], rest[ids.length + at]!])),
  };
}

/** A flag says more than the body. */
async function readInput(terminal: Terminal, row: Row, flags: RowFlags): Promise<Input> {
  const named = (row.options ?? []).map(fieldOf);
  const said = named.filter((name) => flags[name] !== undefined).map((name) => [name, flags[name]]);
  const { data } = flags;
  const body: Input = data === undefined ? {} : await readData(terminal, row, data);
  if (row.body && data === undefined && (row.text || said.length === 0)) {
    const or = named.length > 0 && !row.text ? ", or its fields as options" : "";
    const nothing = row.verb === "create" ? `there is no ${row.body} to create` : "there is nothing to send";
    throw new UsageError(`${nothing}: give -d BODY${or}`);
  }
  const { wait: _, ...fields }: Input = { ...body, ...Object.fromEntries(said), ...row.fixed };
  return fields;
}

async function readData(terminal: Terminal, { text }: Row, data: string): Promise<Input> {
  return text ? { [text]: await readText(terminal, data) } : readObject(terminal, data);
}

/** `--user-email <address>` → `userEmail`, as the parser names it. */
function fieldOf([text, , , into]: OptionLine): string {
  const [, name = ""] = /--([\w-]+)/.exec(text) ?? [];
  return into ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** --json shows what is in the others. */
function plainFields(found: JsonObject): string {
  return Object.keys(found)
    .filter((name) => typeof found[name] !== "object")
    .join(", ");
}
