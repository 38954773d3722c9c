// Which targets are meant: a name, a group, or a glob of names (contract 15).

/** Names of targets in the order of the project file, and the members of its groups. */
export interface Fleet {
  names: readonly string[];
  groups: Readonly<Record<string, readonly string[]>>;
}

/** Whether a text stands for what it matches, and not for itself. */
export function isTargetGlob(text: string): boolean {
  return /[*?{]/.test(text);
}

/**
 * The targets that a text means, in order; none if it means nothing. A name comes before a group, and a group before a glob. The glob must
 * have passed globProblem.
 */
export function targetsMeant(text: string, { names, groups }: Fleet): readonly string[] {
  if (names.includes(text)) return [text];
  const group = Object.hasOwn(groups, text) ? groups[text] : undefined;
  if (group) return group;
  return isTargetGlob(text) ? matchNames(text, names) : [];
}

/** The names that a glob matches. Read here, because libraries that know all globs take as long to load as a short `lint` takes to run. */
export function matchNames(glob: string, names: readonly string[]): string[] {
  const pattern = new RegExp(`^${patternOf(glob)}$`, "u");
  return names.filter((name) => pattern.test(name));
}

/** `*` is any text, `?` one character, `{a,b}` one of several; everything else is itself. */
function patternOf(glob: string): string {
  let depth = 0;
  const closing = glob.lastIndexOf("}");
  return [...glob]
    .map((sign, at) => {
      if (sign === "*") return ".*";
      if (sign === "?") return ".";
      if (sign === "{" && at < closing) {
        depth += 1;
        return "(?:";
      }
      if (sign === "}" && depth > 0) {
        depth -= 1;
        return ")";
      }
      if (sign === "," && depth > 0) return "|";
      return sign.replace(/[\\^$.*+?()[\]{}|/]/u, "\\$&");
    })
    .join("")
    .concat(")".repeat(depth));
}
