// A slug is what people know a workbook by, and its key a report: two that look the same are one to a reviewer. A folder is chosen by its
// name on the platform, where such names are, and a plan says that it makes a new one. What looks the same is decided by the skeletons
// of UTS #39, section 4, from Unicode's table of confusable characters.

import { spellOut, uniform } from "../../model/index.ts";
import { asciiSkeleton, isAscii } from "../ascii-skeleton.ts";
import { quote } from "../board.ts";
import type { Finding, Rule, RuleContext, Source } from "../rule.ts";

export const confusableSlug: Rule = {
  id: "confusable-slug",
  severity: "error",
  summary:
    "No slug, and no key of a report, can be taken for another one: none looks like another, holds what nobody sees or mixes scripts.",
  async conclude({ slugSources, reports }, context) {
    const keySources = new Map(reports.map((report) => [report.key, report]));
    const arePlain = [...slugSources.keys(), ...keySources.keys()].every(isAscii);
    const looks = arePlain ? PLAIN : await import("../beyond-ascii.ts");
    compare("slug", slugSources, { looks, context });
    compare("report", keySources, { looks, context });
  },
};

/** What is known of a name by its characters. */
type Looks = Pick<typeof import("../beyond-ascii.ts"), "skeletonOf" | "firstUnseen" | "mixedScripts">;
const PLAIN: Looks = {
  skeletonOf: asciiSkeleton,
  firstUnseen: () => undefined,
  mixedScripts: () => undefined,
};

/** What is compared, as messages call it. */
type Kind = "slug" | "report";

function compare(
  kind: Kind,
  sources: ReadonlyMap<string, Source>,
  { looks, context }: { looks: Looks; context: RuleContext },
): void {
  /** Skeleton → the first names that have it, each with its place. */
  const bySkeleton = new Map<string, Known[]>();
  for (const [name, source] of sources) {
    const skeleton = looks.skeletonOf(name);
    const others = bySkeleton.get(skeleton) ?? [];
    const subject = `The ${kind} ${quote(name)}`;
    // That it mixes scripts is no news beside the name that it looks like.
    const fault = faultOf(name, subject, looks);
    if (fault !== undefined && (others.length === 0 || fault.severity === undefined))
      context.add(source, fault);
    for (const other of others) {
      // Where even the letters are the same, only their numbers tell the names apart.
      const isSame = uniform(other.name) === uniform(name);
      const said = isSame ? `The ${kind} ${spellOut(name)}` : subject;
      const where = `${isSame ? spellOut(other.name) : quote(other.name)}, at ${other.where()}`;
      context.add(source, lookAlike(said, where, isAscii(name) && isAscii(other.name)));
    }
    if (others.length === MOST_NAMED) continue;
    others.push({ name, where: placeOf(source) });
    bySkeleton.set(skeleton, others);
  }
}

/** Of thousands that all look the same, each would otherwise name all others. */
const MOST_NAMED = 3;

interface Known {
  name: string;
  /** `dashboards/a.yaml:3`. */
  where(): string;
}

/** Looked up once, and only if it is needed. */
function placeOf(source: Source): () => string {
  let known: string | undefined;
  return () => {
    if (known !== undefined) return known;
    const { file, line } = source.locate([], "key");
    known = `${file}:${line}`;
    return known;
  };
}

const AT_KEY = { path: [], part: "key" } as const;
const HELP = "Letters of ASCII, digits and hyphens are always fine.";

function lookAlike(subject: string, otherAndPlace: string, isPlain: boolean): Finding {
  return {
    ...AT_KEY,
    message: `${subject} looks like ${otherAndPlace}: nobody can tell the two apart.`,
    help: `Rename one of the two. ${HELP}`,
    ...(isPlain && { severity: "warning" }),
  };
}

function faultOf(name: string, subject: string, looks: Looks): Finding | undefined {
  if (isAscii(name)) return undefined;
  const unseen = looks.firstUnseen(name);
  if (unseen !== undefined) {
    const message = `${subject} holds the character ${unseen}, which nobody sees.`;
    return { ...AT_KEY, message, help: `Remove it. ${HELP}` };
  }
  const scripts = looks.mixedScripts(name);
  if (scripts === undefined) return undefined;
  const message = `${subject} mixes scripts: ${scripts.join(" and ")} letters may look the same.`;
  return { ...AT_KEY, message, help: `Write it in one script. ${HELP}`, severity: "warning" };
}
