// Reports, asked at one place: those whose queries are alike are asked once, and what fails on a branch is asked in production, too.

import { readMetadata, refuseBroken } from "../../live/index.ts";
import {
  EXIT,
  type JsonObject,
  nameSome,
  type QueryError,
  type SkipReason,
  UserError,
  type Verdict,
} from "../../model/index.ts";
import type { Drawn } from "../../model-check/index.ts";
import { canonical, shortDigest } from "../../plan/index.ts";
import { type Clock, type Environment, type Platform, PlatformError } from "../../platform/index.ts";
import { type AskingOptions, askQueries } from "./ask-queries.ts";
import type { DataPlace, FailedRow, RowAnswer } from "./ask-row.ts";
import type { AskedReport } from "./choose-reports.ts";
import { type DataAccess, openDataAccess } from "./data-access.ts";
import { readQuery } from "./read-query.ts";

// The place where queries are asked: the environment is found, its model compiles and is awake, and there is a token for its data.

interface OpenPlaceOptions {
  access: DataAccess;
  deploymentId: number;
  /** Production if absent. */
  branch: string | undefined;
  /** The model's name in messages. */
  of: string;
  clock: Clock;
  signal: AbortSignal;
}

/** An idle model may take this long to answer, in milliseconds: its first query would count as slow, and others as failed. */
const WAKE_MS = 180_000;

/** Rejects with a UserError that says what to do: no environment, a model that does not compile or does not wake up, no token. */
async function openPlace(platform: Platform, options: OpenPlaceOptions): Promise<DataPlace> {
  const { access, deploymentId, branch, of, signal } = options;
  const environment = await access.findPlace(platform, deploymentId, branch);
  const call = { signal };
  await refuseBroken(platform, { deploymentId, environment, branch, of, call });
  const token = await access.issueToken(platform, deploymentId, environment, call);
  await wake({ platform, environment, token }, options);
  return { platform, environment, token };
}

/** A model that answers for its metadata answers queries, too. */
async function wake({ platform, environment, token }: DataPlace, options: OpenPlaceOptions) {
  const { clock, signal, of } = options;
  const late = new AbortController();
  const cancel = clock.after(WAKE_MS, () => late.abort());
  const end = clock.now() + WAKE_MS;
  const isLate = () => late.signal.aborted || clock.now() >= end;
  const call = { signal: AbortSignal.any([signal, late.signal]) };
  try {
    await readMetadata(platform, { ...options, environment, token, call }, () => isLate() || signal.aborted);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (isLate() && !signal.aborted) throw asleep(of, environment, error);
    // A token for data need not open the metadata: what is there answers.
    if (error.status !== 403 && error.status !== 404) throw error;
  } finally {
    cancel();
  }
}

function asleep(of: string, { id }: Environment, cause: unknown): UserError {
  return new UserError(`the data of ${of} did not answer within ${WAKE_MS / 1000} s`, {
    details: [
      `Environment ${id} may still be starting: run this again in a minute.`,
      "If that does not help, look at the deployment's build in the platform.",
    ],
    cause,
  });
}

// Queries that two models compile to the same SQL: what the database says of one, it says of the other. The SQL itself is kept nowhere.

/** SQL is compiled without the database: a place that takes longer for it, in milliseconds, does not answer for it. */
const EACH_MS = 30_000;
/** What is said of one query. After anything else, a place has no `/sql`, or does not open it to this token. */
const OF_ONE_QUERY: ReadonlySet<number> = new Set([400, 500]);

/**
 * The names of those whose SQL and data source are the same at both. What one of them does not compile is none of them. Rejects only for
 * Ctrl-C; when the time is over, it ends with what is known.
 */
async function findSameSql(
  places: readonly [DataPlace, DataPlace],
  queries: ReadonlyMap<string, JsonObject>,
  { clock, inFlight, late, signal }: AskingOptions,
): Promise<Set<string>> {
  const same = new Set<string>();
  const waiting = [...queries];
  const broken = new AbortController();
  const ends = AbortSignal.any([signal, late, broken.signal]);

  /** Undefined if the place does not compile it. */
  async function compile({ platform, environment, token }: DataPlace, query: JsonObject) {
    const slow = new AbortController();
    const cancel = clock.after(EACH_MS, () => slow.abort());
    try {
      const call = { signal: AbortSignal.any([ends, slow.signal]) };
      const { sql, dataSource } = await platform.compileQuery(environment, token, query, call);
      return shortDigest(canonical([sql, dataSource]));
    } catch (error) {
      if (!(error instanceof PlatformError) || signal.aborted) throw error;
      if (!OF_ONE_QUERY.has(error.status ?? 0)) broken.abort();
      return undefined;
    } finally {
      cancel();
    }
  }

  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !ends.aborted; next = waiting.shift()) {
      const [name, query] = next;
      const [one, other] = await Promise.all(places.map((place) => compile(place, query)));
      if (one !== undefined && one === other) same.add(name);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.floor(inFlight / 2)) }, work));
  return same;
}

export interface AskReportsOptions extends AskingOptions {
  deploymentId: number;
  /** Production if absent. */
  branch: string | undefined;
  /** The model's name in messages. */
  of: string;
  securityContext: JsonObject;
  slowMs: number;
  /** Whether a query of the branch that production compiles to the same SQL is not run there again. */
  isSqlCompared: boolean;
}

export interface Judged {
  drawn: Drawn;
  verdict: Verdict;
  ms: number | null;
  error?: QueryError;
  sameSql?: true;
}

export interface AskedReports {
  judged: Judged[];
  skipped: { drawn: Drawn; why: SkipReason }[];
  /** The id of the environment. */
  environment: string;
  /** Queries that were sent to it. */
  queries: number;
  notes: string[];
}

/** Seconds by which a token outlives the run: it is renewed two minutes before its end. */
const SPARE_SECONDS = 300;

/** Rejects with a UserError if no query can be asked. */
export async function askReports(
  platform: Platform,
  reports: readonly AskedReport[],
  options: AskReportsOptions,
): Promise<AskedReports> {
  const { clock, deadlines, signal, late, branch, securityContext, slowMs, isSqlCompared } = options;
  const seconds = Math.ceil(deadlines.allMs / 1000) + SPARE_SECONDS;
  const access = openDataAccess({ securityContext, seconds, now: () => clock.now() });
  const opening = { ...options, access, signal: AbortSignal.any([signal, late]) };
  const place = await openPlace(platform, opening);
  const found = await Promise.all(reports.map((report) => readAsked(platform, report, opening)));

  const queries = new Map<string, JsonObject>();
  for (const one of found) if ("query" in one) queries.set(nameOf(one.query), forOneRow(one.query));
  const answers = await askQueries(place, queries, options, (names) => explainStop(found, names));
  const failed = new Map([...queries].filter(([name]) => isFailed(answers.get(name))));
  const askProduction = async (): Promise<Before> => {
    if (branch === undefined || place.environment.type === "production" || failed.size === 0) return UNKNOWN;
    const production = await openPlace(platform, { ...opening, branch: undefined, of: "production" });
    // An answer that never came says nothing of the SQL.
    const refused = new Map([...failed].filter(([name]) => !isTimeOf(answers.get(name))));
    const same = isSqlCompared ? await findSameSql([place, production], refused, options) : new Set<string>();
    const others = new Map([...failed].filter(([name]) => !same.has(name)));
    return { same, answers: await askQueries(production, others, options) };
  };
  const notes: string[] = [];
  const before = await askProduction().catch((error: unknown) => {
    if (!(error instanceof UserError) || signal.aborted) throw error;
    notes.push(`Whether they failed before is not known: ${error.message}.`);
    return UNKNOWN;
  });

  const judged = found.flatMap((one): Judged[] => {
    if ("why" in one) return [];
    if ("error" in one) return [{ drawn: one.drawn, verdict: "failed", ms: null, error: one.error }];
    const name = nameOf(one.query);
    const verdict = judge(answers.get(name)!, {
      before: before.answers.get(name),
      isSame: before.same.has(name),
      slowMs,
    });
    return [{ drawn: one.drawn, ...verdict, ...withHelp(verdict.error, one.query) }];
  });
  const skipped = found.filter((one) => "why" in one);
  return { judged, skipped, environment: place.environment.id, queries: queries.size, notes };
}

/** After Ctrl-C: no verdict, and the reports that were not asked, or had no answer yet. */
function explainStop(found: readonly Read[], names: readonly string[]): UserError {
  const unanswered = new Set(names);
  const all = found.filter((one) => "query" in one);
  const left = all.filter(({ query }) => unanswered.has(nameOf(query))).map(({ drawn }) => drawn.report);
  return new UserError(`stopped before ${left.length} of ${all.length} reports had an answer`, {
    details: [`Not known: ${nameSome(left)}.`, "Run it again, or narrow it with paths, --only or --against."],
    exitCode: EXIT.interrupted,
  });
}

type Read = { drawn: Drawn } & ({ query: JsonObject } | { error: QueryError } | { why: SkipReason });

/** The query of the files, or the platform's own for a number in them. */
async function readAsked(
  platform: Platform,
  { drawn, query }: AskedReport,
  { deploymentId, signal }: { deploymentId: number; signal: AbortSignal },
): Promise<Read> {
  if (query || drawn.number === undefined) return { drawn, query: query ?? {} };
  try {
    const report = await platform.getReport(deploymentId, drawn.number, { signal });
    const live = readQuery(report?.jsonQuery ?? undefined);
    if (live) return { drawn, query: live };
    if (report) return { drawn, why: report.sqlQuery ? "sql" : "no-query" };
    const message = `the platform has no report ${drawn.number}`;
    const help = "The file names it by this number: it is another deployment's, or it was deleted.";
    return { drawn, error: { code: "no-such-report", message, help } };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.code === "interrupted") throw error;
    if (error.code === "no-such-operation") return { drawn, why: "unreadable" };
    return { drawn, error: { code: error.code, message: error.message } };
  }
}

/** Queries that differ in the rows that they leave out, or in the order of keys, are alike. */
function nameOf(query: JsonObject): string {
  return shortDigest(canonical(forOneRow(query)));
}

/** What is known of production: answers by name, and the names of queries that it compiles to the same SQL. */
interface Before {
  answers: ReadonlyMap<string, RowAnswer>;
  same: ReadonlySet<string>;
}

const UNKNOWN: Before = { answers: new Map(), same: new Set() };

function forOneRow(query: JsonObject): JsonObject {
  return { ...query, limit: 1 };
}

function isFailed(answer: RowAnswer | undefined): boolean {
  return answer !== undefined && "error" in answer;
}

/** Whether it failed before is only known of what production was asked, or has the same SQL for. */
function judge(
  answer: RowAnswer,
  { before, isSame, slowMs }: { before: RowAnswer | undefined; isSame: boolean; slowMs: number },
): Pick<Judged, "verdict" | "ms" | "error" | "sameSql"> {
  const { ms } = answer;
  if (!("error" in answer)) {
    const verdict = answer.isEmpty ? "empty" : answer.ms > slowMs ? "slow" : "ok";
    return { verdict, ms };
  }
  const { error } = answer;
  if (isSame) return { verdict: "failed-before", ms, error, sameSql: true };
  if (before === undefined || !("error" in before)) return { verdict: "failed", ms, error };
  if (hasFailedAs(answer, before)) return { verdict: "failed-before", ms, error };
  const unknown = `Whether it failed before is not known: production came to no answer on it (${before.error.message}).`;
  return {
    verdict: "failed",
    ms,
    error: { ...error, help: [error.help, unknown].filter((text) => text !== undefined).join(" ") },
  };
}

/**
 * A query that production rejects failed before. What broke, or took too long, there says only of the same here that the branch is not why.
 */
function hasFailedAs(now: FailedRow, before: FailedRow): boolean {
  if (before.refusal === "rejected") return true;
  if (before.refusal === "broke") return now.refusal === "broke";
  return isTime(now.error) && isTime(before.error) && !isOver(before.error);
}

const isTime = ({ code }: QueryError) => code === "timeout" || code === "out-of-time";
const isTimeOf = (answer?: RowAnswer) => answer !== undefined && "error" in answer && isTime(answer.error);
const isOver = ({ code }: QueryError) => code === "out-of-time";

/** A query that asks for nothing has another remedy than the platform's words say. */
function withHelp(error: QueryError | undefined, query: JsonObject): { error?: QueryError } {
  if (error === undefined) return {};
  const lists = [query.measures, query.dimensions, query.timeDimensions];
  if (error.help !== undefined || lists.some((list) => Array.isArray(list) && list.length > 0))
    return { error };
  return { error: { ...error, help: "The query names no members: add a measure or a dimension to it." } };
}
