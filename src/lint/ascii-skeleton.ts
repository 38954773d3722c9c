// What looks alike within ASCII. Nearly all names are plain, and for those Unicode's table (a tenth of the code that `lint` would load)
// says eight things. test/lint/ascii-skeleton.test.ts holds them against the table.

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '"': "''",
  "%": "º/₀",
  "0": "O",
  "1": "l",
  I: "l",
  "`": "'",
  m: "rn",
  "|": "l",
};

export function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** The skeleton (UTS #39, section 4) of a text for which `isAscii` holds. Two texts look the same where their skeletons are equal. */
export function asciiSkeleton(text: string): string {
  return text.replace(/["%01I`m|]/g, (character) => LOOKS_LIKE[character]!);
}
