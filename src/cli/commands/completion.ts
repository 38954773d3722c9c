// boardwright completion: a script that completes commands, options and files, made of what the program declares.

import type { Command } from "commander";
import { declaredSlugs } from "../../desired/index.ts";
import { findUses } from "../../features/uses/find-uses.ts";
import { EXIT, HAZARD_CODES, orList, type Project, RENAMED_KINDS, UsageError } from "../../model/index.ts";
import { readBranches } from "../../project/git.ts";
import { readProjectRuns } from "../../project/runs/kept-runs.ts";
import {
  DIFFERENCES_FORMATS,
  DRIFT_FORMATS,
  LINT_FORMATS,
  PLAN_FORMATS,
  USES_FORMATS,
} from "../../report/index.ts";
import { contextsFile, readConfig } from "../../target/index.ts";
import type { Declaration } from "../declaration.ts";
import { findFiles } from "../find-project.ts";
import type { Terminal } from "../terminal.ts";

// What can be the value of an option or an argument, for the completion of shells: from the program, the files and what is saved on this
// machine. Never from the network, and never an error: who presses Tab gets nothing instead.

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
  hazards: (_, typed) => listed(HAZARD_CODES, typed),
  quirks: async (_, typed) => listed(Object.keys((await import("../../sandbox/index.ts")).QUIRKS), typed),
  lintFormats: () => Object.keys(LINT_FORMATS),
  planFormats: () => Object.keys(PLAN_FORMATS),
  driftFormats: () => Object.keys(DRIFT_FORMATS),
  usesFormats: () => [...new Set([...Object.keys(USES_FORMATS), ...Object.keys(DIFFERENCES_FORMATS)])],
  testFormats: async () => Object.keys((await import("../../report/queries/index.ts")).TEST_FORMATS),
  members,
  merges: () => ["shallow", "deep"],
  shells: () => ["bash", "zsh", "fish"],
  // A kind, then the name of one.
  renamed: async (terminal) => {
    const project = await findFiles(terminal, {});
    const keys = await Promise.all([declaredSlugs(project), declaredSlugs(project, "reports")]);
    return [
      ...RENAMED_KINDS,
      ...keys.flatMap((each) => [...each.keys()]),
      ...Object.keys(project.targets),
      // Of files with errors no members are known.
      ...(await members(terminal).catch(() => [])),
    ];
  },
  edits: async (terminal) => ["edit", ...(await declaredSlugs(await findFiles(terminal, {}))).keys()],
} satisfies Record<string, Values>;

type ValueKind = keyof typeof VALUES;

/** Of a list with commas: what is there already stays, and is not offered again. */
function listed(names: readonly string[], typed: string): string[] {
  const given = typed.split(",").slice(0, -1);
  return names.filter((name) => !given.includes(name)).map((name) => [...given, name].join(","));
}

/** The members that the files name. */
async function members(terminal: Terminal): Promise<readonly string[]> {
  const { env, cwd } = terminal;
  // No place is looked up for any of them.
  const { names } = await findUses({ project: await findFiles(terminal, {}), env, cwd, members: [] });
  return names;
}

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
  "test --format": "testFormats",
  "report merge --format": "planFormats",
  "--quirks": "quirks",
  "disown --report": "undeclaredReports",
};

/** By the words that lead to a command, a space, and the name of the argument. */
const ARGUMENTS: Readonly<Record<string, ValueKind>> = {
  "lint paths": "slugs",
  "fmt paths": "slugs",
  "plan paths": "slugs",
  "drift paths": "slugs",
  "apply what": "slugs",
  "uses members": "members",
  "preview up paths": "slugs",
  "pull slugs": "knownSlugs",
  "disown slugs": "undeclaredSlugs",
  "workbooks get workbook": "knownSlugs",
  "rollback run": "runs",
  "context use name": "contexts",
  "context remove name": "contexts",
  "completion shell": "shells",
  "rename kind": "renamed",
  "sandbox edit": "edits",
};

function kindOfOption(path: readonly string[], name: string): ValueKind | undefined {
  return OPTIONS[[...path, name].join(" ")] ?? OPTIONS[name];
}

function kindOfArgument(path: readonly string[], name: string): ValueKind | undefined {
  return ARGUMENTS[[...path, name].join(" ")];
}

/** Sorted, but runs, which begin with the newest. Empty for a kind that there is not, and if something cannot be read. */
async function valuesOf(kind: string, typed: string, terminal: Terminal): Promise<readonly string[]> {
  if (!Object.hasOwn(VALUES, kind)) return [];
  try {
    const values = await VALUES[kind as ValueKind](terminal, typed);
    const plain = values.filter((value) => !/[\p{Cc}]/u.test(value));
    return kind === "runs" ? plain : [...plain].sort();
  } catch {
    return [];
  }
}

const SCRIPTS: Readonly<Record<string, (nodes: CompletionNode[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `loadProgram` gives the whole program, whose commands it completes. */
export function completionOf(loadProgram: () => Promise<Command>): Declaration {
  return {
    isLocal: true,
    arguments: {
      shell: "bash, zsh or fish",
      words: "for the scripts: after `values`, a kind of value and what is typed of it",
    },
    examples: [
      "boardwright completion bash > ~/.local/share/bash-completion/completions/boardwright",
      "boardwright completion zsh > ~/.zfunc/_boardwright",
      "boardwright completion fish > ~/.config/fish/completions/boardwright.fish",
    ],
    async run(terminal, [shell = "", kind = "", typed = ""]) {
      if (shell === "values") {
        const values = await valuesOf(kind, typed, terminal);
        if (values.length > 0) terminal.out(values.join("\n"));
        return EXIT.ok;
      }
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
      if (!script)
        throw new UsageError(
          `completion is for ${orList(Object.keys(SCRIPTS))}, not ${JSON.stringify(shell)}`,
        );
      terminal.out(script(readNodes(await loadProgram(), [])));
      return EXIT.ok;
    },
  };
}

/** The program and its commands, each with what can follow it. */
function readNodes(command: Command, path: readonly string[]): CompletionNode[] {
  const help = command.createHelp();
  // An argument before it may be left out, as the deployment may.
  const kinds = command.registeredArguments.map((argument) => kindOfArgument(path, argument.name()));
  const node: CompletionNode = {
    path,
    commands: command.commands.map((child) => ({ name: child.name(), summary: child.summary() })),
    options: help.visibleOptions(command).map(({ short, long, required, description }) => ({
      names: [short, long].filter((name) => name !== undefined),
      takesValue: required,
      values: long === undefined ? undefined : kindOfOption(path, long),
      summary: description,
    })),
    values: kinds.find((kind) => kind !== undefined),
  };
  return [node, ...command.commands.flatMap((child) => readNodes(child, [...path, child.name()]))];
}

// Completion in the languages of the shells. Each finds out which command the words before the cursor make, and offers what
// can follow it; what can be a value, `boardwright completion values KIND` says; for any other word the shell completes files.

interface CompletionNode {
  /** The words that lead to the command; none for the program itself. */
  path: readonly string[];
  commands: { name: string; summary: string }[];
  /** The names of an option are its short one, if it has one, and its long one, dashes included. */
  options: { names: string[]; takesValue: boolean; values: ValueKind | undefined; summary: string }[];
  /** Of its first argument that has any. Files are offered, too. */
  values: ValueKind | undefined;
}

function bashScript(nodes: CompletionNode[]): string {
  const cases = nodes.map(({ path, commands, options, values }) => {
    const words = options.flatMap(({ names }) => names);
    const names = commands.map(({ name }) => name).join(" ");
    const kind = values === undefined ? "" : ` values=${values}`;
    return `    ${quote(path.join(" "))}) commands=${quote(names)} options=${quote(words.join(" "))}${kind} ;;`;
  });
  return `# boardwright completion for bash; try it with: source <(boardwright completion bash)
_boardwright_values() {
  local value
  while IFS= read -r value; do
    [[ $value == "$current"* ]] || continue
    [[ $value == *[!A-Za-z0-9_.,/@%+=-]* ]] && value=$(printf '%q' "$value")
    COMPREPLY+=("$value")
  done < <(boardwright completion values "$1" -- "$current" 2>/dev/null)
  return 0
}
_boardwright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at= i commands= options= values= file
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${knownWords(nodes)}
    esac
  done
  COMPREPLY=()
  case "$at $previous" in
${valueCases(nodes, (kind) => `_boardwright_values ${kind}; return`)}
  esac
  case "$previous" in
    ${valueOptions(nodes).join("|")}) return ;;
  esac
  case "$at" in
${cases.join("\n")}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [[ -n $values ]]; then
    _boardwright_values "$values"
    while IFS= read -r file; do
      [[ \${file##*/} == .* && \${current##*/} != .* ]] || COMPREPLY+=("$(printf '%q' "$file")")
    done < <(compgen -f -- "$current")
  else
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
  fi
}
complete -o default -F _boardwright boardwright
`;
}

function zshScript(nodes: CompletionNode[]): string {
  const described = (name: string, summary: string): string =>
    quote(`${name.replaceAll(":", "\\:")}:${summary}`);
  const cases = nodes.map(({ path, commands, options, values }) => {
    const words = options.flatMap(({ names, summary }) => names.map((name) => described(name, summary)));
    const children = commands.map(({ name, summary }) => described(name, summary));
    const kind = values === undefined ? "" : ` values=${values}`;
    return `    ${quote(path.join(" "))}) commands=(${children.join(" ")}) options=(${words.join(" ")})${kind} ;;`;
  });
  return `#compdef boardwright
# boardwright completion for zsh; try it with: source <(boardwright completion zsh)
_boardwright_values() {
  local -a found
  found=("\${(@f)$(boardwright completion values $1 -- "\${words[CURRENT]}" 2>/dev/null)}")
  found=(\${found:#})
  ((\${#found})) && compadd -a found
  return 0
}
_boardwright() {
  local at= i values=
  local -a commands options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
${knownWords(nodes)}
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${valueCases(nodes, (kind) => `_boardwright_values ${kind}; return`)}
  esac
  case "\${words[CURRENT-1]}" in
    ${valueOptions(nodes).join("|")}) _files; return ;;
  esac
  case "$at" in
${cases.join("\n")}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o option options
  elif ((\${#commands})); then
    _describe command commands
  else
    [[ -n $values ]] && _boardwright_values $values
    _files
  fi
}
if [[ \${funcstack[1]} == _boardwright ]]; then
  _boardwright "$@"
else
  compdef _boardwright boardwright
fi
`;
}

function fishScript(nodes: CompletionNode[]): string {
  const lines = nodes.flatMap(({ path, commands, options, values }) => {
    const when = `-n '__boardwright_at "${path.join(" ")}"'`;
    return [
      ...commands.map(
        ({ name, summary }) => `complete -c boardwright ${when} -f -a ${name} -d ${quote(summary)}`,
      ),
      ...(values === undefined ? [] : [`complete -c boardwright ${when} -a ${fishValues(values)}`]),
      ...options.map(({ names, takesValue, values: kind, summary }) => {
        const given = names.map((name) => name.replace(/^-(-?)/, (_, long) => (long ? "-l " : "-s ")));
        return `complete -c boardwright ${when} ${given.join(" ")} ${kind === undefined ? (takesValue ? "-r " : "") : `-x -a ${fishValues(kind)} `}-d ${quote(summary)}`;
      }),
    ];
  });
  return `# boardwright completion for fish; try it with: boardwright completion fish | source
function __boardwright_at
  set -l at ''
  for word in (commandline -opc)[2..]
    switch "$at $word"
${nodes
  .filter(({ path }) => path.length > 0)
  .map(({ path }) => `      case ${quote(before(path))}; set at ${quote(path.join(" "))}`)
  .join("\n")}
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join("\n")}
`;
}

/** What is offered is asked for when it is needed. */
function fishValues(kind: ValueKind): string {
  return `'(boardwright completion values ${kind} -- (commandline -ct) 2>/dev/null)'`;
}

/** The arms of a `case` of a command's words and the option before the cursor. Most options mean the same wherever they are. */
function valueCases(nodes: readonly CompletionNode[], run: (kind: ValueKind) => string): string {
  const patterns = new Map<ValueKind, Set<string>>();
  const kindsOf = new Map<string, Set<ValueKind>>();
  const all = nodes.flatMap(({ path, options }) =>
    options.flatMap(({ names, values }) => (values ? names.map((name) => ({ path, name, values })) : [])),
  );
  for (const { name, values } of all) kindsOf.set(name, new Set([...(kindsOf.get(name) ?? []), values]));
  for (const { path, name, values } of all) {
    const isSame = kindsOf.get(name)?.size === 1;
    const pattern = isSame ? `*${quote(` ${name}`)}` : quote(`${path.join(" ")} ${name}`);
    patterns.set(values, new Set([...(patterns.get(values) ?? []), pattern]));
  }
  return [...patterns].map(([kind, each]) => `    ${[...each].join("|")}) ${run(kind)} ;;`).join("\n");
}

/** The arms of a `case` that goes on to a command. */
function knownWords(nodes: readonly CompletionNode[]): string {
  return nodes
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `      ${quote(before(path))}) at=${quote(path.join(" "))} ;;`)
    .join("\n");
}

/** The word before a command and the command: ` deployments`, `deployments list`. */
function before(path: readonly string[]): string {
  return `${path.slice(0, -1).join(" ")} ${path.at(-1)}`;
}

function valueOptions(nodes: readonly CompletionNode[]): string[] {
  const options = nodes.flatMap((node) => node.options).filter(({ takesValue }) => takesValue);
  return [...new Set(options.flatMap(({ names }) => names))].sort();
}

/** For all three shells: nothing in it is special. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "’")}'`;
}
