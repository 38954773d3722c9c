// `was` says what something was called that has another name now (contract 12): one thing, and none that has that name still.

import { keysBefore, type Path } from "../../model/index.ts";
import { quote } from "../board.ts";
import type { Gathered, Rule, RuleContext, Source } from "../rule.ts";

export const wasConflict: Rule = {
  id: "was-conflict",
  severity: "error",
  firm: true,
  summary: "A name in `was` is one that nothing else declares or claims.",
  conclude({ slugSources, slugsBefore, reports }: Gathered, context: RuleContext) {
    check("workbook", slugSources, slugsBefore, context);
    const sources = new Map(reports.map((report) => [report.key, report] as const));
    const before = new Map(reports.map(({ key, entry }) => [key, keysBefore(entry)] as const));
    check("report", sources, before, context);
  },
};

function check(
  kind: string,
  sources: ReadonlyMap<string, Source>,
  before: ReadonlyMap<string, readonly string[]>,
  context: RuleContext,
): void {
  const claims = new Map<string, string>();
  const placeOf = (name: string) => {
    const { file, line } = (sources.get(name) as Source).locate([], "key");
    return `${file}:${line}`;
  };
  for (const [name, olds] of before) {
    const source = sources.get(name) as Source;
    for (const [index, old] of olds.entries()) {
      const path: Path = olds.length === 1 ? ["was"] : ["was", index];
      const claimer = claims.get(old);
      const add = (message: string, help: string) => context.add(source, { path, message, help });
      if (old === name)
        add(`\`was\` is the ${kind}'s own name.`, "Remove it, or write the name that it had.");
      else if (sources.has(old))
        add(
          `The ${kind} ${quote(old)} is still declared, at ${placeOf(old)}, so this one cannot have been it.`,
          `Rename one after the other: apply this name first, then give ${quote(old)} to something else.`,
        );
      else if (claimer !== undefined)
        add(
          `The ${kind} ${quote(claimer)} was ${quote(old)} too, at ${placeOf(claimer)}.`,
          "Only one of them can be what it was: remove the other `was`, and it is made new.",
        );
      else claims.set(old, name);
    }
  }
}
