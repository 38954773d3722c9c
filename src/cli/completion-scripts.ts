// Completion in the languages of the shells. Each finds out which command the words before the cursor make, and offers what
// can follow it; for a value or a word of the user's own, the shell completes files.

export interface CompletionNode {
  /** The words that lead to the command; none for the program itself. */
  path: readonly string[];
  commands: { name: string; summary: string }[];
  /** The names of an option are its short one, if it has one, and its long one, dashes included. */
  options: { names: string[]; takesValue: boolean; summary: string }[];
}

export function bashScript(nodes: CompletionNode[]): string {
  const cases = nodes.map(({ path, commands, options }) => {
    const words = options.flatMap(({ names }) => names);
    return `    ${quote(path.join(" "))}) commands=${quote(commands.map(({ name }) => name).join(" "))} options=${quote(words.join(" "))} ;;`;
  });
  return `# boardwright completion for bash; try it with: source <(boardwright completion bash)
_boardwright() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at= i commands options
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
${knownWords(nodes)}
    esac
  done
  COMPREPLY=()
  case "$previous" in
    ${valueOptions(nodes).join("|")}) return ;;
  esac
  case "$at" in
${cases.join("\n")}
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
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
  const cases = nodes.map(({ path, commands, options }) => {
    const words = options.flatMap(({ names, summary }) => names.map((name) => described(name, summary)));
    const children = commands.map(({ name, summary }) => described(name, summary));
    return `    ${quote(path.join(" "))}) commands=(${children.join(" ")}) options=(${words.join(" ")}) ;;`;
  });
  return `#compdef boardwright
# boardwright completion for zsh; try it with: source <(boardwright completion zsh)
_boardwright() {
  local at= i
  local -a commands options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
${knownWords(nodes)}
    esac
  done
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
  const lines = nodes.flatMap(({ path, commands, options }) => {
    const when = `-n '__boardwright_at "${path.join(" ")}"'`;
    return [
      ...commands.map(
        ({ name, summary }) => `complete -c boardwright ${when} -f -a ${name} -d ${quote(summary)}`,
      ),
      ...options.map(({ names, takesValue, summary }) => {
        const given = names.map((name) => name.replace(/^-(-?)/, (_, long) => (long ? "-l " : "-s ")));
        return `complete -c boardwright ${when} ${given.join(" ")} ${takesValue ? "-r " : ""}-d ${quote(summary)}`;
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
