// The values of `--format` for what uses members, and for what a branch's model changes: name → renderer. A new format is one file and
// one line here.

import type { ModelDifferences, Uses } from "../model/index.ts";
import { renderDifferencesJson, renderUsesJson } from "./json/uses-json.ts";
import { type DbtOptions, renderUsesDbt } from "./lineage/uses-dbt.ts";
import { renderUsesMermaid } from "./lineage/uses-mermaid.ts";
import { renderDifferencesMarkdown } from "./markdown/model-markdown.ts";
import { renderDifferencesTable, renderUsesTable } from "./terminal/uses-table.ts";
import type { TableStyle } from "./text/table.ts";

export const USES_FORMATS: Readonly<
  Record<string, (uses: Uses, options: TableStyle & DbtOptions) => string>
> = {
  table: renderUsesTable,
  json: renderUsesJson,
  dbt: renderUsesDbt,
  mermaid: renderUsesMermaid,
};

type DifferencesFormat = (
  compared: ModelDifferences,
  options: TableStyle & { limit?: number | undefined },
) => string;

export const DIFFERENCES_FORMATS: Readonly<Record<string, DifferencesFormat>> = {
  table: renderDifferencesTable,
  json: renderDifferencesJson,
  markdown: renderDifferencesMarkdown,
};
