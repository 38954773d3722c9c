// What can be the value of an option or an argument, for the completion of shells: from the program, the files and what is saved on this
// machine. Never from the network, and never an error: who presses Tab gets nothing instead.

import { declaredSlugs } from "../../desired/index.ts";
import { HAZARD_CODES, type Project, RENAMED_KINDS } from "../../model/index.ts";
import {
  DIFFERENCES_FORMATS,
  DRIFT_FORMATS,
  LINT_FORMATS,
  PLAN_FORMATS,
  USES_FORMATS,
} from "../../report/index.ts";
import { contextsFile, readConfig } from "../../target/index.ts";
import { readBranches } from "../../tasks/git.ts";
import { readProjectRuns } from "../../tasks/runs/find-run.ts";
import { findUses } from "../../tasks/uses/find-uses.ts";
import { findFiles } from "../find-project.ts";
import type { Terminal } from "../terminal.ts";

type Values = (terminal: Terminal, typed: string) => Promise<readonly string[]> | readonly string[];

const VALUES = {
  targets: async (terminal) => {
    const { targets, groups = {} } = await findFiles(terminal, {});
    return [...Object.keys(targets), ...Object.keys(groups)];
  },
  groups: async (terminal) => Object.keys((await findFiles(terminal, {})).groups ?? {}),
  slugs: async (terminal) => [...(await declaredSlugs(await findFiles(terminal, {}))).keys()],
  // Those that the files declare, and those that a run wrote, which are live as far as this machine knows.
  knownSlugs: async (terminal) => {
    const project = await findFiles(terminal, {});
    return [
      ...new Set([...(await declaredSlugs(project)).keys(), ...(await recordedKeys(project, "workbook"))]),
    ];
  },
  undeclaredSlugs: async (terminal) => {
    const project = await findFiles(terminal, {});
    const declared = await declaredSlugs(project);
    return (await recordedKeys(project, "workbook")).filter((slug) => !declared.has(slug));
  },
  undeclaredReports: async (terminal) => {
    const project = await findFiles(terminal, {});
    const declared = await declaredSlugs(project, "reports");
    return (await recordedKeys(project, "report")).filter((key) => !declared.has(key));
  },
  runs: async (terminal) =>
    (await readProjectRuns(await findFiles(terminal, {}))).runs.map(({ name }) => name),
  branches: ({ cwd, env }) => readBranches(cwd, env),
  contexts: async ({ env }) => [...(await readConfig(contextsFile(env))).contexts.keys()],
  // A list: what is there already stays, and is not offered again.
  hazards: (_, typed) => {
    const given = typed.split(",").slice(0, -1);
    return HAZARD_CODES.filter((code) => !given.includes(code)).map((code) => [...given, code].join(","));
  },
  lintFormats: () => Object.keys(LINT_FORMATS),
  planFormats: () => Object.keys(PLAN_FORMATS),
  driftFormats: () => Object.keys(DRIFT_FORMATS),
  usesFormats: () => [...new Set([...Object.keys(USES_FORMATS), ...Object.keys(DIFFERENCES_FORMATS)])],
  members: async (terminal) => {
    const { env, cwd } = terminal;
    // Of none of them a place is looked up.
    const { names } = await findUses({ project: await findFiles(terminal, {}), env, cwd, members: [] });
    return names;
  },
  merges: () => ["shallow", "deep"],
  shells: () => ["bash", "zsh", "fish"],
  renamedKinds: () => RENAMED_KINDS,
} satisfies Record<string, Values>;

export type ValueKind = keyof typeof VALUES;

/** What runs of the project wrote and none deleted or let go of since, by the records on this machine; nothing if it keeps none. */
async function recordedKeys(project: Project, kind: "workbook" | "report"): Promise<string[]> {
  const { runs } = await readProjectRuns(project).catch(() => ({ runs: [] }));
  const isThere = new Map<string, boolean>();
  // The newest run comes first.
  for (const { record } of runs)
    for (const change of record.changes)
      if (change.kind === kind && !isThere.has(change.key))
        isThere.set(change.key, !record.disowns && change.action !== "delete");
  return [...isThere].flatMap(([key, is]) => (is ? [key] : []));
}

/** By the words that lead to a command, a space, and the long name of the option; without a command for any that has it. */
const OPTIONS: Readonly<Record<string, ValueKind>> = {
  "--target": "targets",
  "--context": "contexts",
  "--only": "slugs",
  "--except": "slugs",
  "--allow": "hazards",
  "--branch": "branches",
  "--merge": "merges",
  "targets --group": "groups",
  "lint --format": "lintFormats",
  "plan --format": "planFormats",
  "drift --format": "driftFormats",
  "uses --format": "usesFormats",
  "disown --report": "undeclaredReports",
};

/** By the words that lead to a command, a space, and the name of the argument. */
const ARGUMENTS: Readonly<Record<string, ValueKind>> = {
  "lint paths": "slugs",
  "fmt paths": "slugs",
  "plan paths": "slugs",
  "drift paths": "slugs",
  "uses members": "members",
  "preview up paths": "slugs",
  "pull slugs": "knownSlugs",
  "disown slugs": "undeclaredSlugs",
  "workbooks get workbook": "knownSlugs",
  "rollback run": "runs",
  "context use name": "contexts",
  "context remove name": "contexts",
  "completion shell": "shells",
  "rename kind": "renamedKinds",
};

export function kindOfOption(path: readonly string[], name: string): ValueKind | undefined {
  return OPTIONS[[...path, name].join(" ")] ?? OPTIONS[name];
}

export function kindOfArgument(path: readonly string[], name: string): ValueKind | undefined {
  return ARGUMENTS[[...path, name].join(" ")];
}

/** Sorted, but runs, which begin with the newest. Empty for a kind that there is not, and if something cannot be read. */
export async function valuesOf(kind: string, typed: string, terminal: Terminal): Promise<readonly string[]> {
  if (!Object.hasOwn(VALUES, kind)) return [];
  try {
    const values = await VALUES[kind as ValueKind](terminal, typed);
    const plain = values.filter((value) => !/[\p{Cc}]/u.test(value));
    return kind === "runs" ? plain : [...plain].sort();
  } catch {
    return [];
  }
}
