// Names that the page proposes: a person may write others.

/** What an address and a file name can hold: letters (the Latin ones without marks) and digits, parted by hyphens. Empty if nothing is left. */
export function slugOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
}

/** The name itself, or the first of `name-2`, `name-3` … that is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let count = 1; ; count += 1) {
    const next = count === 1 ? name : `${name}-${count}`;
    if (!isTaken(next)) return next;
  }
}
