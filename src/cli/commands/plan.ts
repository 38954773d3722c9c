// boardwright plan: what apply would do, at one target or at several.

import { accessSync, constants, statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { PRIVATE, stayInside, writeWhole } from "../../files/index.ts";
import {
  EXIT,
  type ExitCode,
  isInside,
  type Project,
  reviewKeyOf,
  UsageError,
  UserError,
} from "../../model/index.ts";
import type { ProjectContext } from "../../project/context.ts";
import { exitCodeOfPlans } from "../../project/exit-codes.ts";
import { refusedByFileSystem } from "../../project/file-system.ts";
import { makePlan, type Planned } from "../../project/make-plan.ts";
import { PLAN_FORMATS, type PlanFormat, renderPlanJson, renderPlansJson } from "../../report/index.ts";
import type { Destination } from "../../target/index.ts";
import { NO_CACHE } from "../cache-flag.ts";
import { chooseFormat } from "../choose-format.ts";
import type { Declaration } from "../declaration.ts";
import { eachTarget, showFolded } from "../each-target.ts";
import { findProject } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { warnIfNoFiles } from "../notices.ts";
import { collect, EXCEPT, textLimit } from "../option-values.ts";
import { linksOf, type PlanFlags, shownWith } from "../plan-target.ts";
import { readShard } from "../shard-flag.ts";
import type { Terminal } from "../terminal.ts";
import { destinationsOf, withConnection } from "../with-target.ts";

// `plan --out FILE`: the plan document, for review and for `apply FILE`.

/** The formats that people keep in a file, by how such a file is named. */
const PAGES: Readonly<Record<string, string>> = {
  ".html": "html",
  ".htm": "html",
  ".md": "markdown",
  ".markdown": "markdown",
};

/**
 * Throws a UsageError for a file that is named as a page, and a UserError if the plan could not be written there: told before anything is
 * planned, which may take minutes.
 */
function requirePlaceForPlan(path: string, cwd: string): void {
  const file = resolve(cwd, path);
  // Whoever names a place elsewhere means it; a link in the checkout does not.
  if (isInside(cwd, file)) stayInside(cwd, file, "the plan");
  const format = PAGES[extname(path).toLowerCase()];
  if (format !== undefined) {
    throw new UsageError(
      `--out saves the plan as JSON, for \`boardwright apply\`: ${path} is named as a page`,
      [
        `For the page: boardwright plan --format ${format} > ${quoted(path)}`,
        `For the plan: --out ${quoted(`${path.slice(0, -extname(path).length)}.json`)}`,
      ],
    );
  }
  const problem = placeProblem(file);
  if (problem === undefined) return;
  throw new UserError(`the plan cannot be saved in ${path}: ${problem}`, { details: ["Nothing was sent."] });
}

/** The review key, if the plan is to be sealed. Throws a UsageError if there is none, or nothing that could carry the seal. */
function sealKeyOf(
  { seal = false, out }: { seal?: boolean; out?: string },
  { env }: Terminal,
  isJson: boolean,
): string | undefined {
  if (!seal) return undefined;
  if (out === undefined && !isJson)
    throw new UsageError("--seal is for a plan that is saved", ["Give --out FILE, or --json."]);
  const key = reviewKeyOf(env);
  if (key !== undefined) return key;
  throw new UsageError("--seal needs a review key", [
    "Set BOARDWRIGHT_REVIEW_KEY to a long random text: `openssl rand -hex 32` prints one.",
  ]);
}

function placeProblem(file: string): string | undefined {
  const folder = dirname(file);
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there === undefined) return `there is no folder ${folder}`;
  if (!there.isDirectory()) return `${folder} is not a folder`;
  const taken = statSync(file, { throwIfNoEntry: false });
  if (taken?.isDirectory()) return "it is a folder";
  if (taken && !taken.isFile()) return "it is not a file";
  try {
    // A file is replaced, not written over.
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return `${folder} cannot be written to`;
  }
}

/** Writes the whole document or, if that fails, nothing: what was there before stays. `several`: whether one of its plans must be chosen. */
async function writePlanFile(
  path: string,
  document: string,
  terminal: Terminal,
  flags: GlobalFlags,
  { several = false } = {},
): Promise<void> {
  await writeWhole(resolve(terminal.cwd, path), document, { mode: PRIVATE.file }).catch((cause: unknown) => {
    const refused = refusedByFileSystem(cause);
    if (!refused) throw cause;
    throw new UserError(`the plan was not saved in ${path}: ${refused.message}`, { ...refused, cause });
  });
  const choice = several ? " --target NAME" : "";
  if (!flags.quiet)
    terminal.err(`Saved. Apply exactly this with \`boardwright apply ${quoted(path)}${choice}\`.`);
}

/** As a shell takes it. */
function quoted(path: string): string {
  return /^[\w./:@%+,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

export const command: Declaration = {
  arguments: { paths: "plan only these slugs, or the workbooks of these files or folders" },
  options: [
    ["--only <glob>", "plan only the slugs that match (repeatable)", collect],
    EXCEPT,
    ["--detailed", "show every change on its own, also those of one template and others that are alike"],
    ["--prune", "plan the deletion of what this project manages but no file declares"],
    ["--format <name>", "pretty, json, markdown or html"],
    [
      "--limit <characters>",
      "with --format markdown: cut as a comment is, drawings first, then details, never a row",
      textLimit,
    ],
    ["--out <file>", "also save the plan as JSON, for `boardwright apply FILE`"],
    ["--seal", "seal the saved plan with BOARDWRIGHT_REVIEW_KEY"],
    ["--shard <part>", "plan only a part I/N, as 2/8: split by slug"],
    ["--detailed-exitcode", "exit 2 when changes are pending"],
    NO_CACHE,
  ],
  examples: [
    "boardwright plan",
    "boardwright plan --target local --detailed-exitcode   # exit 2 when changes are pending",
    "boardwright plan --only 'revenue-*' --format markdown",
    "boardwright plan --target local --target production   # side by side",
    "boardwright plan --shard 2/8 --out plan-2.json   # one part of eight, saved",
    "boardwright plan --format html > plan.html   # layouts before and after, at every breakpoint",
  ],
  async run(terminal, paths, flags: PlanFlags) {
    const format = chooseFormat(PLAN_FORMATS, flags);
    requireLimited(flags, format);
    const shard = readShard(flags.shard);
    if (flags.out !== undefined) requirePlaceForPlan(flags.out, terminal.cwd);
    const reviewKey = sealKeyOf(flags, terminal, format === PLAN_FORMATS.json);
    const project = await findProject(terminal, flags);
    const [target, ...others] = destinationsOf(project, flags, terminal);
    const { only, prune } = flags;
    const plan = (context: ProjectContext) => makePlan({ ...context, paths, only, prune, shard });
    if (others.length > 0)
      return planSeveral(terminal, [target, ...others], { project, plan, flags, format, reviewKey });
    const planned = await withConnection(terminal, flags, { project, target }, plan);
    warnIfNoFiles(terminal, flags, project, planned.files);
    const { limit } = flags;
    const text = format.plan(planned.plan, {
      ...shownWith(planned, terminal, flags),
      reviewKey,
      limit,
      linksOf: linksOf([target]),
    });
    (format === PLAN_FORMATS.pretty ? terminal.show : terminal.out)(text);
    if (limit !== undefined && text.length > limit)
      terminal.err(
        `The text has ${text.length} characters, more than --limit: rows and what needs a decision are never left out.`,
      );
    if (flags.out !== undefined)
      await writePlanFile(flags.out, renderPlanJson(planned.plan, { reviewKey }), terminal, flags);
    return exitCodeOfPlans([planned.plan], { detailed: flags.detailedExitcode === true });
  },
};

/** Throws a UsageError for a limit on what nobody cuts. */
function requireLimited({ limit, target = [] }: PlanFlags, format: PlanFormat): void {
  if (limit === undefined) return;
  if (format !== PLAN_FORMATS.markdown) throw new UsageError("--limit is for --format markdown");
  if (new Set(target).size > 1) throw new UsageError("--limit is for the plan of one target");
}

// boardwright plan --target A --target B: one after the other, then side by side. One that cannot be planned hides no other.

interface SeveralRequest {
  project: Project;
  plan(context: ProjectContext): Promise<Planned>;
  flags: PlanFlags;
  format: PlanFormat;
  /** Seals the plans. */
  reviewKey: string | undefined;
}

/** The exit code of the worst: failed before pending before fine. The document is saved only if it is whole. */
async function planSeveral(
  terminal: Terminal,
  targets: readonly Destination[],
  { project, plan, flags, format, reviewKey }: SeveralRequest,
): Promise<ExitCode> {
  const print = format === PLAN_FORMATS.pretty ? terminal.show : terminal.out;
  const { done: planned, failed } = await eachTarget(terminal, targets, {
    ...{ flags, project, name: "plan", failing: "could not be planned", use: plan },
  });
  if (!format.isWhole)
    showFolded(planned, (one) => format.plan(one.plan, shownWith(one, terminal, flags)), print);
  const plans = planned.map(({ plan }) => plan);
  const [first] = planned;
  if (first) warnIfNoFiles(terminal, flags, project, first.files);
  print(
    format.plans(plans, failed, {
      ...(first ? shownWith(first, terminal, flags) : { color: terminal.color.out, width: terminal.width }),
      ...{ reviewKey, linksOf: linksOf(targets) },
    }),
  );
  if (flags.out !== undefined) {
    if (failed.length === 0)
      await writePlanFile(flags.out, renderPlansJson(plans, [], { reviewKey }), terminal, flags, {
        several: true,
      });
    else
      terminal.err(
        `${flags.out} was not written: it would lack ${failed.map((one) => one.target).join(", ")}.`,
      );
  }
  return failed.length > 0
    ? EXIT.failed
    : exitCodeOfPlans(plans, { detailed: flags.detailedExitcode === true });
}
