// What a glob may cost. Matchers turn one into a regular expression, or into one for each way through its braces; both come from files
// that a pull request writes.

/** In UTF-16 units. */
const LONGEST = 500;
const MOST_WAYS = 1000;
/** Of what matches any text, in one name, and of names of any number. The time to match grows with the length to that power. */
const MOST_STARS = 3;

/** Why a glob is not accepted, as the rest of a sentence; undefined for one that is. */
export function globProblem(glob: string): string | undefined {
  if (glob.length > LONGEST) return `is longer than ${LONGEST} characters`;
  const plain = glob.replace(/\\./gs, "x");
  if (plain.includes("("))
    return "has parentheses: use braces, as in `{a,b}`, or write `\\(` for the character";
  if (countWays(plain) > MOST_WAYS) return `stands for more than ${MOST_WAYS} patterns: its braces multiply`;
  const names = plain.split("/");
  const stars = (name: string) => name.match(/\*+|[\]}]\+/g)?.length ?? 0;
  if (names.some((name) => stars(name) > MOST_STARS)) return `has more than ${MOST_STARS} \`*\` in one name`;
  if (names.filter((name) => name.includes("**")).length > MOST_STARS)
    return `has more than ${MOST_STARS} \`**\``;
  return undefined;
}

/** The number of patterns that the braces of a glob stand for, as in a shell; at most a little over MOST_WAYS. */
function countWays(glob: string): number {
  let at = 0;
  /** Up to the closing brace, or of the whole glob up to its end. */
  const read = (isInBraces: boolean): number => {
    let sum = 0;
    let ways = 1;
    for (; at < glob.length && !(isInBraces && glob[at] === "}"); at++) {
      if (glob[at] === "," && isInBraces) {
        sum += ways;
        ways = 1;
      } else if (glob[at] === "{") {
        const range = /^\{(-?\w+)\.\.(-?\w+)(?:\.\.-?\d+)?\}/.exec(glob.slice(at));
        at += 1;
        ways *= range ? lengthOf(range[1]!, range[2]!) : read(true);
        if (range) at += range[0].length - 2;
      }
      if (sum + ways > MOST_WAYS) at = glob.length;
    }
    return sum + ways;
  };
  return read(false);
}

function lengthOf(from: string, to: string): number {
  const place = (end: string) => (/^-?\d+$/.test(end) ? Number(end) : (end.codePointAt(0) ?? 0));
  return Math.abs(place(to) - place(from)) + 1;
}
