// Rows from a table: the first line has the names, and every value is a text. Read by `csv-parse`, which is loaded when it is needed.
import { parse } from "csv-parse/sync";
import type { JsonObject } from "../../model/index.ts";

export interface CsvRow {
  values: JsonObject;
  /** 1-based, where the row begins. */
  line: number;
}

/** What is wrong with a table. It quotes nothing of it: `$include` may name a file that is none. */
export interface CsvProblem {
  message: string;
  line: number;
}

/** Messages by the package's codes. */
const REASONS: Record<string, string> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: "This row has more or fewer values than the first line has names.",
  CSV_QUOTE_NOT_CLOSED: "A quoted value that begins here has no end.",
  INVALID_OPENING_QUOTE: "A quote is inside of a value. Quote the whole value, and write the quote twice.",
  CSV_INVALID_CLOSING_QUOTE: "Something follows the end of a quoted value.",
};

/** The rows of a table, separated by commas, or by semicolons if the first line has no comma. An empty value is none. */
export function readCsv(text: string): CsvRow[] | CsvProblem {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = head.includes(";") && !head.includes(",") ? ";" : ",";
  let names: string[] = [];
  try {
    const columns = (written: string[]): string[] => {
      names = written.map((name) => name.trim());
      return names;
    };
    const records = parse(text, {
      columns,
      delimiter,
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as {
      record: Record<string, string>;
      info: { lines: number };
    }[];
    const problem = wrongName(names);
    if (problem) return { message: problem, line: 1 };
    let next = 2;
    return records.map(({ record, info }) => {
      const line = next;
      next = info.lines + 1;
      return { values: valuesOf(record), line };
    });
  } catch (error) {
    // Its class is no class of ours in the bundle, which loads the package when it is called.
    const { code, lines } = error as { code?: string; lines?: number };
    if (code === undefined) throw error;
    return { message: REASONS[code] ?? `This is no table of values (${code}).`, line: lines ?? 1 };
  }
}

function wrongName(names: readonly string[]): string | undefined {
  if (names.some((name) => name === "" || name === "__proto__"))
    return "A name in the first line is empty or reserved.";
  return new Set(names).size < names.length ? "A name is in the first line twice." : undefined;
}

/** Nothing is special in a table. */
function valuesOf(record: Record<string, string>): JsonObject {
  const filled = Object.entries(record).filter(([, value]) => value !== "");
  return Object.fromEntries(filled.map(([name, value]) => [name, value.replaceAll("${", () => "$${")]));
}
