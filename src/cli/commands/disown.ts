// boardwright disown: takes this project's stamp off what is live and no longer declared.

import { makeDisown, runDisown } from "../../features/disown/make-disown.ts";
import { EXIT, targetFlag, UsageError } from "../../model/index.ts";
import { disownedDocument, disowningDocument, printTerminal, renderDisownJson } from "../../report/index.ts";
import { nameToSay } from "../../target/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { collect } from "../option-values.ts";
import { requireAnswer, saysYes } from "../terminal.ts";
import { withTarget } from "../with-target.ts";

interface DisownFlags extends GlobalFlags {
  report?: string[];
  yes?: boolean;
}

export const command: Declaration = {
  arguments: { slugs: "the workbooks: live, with this project's stamp, and in no file any more" },
  options: [
    ["--report <key>", "let go of this report too (repeatable)", collect],
    ["-y, --yes", "do not ask"],
  ],
  examples: [
    "boardwright disown old-revenue                 # shows what it would do, and asks",
    "boardwright disown old-revenue old-orders --yes   # in a script",
    "boardwright disown --report revenue-by-month --yes",
  ],
  async run(terminal, slugs, flags: DisownFlags) {
    const reports = flags.report ?? [];
    if (slugs.length + reports.length === 0) {
      throw new UsageError("nothing is named to disown", [
        "Name workbooks by slug, reports with --report KEY.",
      ]);
    }
    return withTarget(terminal, flags, async (context) => {
      const { project, target, env } = context;
      const disowning = await makeDisown({ ...context, slugs, reports });
      const { plan, already, left } = disowning;
      const show = flags.json ? terminal.err : terminal.show;
      const style = { color: terminal.color.out, width: terminal.width };
      if (!flags.quiet) show(printTerminal(disowningDocument(disowning), style));
      const isEmpty = plan.changes.length === 0;
      // A refusal is told before: --yes would not help. And where nothing is to be done, nobody is asked.
      if (!isEmpty) requireAnswer(terminal, flags, "Pass --yes to do it without being asked.");
      if (!isEmpty && !flags.yes && !(await saysYes(terminal, `Disown this on ${target.name}?`))) {
        terminal.err("Nothing was written.");
        return terminal.interrupted.aborted ? EXIT.interrupted : EXIT.failed;
      }
      context.beginWriting?.();
      const done = isEmpty ? { results: [], backups: undefined } : await runDisown(disowning, context);
      const flag = targetFlag(nameToSay(project, target, env));
      if (flags.json) terminal.out(renderDisownJson({ ...done, already, left }));
      else if (!isEmpty) terminal.show(printTerminal(disownedDocument({ ...done, left, flag }), style));
      return done.results.some(({ status }) => status !== "applied") ? EXIT.failed : EXIT.ok;
    });
  },
};
