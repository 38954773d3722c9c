// Names of new files, which any file system takes, derived from slugs and widget ids, whose grammar is not documented.
import { isReserved } from "../../desired/index.ts";
import { type Json, uniform } from "../../model/index.ts";

const MOST = 80;
/** File systems count bytes, most up to 255; an ending, a number and the name of a temporary file have to fit in as well. */
const MOST_BYTES = 200;
/** Names that Windows keeps for devices, with any ending, and that of a folder in which nothing is read. */
const KEPT = /^(?:node_modules|con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/i;

/** A file name without its ending: letters, digits, dashes and dots, never hidden, never empty. */
export function safeName(text: string): string {
  const name = uniform(text)
    .replace(/[^\p{L}\p{N}\p{Mn}\p{Mc}._-]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "");
  const short = cutText(name, MOST, MOST_BYTES).replace(/[-.]+$/, "");
  if (short === "") return "unnamed";
  const [stem = ""] = short.split(".", 1);
  return KEPT.test(stem) ? `${stem}-${short.slice(stem.length)}` : short;
}

/** The beginning of a text, of so many UTF-16 units and bytes at most. Cuts no character in two. */
export function cutText(text: string, units: number, bytes: number): string {
  let cut = "";
  for (const character of text) {
    const longer = cut + character;
    if (longer.length > units || Buffer.byteLength(longer) > bytes) break;
    cut = longer;
  }
  return cut;
}

/** Gives out names that are not taken; on many file systems `A` and `a` are one. `isThere`: whether the disk has it already. */
export function createNames(isThere: (name: string) => boolean): (wanted: string, ending?: string) => string {
  const given = new Set<string>();
  return (wanted, ending = "") => {
    for (let number = 1; ; number++) {
      const name = `${wanted}${number === 1 ? "" : `-${number}`}${ending}`;
      const folded = name.toLowerCase();
      if (given.has(folded) || isThere(name)) continue;
      given.add(folded);
      return name;
    }
  };
}

/**
 * Whether a path inside an app's files can be a file of a folder that `$dir` names: it comes back as the same key, and is no option where
 * somebody writes `*`.
 */
export function isFilePath(path: string): boolean {
  const steps = path.split("/");
  return (
    !isReserved(path) &&
    steps.every(
      (step) =>
        /^[\p{L}\p{N}_@+=,;!#$%&'^~()[\]{} ][\p{L}\p{N}\p{M}._@+=,;!#$%&'^~()[\]{} -]*$/u.test(step) &&
        step === step.normalize("NFC") &&
        step === step.trim() &&
        step.length <= MOST &&
        Buffer.byteLength(step) <= MOST_BYTES &&
        !step.endsWith(".") &&
        step !== "__proto__" &&
        !KEPT.test(step),
    )
  );
}

/** Whether a file can hold the text unchanged: files are UTF-8, and a byte order mark is not part of the text. */
export function isFileText(text: Json | undefined): text is string {
  return (
    typeof text === "string" &&
    !text.startsWith("\uFEFF") &&
    !text.includes("\0") &&
    Buffer.from(text).toString() === text
  );
}
