// What takes the place of another command's section, made of its marker alone: without the plan, and without its key.

import { linkTo, markdownName } from "../document/markdown-text.ts";
import { formatMarker, parseMarker, partText } from "./comment-marker.ts";

/**
 * In place of a section that somebody has changed: its words are not what its command has said. It still claims what it showed for review, and
 * proves nothing, so that an apply is refused until its command has run again.
 */
export function editedStandIn(section: string): string {
  const marker = parseMarker(section);
  if (!marker) return section;
  const { seal: _, key: _key, word: _word, did: _did, ...rest } = marker;
  return [
    formatMarker({ ...rest, weight: "first" }),
    `### 🟡 Boardwright · ${subjectOf(marker)}: somebody edited this section`,
    `Its seal no longer held, so what it said is left out. Run the job of \`${markdownName(rest.command, 40)}\` again: it writes it anew.`,
  ].join("\n\n");
}

/** In place of a section that was moved, byte for byte, into a comment of its own. `address`: of that, `""` if it is unknown. */
export function movedStandIn(section: string, address: string): string {
  const marker = parseMarker(section);
  if (!marker) return section;
  const { seal: _, key: _key, approval: _approval, ...rest } = marker;
  const headline = section.split("\n").find((line) => line.startsWith("### "));
  const where = "a comment of its own";
  return [
    formatMarker(rest),
    headline ?? `### Boardwright · ${subjectOf(marker)}`,
    `There is no room for it here: all of it is in ${address === "" ? where : linkTo(address, where)}.`,
  ].join("\n\n");
}

function subjectOf({ command, target, shard }: { command: string; target: string; shard?: string }): string {
  const parts = [target === "" ? command : target, ...(shard === undefined ? [] : [partText(shard)])];
  return markdownName(parts.join(" "), 80);
}
