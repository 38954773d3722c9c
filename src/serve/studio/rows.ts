// Rows for the charts of the page (`--data`): a token for the data of the production environment, kept here, and queries that only read,
// each with a limit and a deadline. The page gets the rows, and nothing of what they were asked for with.

import { openDataAccess } from "../../features/query-tests/data-access.ts";
import { readQuery } from "../../features/query-tests/read-query.ts";
import { asSentence, isObject, type Json, type JsonObject, shorten, UserError } from "../../model/index.ts";
import { type Platform, PlatformError, type WireRows } from "../../platform/index.ts";
import type { Asked } from "./asked.ts";
import { chartIn } from "./drawing.ts";
import type { Cell, Column, RowsAnswer } from "./protocol.ts";
import type { Connecting } from "./share-connection.ts";

// The data API's answer as columns and cells.

const MOST_COLUMNS = 40;
/** Characters of a cell. */
const MOST_TEXT = 200;

type Shown = Extract<RowsAnswer, { status: "rows" }>;

/** At most `most` rows, in the order of the platform; columns in the order of the query, measures last. */
function viewOf(query: JsonObject, { data, annotation }: WireRows, most: number): Omit<Shown, "chart"> {
  const columns = columnsOf(query, annotation ?? {}).slice(0, MOST_COLUMNS);
  const rows = data.filter(isObject).slice(0, most);
  return {
    status: "rows",
    columns,
    rows: rows.map((row) => columns.map((column) => cellOf(row, column))),
    isCut: data.length > most,
  };
}

function columnsOf(query: JsonObject, annotation: JsonObject): Column[] {
  const facts = (list: string, name: string): JsonObject => {
    const known = annotation[list];
    return isObject(known) && isObject(known[name]) ? known[name] : {};
  };
  const plain = (list: "dimensions" | "measures", kind: Column["kind"]) =>
    textsIn(query[list]).map(
      (name): Column => ({ ...say(name, facts(list, name)), kind, granularity: null }),
    );
  const times = Array.isArray(query.timeDimensions) ? query.timeDimensions.filter(isObject) : [];
  const timed = times.flatMap(({ dimension, granularity }): Column[] => {
    if (typeof dimension !== "string" || typeof granularity !== "string") return [];
    const name = `${dimension}.${granularity}`;
    const known = facts("timeDimensions", name);
    return [{ ...say(name, known), kind: "time", granularity }];
  });
  return [...timed, ...plain("dimensions", "dimension"), ...plain("measures", "measure")];
}

function say(
  name: string,
  { shortTitle, title, format }: JsonObject,
): Pick<Column, "name" | "title" | "format"> {
  const known = [shortTitle, title].find((one) => typeof one === "string" && one !== "");
  return {
    name,
    title: typeof known === "string" ? known : name,
    format: typeof format === "string" ? format : null,
  };
}

function cellOf(row: JsonObject, { name, kind, granularity }: Column): Cell {
  // A time is there under its own name, too.
  const value =
    row[name] ?? (granularity === null ? null : row[name.slice(0, -granularity.length - 1)]) ?? null;
  if (kind === "measure" && typeof value === "string") return numberOf(value) ?? cut(value);
  if (typeof value === "string") return cut(value);
  if (typeof value === "bigint") return String(value);
  return typeof value === "object" && value !== null ? cut(JSON.stringify(value)) : value;
}

/** Numbers come as text. One that a number cannot hold stays text. */
function numberOf(text: string): number | undefined {
  const value = Number(text);
  const isWhole = /^-?\d+$/.test(text);
  return text.trim() === "" || !Number.isFinite(value) || (isWhole && !Number.isSafeInteger(value))
    ? undefined
    : value;
}

const cut = (text: string) => shorten(text, MOST_TEXT);

const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

export interface Rows {
  /** Never rejects: what goes wrong is a sentence for the widget. `signal` ends it: nobody looks any more. */
  read(asked: Asked, signal: AbortSignal): Promise<RowsAnswer>;
}

export interface RowsOptions {
  connecting: Connecting;
  now?(): number;
}

/** Rows of one chart. One more is asked for, to know whether there are more. */
const MOST_ROWS = 500;
/** For one chart, from the first time it is asked for, in milliseconds. */
const DEADLINE_MS = 60_000;
/** Who waits asks again sooner than this; later it is another wait. */
const FORGOTTEN_MS = 10_000;
/** Seconds; the most that the platform allows (field notes, A.6). */
const TOKEN_SECONDS = 3600;
/** What a platform says for a while only: the page asks again until the deadline. */
const PASSES: ReadonlySet<number | undefined> = new Set([408, 429, 502, 503, 504]);

export function openRows({ connecting, now = Date.now }: RowsOptions): Rows {
  const waits = new Map<string, { since: number; last: number }>();
  const data = openDataAccess({ securityContext: {}, seconds: TOKEN_SECONDS, now });

  async function ask(
    platform: Platform,
    deployment: number,
    asked: Asked,
    { ends, explain }: Asking,
  ): Promise<RowsAnswer> {
    const { query, chart } =
      "query" in asked
        ? { query: asked.query, chart: null }
        : await reportOf(platform, deployment, asked.report, ends);
    const environment = await data.findPlace(platform, deployment);
    const token = await data.issueToken(platform, deployment, environment);
    let wire: WireRows;
    try {
      wire = await platform.loadRows(environment, token, limited(query), { signal: ends });
    } catch (error) {
      if (isRefusedCredential(error)) data.forgetTokens();
      return explain(error);
    }
    // The whole answer: of what is cut, half a credential could stay.
    if (platform.holdsCredential(JSON.stringify(wire)))
      return failed("The answer holds a credential, so it is not shown.", null);
    return { ...viewOf(query, wire, mostOf(query)), chart };
  }

  return {
    async read(asked, signal) {
      const known = waits.get(asked.name);
      const since = known && now() - known.last < FORGOTTEN_MS ? known.since : now();
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), Math.max(0, since + DEADLINE_MS - now()));
      const asking: Asking = {
        ends: AbortSignal.any([signal, late.signal]),
        explain: (error) =>
          late.signal.aborted || now() >= since + DEADLINE_MS ? tooLate() : explain(error),
      };
      const answer = await connecting(async ({ connect, target }) => {
        const platform = await connect();
        return ask(platform, target.deployment, asked, asking).catch((error: unknown) => {
          // What is thrown ends the connection for all, and the next one reads the description again: not for one question that fails.
          if (error instanceof UserError && !isRefusedCredential(error)) return asking.explain(error);
          throw error;
        });
      }).catch(asking.explain);
      clearTimeout(timer);
      if (answer.status === "waiting" && !signal.aborted) waits.set(asked.name, { since, last: now() });
      else waits.delete(asked.name);
      return answer;
    },
  };
}

interface Asking {
  /** Nobody looks any more, or it took too long. */
  ends: AbortSignal;
  explain(error: unknown): RowsAnswer;
}

const isRefusedCredential = (error: unknown) => error instanceof PlatformError && error.status === 401;

/** The query of a report that the files name by its number. */
async function reportOf(platform: Platform, deployment: number, id: number, signal: AbortSignal) {
  const report = await platform.getReport(deployment, id, { signal });
  if (!report)
    throw new UserError(`The platform has no report ${id}.`, {
      details: ["The file names it by this number."],
    });
  const query = readQuery(report.jsonQuery ?? undefined);
  if (!query)
    throw new UserError(`Report ${id} is written in SQL, or has no query.`, {
      details: ["The studio reads the rows of queries alone."],
    });
  return { query, chart: chartIn(isObject(report.meta) ? report.meta : {}) };
}

const mostOf = ({ limit }: JsonObject): number =>
  typeof limit === "number" && limit > 0 ? Math.min(limit, MOST_ROWS) : MOST_ROWS;

/** A query that has a lower limit of its own keeps it: it says which rows are meant. */
function limited(query: JsonObject): JsonObject {
  const { limit } = query;
  return {
    ...query,
    limit: typeof limit === "number" && limit > 0 && limit <= MOST_ROWS ? limit : MOST_ROWS + 1,
  };
}

function explain(error: unknown): RowsAnswer {
  if (!(error instanceof UserError)) return failed("The rows could not be read.", null);
  if (!(error instanceof PlatformError))
    return failed(asSentence(error.message), error.details.join(" ") || null);
  if (error.code === "continue-wait" || PASSES.has(error.status)) return { status: "waiting" };
  if (error.code === "interrupted") return failed("Nobody waits for these rows any more.", null);
  const said = error.platformMessage;
  const message = error.status === 400 && said ? `The platform refuses the query: ${said}` : error.message;
  return failed(asSentence(message), error.details.join(" ") || null);
}

const tooLate = () =>
  failed(`The platform had no rows within ${DEADLINE_MS / 1000} s.`, "Read the rows again in a minute.");

const failed = (message: string, help: string | null): RowsAnswer => ({ status: "failed", message, help });
