// The way from the root of a checkout to its project, as it was named. Whoever may write a branch may put a symbolic link or a submodule on
// it, and so choose whose policy counts: each step is held against the revision that the policy is read at.

import { existsSync, lstatSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, parse, relative, resolve, sep } from "node:path";
import { EXIT, isInside, UserError } from "../../model/index.ts";
import type { Environment } from "../../target/index.ts";

/** Nothing is sent and nothing else is tried: without a policy, the branch would decide. Exit code 3. */
export class PolicyError extends UserError {
  override readonly name = "PolicyError";
  /** Without the words that nothing was sent. */
  readonly what: string;

  constructor(what: string, details: readonly string[], cause?: unknown) {
    super(`refused, nothing was sent: ${what}`, { details, exitCode: EXIT.refused, cause });
    this.what = what;
  }
}

/** The way to the project is another one than trusted ground knows: nobody else needs to be asked for the policy. */
export class WayError extends PolicyError {}

/** How a project file was found. All paths are absolute, as they were named. */
export interface Search {
  /** Where the search began, which goes up; absent if the file itself was named. */
  from?: string | undefined;
  /** The working directory as the shell calls it, which may be a link to where the search began. */
  shell?: string | undefined;
  /** What is a checkout even if Git knows nothing of it: the workspace of a job. */
  workspace?: string | undefined;
}

/** A folder on the way. */
export interface Step {
  /** From the root of the checkout, the links before it followed, with forward slashes. */
  path: string;
  /** Where it leads, if it is a symbolic link. */
  link: string | undefined;
}

export interface Way {
  /** The root of the checkout, absolute. */
  root: string;
  steps: readonly Step[];
  /** Where a project file of this name is looked for, nearest first, from the root of the checkout; links followed. */
  places: readonly string[];
  /** The one of these that is in use. */
  used: string;
  /** Why no revision says what is there. */
  barrier: WayError | undefined;
}

/** More than any system follows. */
const MOST_LINKS = 40;

/** The search of a command that was started in `cwd`; `config`: the file that it names. */
export function searchOf(cwd: string, config: string | undefined, env: Environment): Search {
  const shell = config === undefined || !isAbsolute(config) ? shellFolder(cwd, env.PWD) : undefined;
  return { ...(config === undefined && { from: resolve(cwd) }), ...(shell !== undefined && { shell }) };
}

/** Throws a PolicyError if the project is in no checkout. `file`: absolute, as it was found. */
export function surveyWay(file: string, { from = dirname(file), shell, workspace }: Search): Way {
  const main = walk(from, workspace);
  const { root } = main;
  const used = root === undefined ? undefined : nameIn(root, dirname(file));
  if (root === undefined || used === undefined) throw noCheckout(file);
  const walks = shell === undefined ? [main] : [main, walk(shell, workspace)];
  const barriers = walks.flatMap((one) => {
    // A link from another checkout into this one stands in no revision of either.
    const leaves = one.root === root ? undefined : one.steps.find(({ link }) => link !== undefined);
    return one.barrier ?? (leaves ? leadsOut(leaves) : []);
  });
  const name = basename(file);
  return {
    root,
    steps: walks.flatMap((one) => (one.root === root ? one.steps : [])),
    places: foldersAbove(from, root).map((folder) => join(folder, name).split(sep).join("/")),
    used: used + name,
    barrier: barriers[0],
  };
}

interface Walk {
  root: string | undefined;
  steps: Step[];
  barrier: WayError | undefined;
}

/** Follows a path as the system does, step by step, and remembers what it passes within the innermost checkout. */
function walk(folder: string, workspace: string | undefined): Walk {
  const top = workspace !== undefined && isInside(workspace, folder) ? workspace : parse(folder).root;
  const found: Walk = {
    root: top === workspace ? realpathSync(top) : undefined,
    steps: [],
    barrier: undefined,
  };
  const ahead = relative(top, folder).split(sep);
  let at = realpathSync(top);
  for (let links = 0; ; ) {
    enter(at, found);
    const part = ahead.shift();
    if (part === undefined) return found;
    if (part === "" || part === ".") continue;
    const next = join(at, part);
    const link = part === ".." ? undefined : linkAt(next);
    if (found.root !== undefined) {
      const name = relative(found.root, next).split(sep).join("/");
      const step = { path: name, link };
      if (link !== undefined && isAbsolute(link)) found.barrier ??= leadsOut(step);
      else if (/^\.\.(?:\/|$)/.test(name)) found.barrier ??= leadsOut(found.steps.at(-1) ?? step);
      else if (part !== "..") found.steps.push(step);
    }
    if (link === undefined) at = next;
    else {
      if (++links > MOST_LINKS) throw noCheckout(folder);
      if (isAbsolute(link)) at = parse(link).root;
      ahead.unshift(...link.split("/"));
    }
  }
}

/** A checkout may hold another one: of the workflow's or the user's making, or a submodule, which a commit can put anywhere. */
function enter(at: string, found: Walk): void {
  const mark = join(at, ".git");
  if (at === found.root || !existsSync(mark)) return;
  const outer = found.root;
  const leaves = found.steps.find(({ link }) => link !== undefined);
  if (leaves) found.barrier ??= leadsOut(leaves);
  if (outer !== undefined && existsSync(join(outer, ".git")) && isInside(outer, at) && isOfSubmodule(mark))
    found.barrier ??= isSubmodule(relative(outer, at));
  Object.assign(found, { root: at, steps: [] });
}

/** gitrepository-layout(5): a submodule's `.git` is a file that names a folder of the outer repository, and so is that of a worktree. */
function isOfSubmodule(mark: string): boolean {
  if (!lstatSync(mark).isFile()) return false;
  return !/[\\/]worktrees[\\/][^\\/]+\s*$/.test(readFileSync(mark, "utf8"));
}

function linkAt(path: string): string | undefined {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  return isLink ? readlinkSync(path).split(sep).join("/") : undefined;
}

/** `folder` and the folders above it, as far as they are in the checkout: "." is its root. */
function foldersAbove(folder: string, root: string): string[] {
  const names: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    const name = nameIn(root, at);
    if (name === undefined) return names;
    names.push(name);
    if (at === dirname(at)) return names;
  }
}

/** "" or ending in a slash, links followed; undefined if it is outside. */
function nameIn(root: string, folder: string): string | undefined {
  const real = realpathSync(folder);
  if (!isInside(root, real)) return undefined;
  const name = relative(root, real).split(sep).join("/");
  return name === "" ? "" : `${name}/`;
}

/** What the shell says of it is only believed where it is the same folder. */
function shellFolder(cwd: string, said: string | undefined): string | undefined {
  if (said === undefined || !isAbsolute(said) || said === cwd) return undefined;
  try {
    return realpathSync(said) === realpathSync(cwd) ? resolve(said) : undefined;
  } catch {
    return undefined;
  }
}

function noCheckout(file: string): PolicyError {
  return new PolicyError("the policy cannot be read: this is no Git repository", [
    `A policy is read at a revision of the repository that holds the project file, ${file}.`,
  ]);
}

function leadsOut({ path, link }: Step): WayError {
  const where = link === undefined ? "" : `, to ${link}`;
  return new WayError(`${path} is a symbolic link that leads out of the checkout${where}`, [
    "No revision says what is there, so no policy is read from it.",
    "Name the folder itself, with `working-directory`, `--config` or `cd`.",
  ]);
}

function isSubmodule(path: string): WayError {
  return new WayError(`${path} is a submodule: its revisions are those of another repository`, [
    "A change under review may put a submodule in place of any folder, so none of its revisions is trusted ground.",
    "If only reviewed changes reach what is checked out, trust it as it is: `--policy HEAD`, or BOARDWRIGHT_POLICY=HEAD.",
  ]);
}
