// boardwright rollback: lists the runs of the project, or puts one back through the ordinary plan and apply.

import { relative } from "node:path";
import { declaredSlugs } from "../../desired/index.ts";
import { isSameTarget, makeRollback } from "../../features/rollback/make-rollback.ts";
import { type Change, EXIT, type Project, type Run, reviewKeyOf, targetFlag } from "../../model/index.ts";
import { readAllowed } from "../../project/guard.ts";
import { destinationOfRun, findRun, readProjectRuns } from "../../project/runs/kept-runs.ts";
import { escapeTerminal, renderRunsJson, revertDocument, runsDocument } from "../../report/index.ts";
import { nameToSay } from "../../target/index.ts";
import type { Declaration } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import { collect, positiveNumber, splitList } from "../option-values.ts";
import { printDocument } from "../print-document.ts";
import { sayCommand } from "../say-command.ts";
import { requireAnswer } from "../terminal.ts";
import { type ApplyFlags, runPlanned } from "./apply.ts";

export const command: Declaration = {
  arguments: { run: "the run, or the beginning of its name (default: list them)" },
  options: [
    ["--only <glob>", "put back only the slugs that match (repeatable)", collect],
    ["-y, --yes", "do not ask"],
    ["--allow <hazards>", "accept these hazards, separated by commas", splitList],
    ["--concurrency <n>", "requests in flight at most", positiveNumber],
  ],
  examples: [
    "boardwright rollback                      # lists the runs, newest first",
    "boardwright rollback 2026-11-20T08-10-04Z   # shows what would be put back, and asks",
    "boardwright rollback 2026-11-20T08-10 --yes --allow delete",
  ],
  async run(terminal, [name], flags: ApplyFlags) {
    const project = await findProject(terminal, flags);
    readAllowed(project, flags.allow ?? []);
    const { folder, runs, others } = await readProjectRuns(project, reviewKeyOf(terminal.env));
    if (name === undefined) {
      const isAsked = ({ record }: Run) => !flags.target?.length || flags.target.includes(record.target.name);
      const listed = { runs: runs.filter(isAsked), others };
      const where = relative(project.root, folder);
      if (flags.json) terminal.out(renderRunsJson(listed));
      else printDocument(terminal, runsDocument(listed, where));
      return EXIT.ok;
    }
    const run = findRun(runs, name);
    const { target: targets, deployment } = flags;
    const target = destinationOfRun(project, run, { targets, deployment, env: terminal.env });
    requireAnswer(terminal, flags, "Pass --yes to put it back without being asked.");
    return runPlanned(terminal, flags, {
      project,
      target,
      plan: (context) => makeRollback({ ...context, folder, run, runs, only: flags.only }),
      undo: {
        run: run.name,
        before: introduction(run),
        async after(plan, { results }) {
          const allowed = flags.allow?.length ? ` --allow ${flags.allow.join(",")}` : "";
          // What nobody manages is in no file, before as after.
          const managed = plan.changes.filter(({ unmanaged }) => !unmanaged);
          const undeclared = await undeclaredOf(managed, project);
          return revertDocument(run, {
            before: runBefore(runs, run),
            undeclared,
            isAll: undeclared.length === managed.length,
            flag: targetFlag(nameToSay(project, target, terminal.env)),
            results,
            command: `${sayCommand(["rollback", run.name], { ...flags, yes: false })}${allowed}`,
          });
        },
      },
    });
  },
};

/** The one before it on the same target. */
function runBefore(runs: readonly Run[], run: Run): Run | undefined {
  return runs.slice(runs.indexOf(run) + 1).find((other) => isSameTarget(other, run));
}

/** What the rollback makes again, as after a prune, and no file declares. Looks at the files only if it makes anything. */
async function undeclaredOf(changes: readonly Change[], project: Project): Promise<Change[]> {
  const made = changes.filter(({ action }) => action === "create");
  if (made.length === 0) return [];
  const declared = {
    workbook: await declaredSlugs(project, "workbooks"),
    report: await declaredSlugs(project, "reports"),
  };
  return made.filter(({ kind, key }) => kind !== "folder" && !declared[kind].has(key));
}

function introduction({ name, record }: Run): string {
  const { startedAt, git, finishedAt } = record;
  const commit = git ? `, commit ${git.commit.slice(0, 9)}` : "";
  const end = finishedAt === undefined ? " It did not finish: what it may have done is checked too." : "";
  const when = `${startedAt.slice(0, 16).replace("T", " ")} UTC`;
  return `Putting back what was there before ${escapeTerminal(name)} (${escapeTerminal(when + commit)}).${end}`;
}
