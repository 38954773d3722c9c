// Whole numbers that a JavaScript number cannot hold, for the quirk `big-integers`: the store keeps each as a marked text.

/** A character for private use, which no JSON of a client has a reason to hold. */
const MARK = "\ue000";
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** What a whole number, given by its digits, is in a seed, in `Sandbox.workbook` and in `Sandbox.edit`. */
export function bigInteger(digits: string | bigint): string {
  return `${MARK}${digits}`;
}

/** JSON text with every whole number that would lose digits replaced by its mark. */
export function markBigIntegers(json: string): string {
  return json.replace(TOKEN, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${MARK}${token}"` : token,
  );
}

/** The reverse. */
export function showBigIntegers(json: string): string {
  return json.includes(MARK) ? json.replace(new RegExp(`"${MARK}(-?\\d+)"`, "g"), "$1") : json;
}
