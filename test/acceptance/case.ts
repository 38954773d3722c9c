// A case as the runner uses it: what is live with the stamps of an earlier apply on it, and the project in a folder of its own.
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject, Path } from "../../src/model/index.ts";
import { createSandbox, type MergeDepth, type Sandbox, type Seed } from "../../src/sandbox/index.ts";
import { git } from "../security/repository.ts";
import { boardwright, type Ran } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

/** What a case may say in case.json. */
export interface CaseOptions {
  /** The hazards of the plan, sorted. Without --allow the apply has to be refused. */
  allow?: string[];
  merge?: MergeDepth;
  /** Whether the platform fills in defaults (docs/sandbox.md). */
  heal?: boolean;
  /** What else the platform does (docs/sandbox.md). */
  quirks?: string;
  /** If `plan` and `apply` exit with 1, or every apply alone does: what can be applied is, the rest is told and stays as it is. */
  fails?: boolean | "apply";
  /** How the platform fails while the case is planned and applied, as `sandbox --faults` takes it. */
  faults?: string;
  /** In how many shards it is applied, the last one first. */
  shards?: number;
  /** How many applies run at the same moment. */
  atOnce?: number;
  /** A regular expression: what the apply says on stderr with `--verbose`. */
  says?: string;
  target?: string;
  /** Whether what was applied before and the project are two commits of a repository. */
  git?: boolean;
  /** What `plan` and `apply` are given besides: `--prune`. */
  flags?: string[];
  /** Slugs that have to be live when all is over, though no plan names them. */
  stays?: string[];
  /** What is not applied for good reason: actions that a re-plan still lists. */
  remains?: string[];
}

/**
 * What somebody did in the UI, as edits.json lists it: puts `value` at `at` of the workbook (without a value, what is there goes), or
 * duplicates a workbook or a report with all that it holds, its stamp included, or deletes a workbook, whose reports stay.
 */
type UiEdit =
  | { slug: string; at: (string | number)[]; value?: Json }
  | { delete: string }
  | { copy: string; as: Partial<SeedWorkbook> }
  | { copyReport: string; as: Partial<SeedReport> };
type SeedWorkbook = NonNullable<Seed["workbooks"]>[number];
type SeedReport = NonNullable<Seed["reports"]>[number];

export interface OpenCase {
  sandbox: Sandbox;
  /** Runs a command of Boardwright in the project, against the sandbox. */
  run(command: string, ...args: string[]): Promise<Ran>;
  /** Absolute: its folder. */
  cwd: string;
  env: Record<string, string>;
  /** The folder of its cache, which every command that has one fills and reads. */
  cache: string;
  close(): Promise<void>;
}

export interface Case {
  options: CaseOptions;
  /** The flags that allow what the case's plan needs. */
  allow: string[];
  /** `command` runs the commands: in this process, unless said otherwise. */
  open(round?: { faults?: string; command?: typeof boardwright }): Promise<OpenCase>;
}

/** Where the case has an older version of its project in `applied/`, that is applied once, and then come the edits. */
export async function prepareCase(folder: string): Promise<Case> {
  const options = readJson<CaseOptions>(join(folder, "case.json")) ?? {};
  const seed = existsSync(join(folder, "applied"))
    ? await applyOlder(folder, options)
    : join(folder, "live.json");
  const versions = options.git ? ["applied", "project"] : ["project"];
  const folders = versions.map((version) => join(folder, version));
  return {
    options,
    allow: options.allow ? ["--allow", options.allow.join(",")] : [],
    open: (round) => openProject(folders, options, { seed, ...round }),
  };
}

/** What is live after the older version was applied and people edited in the UI. */
async function applyOlder(folder: string, options: CaseOptions): Promise<Seed> {
  const data = join(tempFolder(), "data.json");
  const folders = [join(folder, "project"), join(folder, "applied")];
  // One after the other, so that the ids, which stand in the goldens, are always the same.
  const { sandbox, run, close } = await openProject(
    folders,
    { ...options, git: false },
    { seed: join(folder, "live.json"), data },
  );
  const applied = await run("apply", "--yes", "--allow", "adopt", "--concurrency", "1");
  if (applied.code !== 0) throw new Error(`${folder}: applied/ cannot be applied\n${applied.stderr}${applied.stdout}`);
  const edits = readJson<UiEdit[]>(join(folder, "edits.json")) ?? [];
  for (const edit of edits) {
    if (!("slug" in edit)) continue;
    const { slug, at, value } = edit;
    sandbox.edit(slug, (workbook) => put(workbook as unknown as JsonObject, at, value), deploymentOf(sandbox, slug));
  }
  await close();
  const seed = readJson<Seed>(data) ?? {};
  for (const edit of edits) {
    if ("delete" in edit) deleteFrom(seed, edit.delete);
    if ("copy" in edit) seed.workbooks?.push(copyOf(seed, seed.workbooks, (item) => item.slug === edit.copy, edit.as));
    if ("copyReport" in edit)
      seed.reports?.push(copyOf(seed, seed.reports, (item) => item.publicId === edit.copyReport, edit.as));
  }
  return seed;
}

function deleteFrom(seed: Seed, slug: string): void {
  const gone = seed.workbooks?.find((item) => item.slug === slug);
  if (!gone) throw new Error("edits.json deletes what is not live");
  seed.workbooks = seed.workbooks?.filter((item) => item !== gone);
  for (const report of seed.reports ?? []) if (report.workbookId === gone.id) report.workbookId = null;
}

/** A duplicate under an id of its own, which is also the next free one's neighbour. */
function copyOf<T extends object>(seed: Seed, items: readonly T[], isIt: (item: T) => boolean, as: Partial<T>): T {
  const original = items.find(isIt);
  if (!original) throw new Error("edits.json copies what is not live");
  const id = seed.nextId ?? 1;
  seed.nextId = id + 1;
  return { ...original, ...as, id };
}

/** `folders` are laid over each other, each a commit; without Git only boardwright.yaml is taken of all but the last. */
async function openProject(
  folders: readonly string[],
  { merge = "shallow", heal, quirks = "", target, git: isCommitted = false }: CaseOptions,
  {
    faults = "",
    command: start = boardwright,
    ...state
  }: { seed: Seed | string; data?: string; faults?: string; command?: typeof boardwright },
): Promise<OpenCase> {
  const cwd = tempFolder();
  // Outside of the project: a key in it would not be trusted, and there would be no cache.
  const home = tempFolder();
  if (isCommitted) git(cwd, "init", "--quiet");
  for (const folder of folders) {
    if (isCommitted || folder === folders.at(-1)) cpSync(folder, cwd, { recursive: true });
    else cpSync(join(folder, "boardwright.yaml"), join(cwd, "boardwright.yaml"));
    if (!isCommitted) continue;
    git(cwd, "add", "--all");
    git(cwd, "commit", "--quiet", "-m", "Another state");
  }
  const sandbox = await createSandbox({
    ...state,
    merge,
    quirks,
    ...(heal === undefined ? {} : { heal }),
    ...(faults === "" ? {} : { faults }),
  });
  const env = { PLATFORM_API_URL: sandbox.url, PLATFORM_API_KEY: sandbox.apiKey, HOME: home };
  const chosen = target === undefined ? [] : ["--target", target];
  return {
    ...{ sandbox, cwd, env },
    run: (command, ...args) => start([command, ...chosen, ...args], { cwd, env }),
    cache: join(cwd, ".boardwright/cache"),
    close: () => sandbox.close(),
  };
}

function deploymentOf(sandbox: Sandbox, slug: string): number {
  const found = sandbox.deployments.find((id) => sandbox.workbook(slug, id));
  if (found === undefined) throw new Error(`edits.json names ${slug}, which is not live`);
  return found;
}

function put(root: JsonObject, at: Path, value: Json | undefined): void {
  let parent: Json = root;
  for (const key of at.slice(0, -1)) parent = (parent as Record<string | number, Json>)[key] as Json;
  const last = at.at(-1) as string | number;
  if (Array.isArray(parent) && value === undefined) parent.splice(Number(last), 1);
  else if (value === undefined) delete (parent as JsonObject)[last];
  else (parent as Record<string | number, Json>)[last] = value;
}

function readJson<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : undefined;
}
