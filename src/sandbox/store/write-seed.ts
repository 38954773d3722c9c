import { showBigIntegers } from "./big-integers.ts";
import type { State } from "./records.ts";
import type { Store } from "./store.ts";
import { workbookText } from "./workbook-text.ts";

/**
 * The state of the store as the text of a seed that readSeed turns into the same state, in pieces, one line per object. The
 * records of this moment are written, however long the writing takes.
 */
export function writeSeed(store: Store): Iterable<string> {
  return withDigits(writeState(store, store.snapshot()));
}

/** A line holds whole texts. */
function* withDigits(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield showBigIntegers(line);
}

function* writeState(store: Store, state: State): Generator<string> {
  const { folders, workbooks, reports, cubes, listDrafts, draftInMeta, nextIds } = state;
  yield `{\n"nextId": ${Math.max(...Object.values(nextIds))},\n"listDrafts": ${listDrafts},\n"draftInMeta": ${draftInMeta}`;
  const write = (row: unknown): string => JSON.stringify(row);
  for (const name of ["deployments", "users", "apiKeys", "logins", "branches"] as const)
    yield* area<unknown>(name, state[name], write);
  yield* area("folders", folders, write);
  yield* area("workbooks", workbooks, (workbook) =>
    workbook.reviewRequired
      ? `${workbookText(store, workbook).slice(0, -1)},"reviewRequired":true}`
      : workbookText(store, workbook),
  );
  yield* area("reports", reports, write);
  yield* area("cubes", cubes, write);
  yield `,\n"models": ${write(state.models)},\n"modelErrors": ${write(state.modelErrors)}`;
  yield* area("auditEvents", state.auditEvents, write);
  yield "\n}\n";
}

function* area<R>(name: string, rows: readonly R[], write: (row: R) => string): Generator<string> {
  yield `,\n"${name}": [`;
  for (const [index, row] of rows.entries()) yield `${index === 0 ? "\n" : ",\n"}${write(row)}`;
  yield "\n]";
}
