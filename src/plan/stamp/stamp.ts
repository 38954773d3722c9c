// Writing and checking stamps: what an apply leaves on a workbook so that the next plan knows what it did (contract 5).

import {
  compareText,
  isObject,
  type Json,
  type PreviewMark,
  STAMP_VERSION,
  type Stamp,
} from "../../model/index.ts";
import { canonical, digest } from "../state/canonical.ts";
import type { Difference } from "../state/diff.ts";
import {
  ABSENT,
  decodeOpenParts,
  decodeParts,
  encodeOpenParts,
  encodeParts,
  NO_WIDGETS,
  ORDER_PART,
  type Parts,
  partOfField,
  type StampedPart,
} from "../state/parts.ts";

export interface StampInput {
  project: string;
  of: string;
  publicId?: string | undefined;
  preview?: PreviewMark | undefined;
  digest: string;
  desired: Parts;
  /** What is known of how the platform answers each part; parts not in it are expected back as they were asked. */
  returned: ReadonlyMap<string, StampedPart>;
}

/** The stamp for a state about to be applied. Where the platform answered a part its own way before, it is expected to again. */
export function makeStamp(input: StampInput): Stamp {
  const { project, of, publicId, preview, digest, desired, returned } = input;
  const parts = new Map<string, StampedPart>();
  for (const [part, asked] of desired) {
    const known = returned.get(part);
    parts.set(part, known?.asked === asked ? known : { asked, returned: asked });
  }
  for (const [part, known] of returned) {
    if (known.asked === ABSENT && known.returned !== ABSENT && !desired.has(part)) parts.set(part, known);
  }
  const sorted = [...parts].sort((a, b) => compareText(a[0], b[0]));
  return { v: STAMP_VERSION, project, of, publicId, digest, parts: encodeParts(sorted), preview };
}

/** Whether a stamp is of the preview that is planned, or of none where none is: the two never see each other. */
export function isOfSameWork(stamp: Stamp, preview: PreviewMark | undefined): boolean {
  return stamp.preview?.name === preview?.name;
}

/**
 * The stamp of a state of ours that is not whole yet: it names us as the owner and, for the parts that `covers` takes, what is
 * asked for. It knows no answer. So what the platform makes of it is nobody's edit, and what somebody else makes of it is one.
 */
export function openStamp(stamp: Stamp, covers: (part: string) => boolean = () => true): Stamp {
  const asked = [...decodeParts(stamp.parts)].map(([part, known]) => [part, known.asked] as const);
  return {
    ...stamp,
    digest: digest("{}"),
    parts: encodeOpenParts(new Map(asked.filter(([part]) => covers(part)))),
  };
}

/** The stamp of a workbook that has no dashboard yet, because its reports come first. */
export function shellStamp(stamp: Stamp): Stamp {
  const shell = openStamp(stamp, (part) => part === "name" || part === "folder");
  const open = decodeOpenParts(shell.parts);
  const isWhole = decodeParts(stamp.parts).has(ORDER_PART);
  if (!isWhole) return shell;
  return { ...shell, parts: encodeOpenParts(new Map([[ORDER_PART, NO_WIDGETS], ...open])) };
}

/** Pairs every part of what was asked with what is live now. */
export function pairParts(asked: Parts, live: Parts): Map<string, StampedPart> {
  const pairs = new Map<string, StampedPart>();
  for (const part of new Set([...asked.keys(), ...live.keys()])) {
    pairs.set(part, { asked: asked.get(part) ?? ABSENT, returned: live.get(part) ?? ABSENT });
  }
  return pairs;
}

export interface Answer {
  /** The stamp that describes what is live now; the same object where the one that was sent does. */
  stamp: Stamp;
  /** What the platform answered differently from what was asked, other than by filling in defaults. */
  unconverged: Difference[];
}

/**
 * Reads the platform's answer to an upsert: `differences` go from what was asked to what came back. Where it only added (a
 * default filled in, and not something that should have gone), the stamp takes both digests, so that no later plan shows a difference nobody made.
 */
export function readAnswer(
  sent: Stamp,
  {
    asked,
    returned,
    differences,
    isKept,
  }: {
    asked: Parts;
    returned: Parts;
    differences: readonly Difference[];
    isKept(difference: Difference): boolean;
  },
): Answer {
  const unconverged = differences.filter((difference) => !onlyAdds(difference) || isKept(difference));
  const broken = new Set(unconverged.map((difference) => partOfField(difference.path)));
  const learned = pairParts(asked, returned);
  for (const part of broken) learned.delete(part);
  const { project, of, preview } = sent;
  const stamp = makeStamp({ project, of, preview, digest: sent.digest, desired: asked, returned: learned });
  return { stamp: stamp.parts === sent.parts ? sent : stamp, unconverged };
}

function onlyAdds({ change, before, after }: Difference): boolean {
  if (change === "added") return true;
  return change === "changed" && before !== undefined && after !== undefined && extendsValue(before, after);
}

/** Whether `returned` is `asked` with keys added and nothing else changed. */
export function extendsValue(asked: Json, returned: Json): boolean {
  if (Array.isArray(asked) && Array.isArray(returned)) {
    return (
      asked.length === returned.length &&
      asked.every((item, index) => extendsValue(item, returned[index] as Json))
    );
  }
  if (isObject(asked) && isObject(returned)) {
    return Object.entries(asked).every(
      ([key, item]) => Object.hasOwn(returned, key) && extendsValue(item, returned[key] as Json),
    );
  }
  return canonical(asked) === canonical(returned);
}
