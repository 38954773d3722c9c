// What a disown would let go of: the named workbooks and reports that carry this project's stamp and that no file declares. Sends
// nothing but GET.

import { relative } from "node:path";
import { disown, hasStamp, stampedProject } from "../../apply/index.ts";
import { readDeployment } from "../../live/index.ts";
import {
  type Change,
  didYouMean,
  EXIT,
  type Json,
  normalizeSlug,
  type Plan,
  type Result,
  readStamp,
  stampOwner,
  UserError,
} from "../../model/index.ts";
import { derivePublicId, type LiveReport, newChange, newPlan } from "../../plan/index.ts";
import { type Clock, systemClock, type WireWorkbook } from "../../platform/index.ts";
import { checkFiles, countErrors, LintError } from "../../project/check-files.ts";
import type { ProjectContext } from "../../project/context.ts";
import { readCommit } from "../../project/git.ts";
import { readIgnored } from "../../project/read-ignored.ts";
import { requireOperations } from "../../project/require-operations.ts";
import { recordOfRun } from "../../project/runs/kept-runs.ts";

export interface DisownOptions extends ProjectContext {
  slugs: readonly string[];
  /** Keys of reports. */
  reports: readonly string[];
}

interface Disowning {
  /** A change for each stamp that is taken off; it holds no request. */
  plan: Plan;
  /** What carries no stamp: nothing is to be done for it. */
  already: string[];
  /** Keys of the reports that belong to these workbooks, carry the stamp, and were neither named nor declared. */
  left: string[];
}

/**
 * Throws a UserError if the files have errors or something named is not live, and one of exit code 3 for what is not ours to let go of:
 * declared, another project's, a preview.
 */
export async function makeDisown(options: DisownOptions): Promise<Disowning> {
  const { project, target } = options;
  const slugs = [...new Set(options.slugs.map(normalizeSlug))].sort();
  const keys = [...new Set(options.reports)].sort();
  const declared = await readDeclared(options);
  const platform = await options.connect();
  requireOperations(await platform.capabilities(), target);
  const deploymentId = target.deployment;
  const derived = keys.map((key) => derivePublicId({ project: project.name, deploymentId, key }));
  const deployment = await readDeployment(platform, target, {
    folders: false,
    reports: { publicIds: new Set(derived), others: "stamped", readsUnseen: keys.length > 0 },
  });
  const known = new Set<string>();
  const found = new Map<string, WireWorkbook[]>();
  await deployment.readWorkbooks({
    needsDraft: () => false,
    needsPublished: () => false,
    needsOwner: ({ slug }) => slugs.includes(slug),
    isAnyMissing: () => slugs.some((slug) => !found.has(slug)),
    visit({ slug }, wire) {
      known.add(slug);
      if (slugs.includes(slug)) found.set(slug, [...(found.get(slug) ?? []), wire]);
    },
  });

  const disowning = { changes: [] as Change[], already: [] as string[], refused: [] as string[] };
  for (const slug of slugs) {
    const [wire, ...twins] = found.get(slug) ?? [];
    if (!wire) throw notLive(`workbook ${JSON.stringify(slug)}`, didYouMean(slug, known));
    const file = declared.get(`workbook ${slug}`);
    const why =
      twins.length > 0
        ? `${slug}: ${twins.length + 1} live workbooks have this slug, and a write could hit another one than meant`
        : whyNot(slug, { meta: wire.meta, file, project: project.name });
    if (why !== undefined) disowning.refused.push(why);
    else if (hasStamp(wire.meta)) disowning.changes.push(stampChange("workbook", slug, wire));
    else disowning.already.push(slug);
  }
  const ours = deployment.reports.filter(({ meta }) => readStamp(meta)?.project === project.name);
  for (const key of keys) {
    const of = stampOwner(deploymentId, key);
    const isOf = ({ meta }: LiveReport) => readStamp(meta)?.of === of;
    const named = ours.filter(isOf);
    const [shown = deployment.reports.find(isOf)] = named;
    const file = declared.get(`report ${key}`);
    const why = whyNot(`report ${key}`, { meta: shown?.meta, file, project: project.name });
    if (why !== undefined) disowning.refused.push(why);
    else if (named.length > 0)
      disowning.changes.push(...named.map((report) => stampChange("report", key, report)));
    else {
      const isThere = deployment.reports.some(({ publicId }) => derived.includes(publicId));
      const near = isThere ? "" : didYouMean(key, keysOf(ours, deploymentId));
      if (near !== "") throw notLive(`report ${JSON.stringify(key)} of this project`, near);
      disowning.already.push(`report ${key}`);
    }
  }
  if (disowning.refused.length > 0) throw refusal(disowning.refused);
  const place = { name: target.name, url: target.url, deploymentId };
  const homes = new Set(disowning.changes.flatMap(({ kind, id }) => (kind === "workbook" ? id : [])));
  const residents = ours.filter(({ workbookId }) => homes.has(workbookId));
  const isLeft = (key: string) => !keys.includes(key) && !declared.has(`report ${key}`);
  return {
    plan: newPlan(
      { toolVersion: BOARDWRIGHT_VERSION, project: project.name, target: place },
      disowning.changes,
    ),
    already: disowning.already,
    left: [...new Set(keysOf(residents, deploymentId))].filter(isLeft).sort(),
  };
}

/** `workbook SLUG` or `report KEY` → the file that declares it. */
async function readDeclared(options: DisownOptions): Promise<Map<string, string>> {
  const declared = new Map<string, string>();
  const checked = await checkFiles({
    ...options,
    visit: ({ slug, file }) => declared.set(`workbook ${slug}`, file),
  });
  if (countErrors(checked.diagnostics) > 0) throw new LintError(checked, "nothing was sent");
  for (const { key, file } of checked.reports) declared.set(`report ${key}`, file);
  return declared;
}

/** Why this project must not let go of it; undefined if it may, or if there is no stamp. */
function whyNot(
  name: string,
  { meta, file, project }: { meta: Json | undefined; file: string | undefined; project: string },
): string | undefined {
  if (file !== undefined)
    return `${name}: ${file} declares it, so the next apply would take it back. Remove it from the file first.`;
  if (!hasStamp(meta)) return undefined;
  const preview = readStamp(meta)?.preview;
  if (preview)
    return `${name}: it is a copy for the preview ${preview.name}. \`boardwright preview down --name ${preview.name}\` removes it.`;
  const owner = stampedProject(meta);
  if (owner === undefined) return `${name}: its stamp is damaged, and nothing in it says whose it is.`;
  if (owner === project) return undefined;
  return `${name}: it is managed by another project, ${JSON.stringify(owner)}. Let that one do it.`;
}

function keysOf(reports: readonly LiveReport[], deploymentId: number): string[] {
  const prefix = stampOwner(deploymentId, "");
  const owners = reports.map(({ meta }) => readStamp(meta)?.of ?? "");
  return owners.filter((of) => of.startsWith(prefix)).map((of) => of.slice(prefix.length));
}

function stampChange(
  kind: "workbook" | "report",
  key: string,
  { id, name: title, publicId }: { id: number; name: string; publicId?: string },
): Change {
  return newChange({ kind, key, id, title, ...(publicId !== undefined && { publicId }), action: "stamp" });
}

function notLive(what: string, meant: string): UserError {
  return new UserError(`there is no live ${what}${meant && `.${meant}`}`, {
    details: ["Nothing was written. `boardwright workbooks list` shows what is live, and whose it is."],
  });
}

function refusal(reasons: readonly string[]): UserError {
  return new UserError("refused, nothing was written: not all of this is this project's to let go of", {
    details: reasons,
    exitCode: EXIT.refused,
  });
}

// Takes the stamps off, each after a backup, and records the run.

interface Disowned {
  /** One for each change, in their order; `applied` if it carries no stamp any more. */
  results: Result[];
  /** The folder of the backups, relative to the project's; undefined if there are none. */
  backups: string | undefined;
}

/** One that fails does not stop the others. */
export async function runDisown(
  { plan }: Pick<Disowning, "plan">,
  { project, target, env, connect, clock = systemClock }: ProjectContext & { clock?: Clock },
): Promise<Disowned> {
  const git = await readCommit(project, env);
  const run = await recordOfRun(plan, { project, env, git, start: clock.now(), disowns: true });
  await run?.begin();
  const context = {
    platform: await connect(),
    deploymentId: target.deployment,
    project,
    ignored: readIgnored(project),
    reportVersions: new Map<number, number>(),
    backups: run?.backups,
    clock,
    random: Math.random,
  };
  // The platform's gate keeps the number of requests in flight; a report that two workbooks draw is one change.
  const results = await Promise.all(
    plan.changes.map(async (change) => {
      const result = await disown(context, change);
      run?.note(result);
      return result;
    }),
  );
  await run?.finish({ at: new Date(clock.now()), interrupted: false });
  return { results, backups: run?.backups.used ? relative(project.root, run.backups.folder) : undefined };
}
