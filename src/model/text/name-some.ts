const SHOWN = 5;

/** `a, b, c, d, e and 7 more`. */
export function nameSome(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return `${names.slice(0, SHOWN).join(", ")}${more}`;
}
