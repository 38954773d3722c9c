// Completion in the languages of the shells. Each finds out which command the words before the cursor make, and offers what
// can follow it; what can be a value, `boardwright completion values KIND` says; for any other word the shell completes files.

import type { ValueKind } from "./values.ts";

export interface CompletionNode {
  /** The words that lead to the command; none for the program itself. */
  path: readonly string[];
  commands: { name: string; summary: string }[];
  /** The names of an option are its short one, if it has one, and its long one, dashes included. */
  options: { names: string[]; takesValue: boolean; values: ValueKind | undefined; summary: string }[];
  /** Of its first argument that has any. Files are offered, too. */
  values: ValueKind | undefined;
}

export function bashScript(nodes: CompletionNode[]): string {
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
    while IFS= read -r file; do COMPREPLY+=("$(printf '%q' "$file")"); done < <(compgen -f -- "$current")
  else
    COMPREPLY=($(compgen -W "$commands" -- "$current"))
  fi
}
complete -o default -F _boardwright boardwright
`;
}

export function zshScript(nodes: CompletionNode[]): string {
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

export function fishScript(nodes: CompletionNode[]): string {
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
