// The reports that workbooks draw: by their keys in the files, or by the platform's numbers. Workbooks stream by, reports come at the end.

import {
  compareText,
  type Json,
  type JsonObject,
  type Path,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Span,
} from "../model/index.ts";
import { reportsIn } from "./controls.ts";
import { type Mention, searchMentions } from "./mentions.ts";
import { originOf } from "./seen.ts";

/** A report with the workbooks that draw it. */
export interface Drawn {
  /** The key, or the number as text. */
  report: string;
  /** Of a report in the files, and which file that is. */
  entry?: JsonObject;
  file?: string;
  /** Of one that the files name by its number. */
  number?: number;
  /** Sorted. */
  slugs: readonly string[];
  /** Of what a row of a template declares. */
  template?: string;
  row?: string;
  /** Its query, there the first member that `words` name; or the first chart that names its number. Costs a parse of the file. */
  locate(words?: string): Span;
}

export interface Drawing {
  visit(workbook: ResolvedWorkbook): void;
  finish(reports: readonly ResolvedReport[]): DrawnReports;
}

export interface DrawnReports {
  /** Those of the files in their order, then those by number. */
  drawn: Drawn[];
  /** Keys of reports that no workbook draws, sorted. */
  undrawn: string[];
  /** Keys that are drawn and that no report has. */
  missing: string[];
}

interface ByNumber {
  slugs: Set<string>;
  locate(): Span;
}

/** `reportKeys`: the config keys whose numbers are reports (contract 1). */
export function collectDrawn(reportKeys: readonly string[]): Drawing {
  const keys = new Map<string, Set<string>>();
  const numbers = new Map<number, ByNumber>();
  return {
    visit({ slug, entry, locate }) {
      const found = reportsIn(entry.dashboard, reportKeys);
      for (const key of found.keys) keys.set(key, (keys.get(key) ?? new Set()).add(slug));
      for (const { number, path } of found.numbers) {
        const whole: Path = ["dashboard", ...path];
        const known = numbers.get(number) ?? { slugs: new Set(), locate: () => locate(whole) };
        numbers.set(number, known);
        known.slugs.add(slug);
      }
    },
    finish(reports) {
      const drawn = reports.flatMap(({ key, file, entry, template, row, locate }): Drawn[] => {
        const slugs = keys.get(key);
        if (!slugs) return [];
        const field = entry.query === undefined && entry.sqlQuery !== undefined ? "sqlQuery" : "query";
        const locateIn = (words?: string) => {
          const named = words === undefined ? undefined : findNamed(entry.query, words);
          return named ? locate(named.path, named.part) : locate([field], "key");
        };
        const origin = originOf({ template, row });
        return [{ report: key, file, entry, slugs: sorted(slugs), ...origin, locate: locateIn }];
      });
      const byNumber = [...numbers]
        .sort(([a], [b]) => a - b)
        .map(([number, { slugs, locate }]) => ({
          report: String(number),
          number,
          slugs: sorted(slugs),
          locate,
        }));
      const known = new Set(reports.map(({ key }) => key));
      const undrawn = [...known].filter((key) => !keys.has(key)).sort(compareText);
      const missing = [...keys.keys()].filter((key) => !known.has(key));
      return { drawn: [...drawn, ...byNumber], undrawn, missing };
    },
  };
}

/** The first mention in a query of a member that the words name. */
function findNamed(query: Json | undefined, words: string): Mention | undefined {
  const named = new Set(words.match(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)+/gu));
  const mentions: Mention[] = [];
  searchMentions(query, { path: ["query"], strict: true }, (mention) => mentions.push(mention));
  return mentions.find(({ text }) => named.has(text));
}

const sorted = (slugs: ReadonlySet<string>) => [...slugs].sort(compareText);
