// The pull request that takes edits made outside Git into the files: its title, and its body in the style of the issue about them. No text of
// a dashboard has any meaning in it.

import { blankSecrets, type Plan, type Pulled, type PullResult } from "../../model/index.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { count } from "../text/cells.ts";
import { excerpt } from "../text/value-text.ts";
import { decodeValue, encodeValue } from "./comment-marker.ts";
import { proposedDocument } from "./drift-markdown.ts";
import { fitSections, headline } from "./markdown-document.ts";
import { linkTo, markdownCode, markdownCommit, markdownName } from "./markdown-text.ts";
import { groundBlocks } from "./policy-markdown.ts";

/** What a body remembers of the branch that it is about. */
export interface ProposalMarker {
  project: string;
  target: string;
  /** The commit that we put on the branch. */
  head: string;
  /** The commit that it is of. */
  base: string;
  /** A digest of the files as they are proposed. */
  files: string;
  /** A digest of the edits that are taken in, whatever else the files say; absent in those of older versions. */
  drift?: string | undefined;
}

export interface ProposalInput {
  marker: ProposalMarker;
  /** Only the edits made outside Git. */
  drift: Plan;
  pulled: PullResult;
  source?: PlanSource;
  /** The address of the run's log. */
  runUrl?: string | undefined;
}

const NEEDED = ["project", "target", "head", "base", "files"] as const;
const NAMES = [...NEEDED, "drift"] as const;
/** In the place of a digest: what was proposed may be proposed again. */
const WITHDRAWN = "none";
const MARKER = /^<!-- boardwright:proposal:v1((?: [a-z]+=[A-Za-z0-9%._:+/=-]*)+) -->\s*$/;
/** What GitHub takes, in UTF-16 units: see comment.ts. */
const LIMIT = 65_536;
/** Conflicts and notes are never cut away, so there is a limit; the log has all. */
const ROWS = 20;
const NOTE_ROOM = 600;

/** Plain text to the servers, without a mention or a line end. The same for the same target. */
export function proposalTitle(target: string): string {
  return `Take in the edits made outside Git on ${excerpt(target, 0, 60).replaceAll("@", "@\u200b")}`;
}

/** The body, with the hidden marker as its first line. Ends with a line end. */
export function renderProposal({ marker, drift, pulled, source = {}, runUrl }: ProposalInput): string {
  const document = proposedDocument(drift, source);
  const rest = runUrl === undefined ? "the log of the job" : linkTo(runUrl, "the run");
  const pairs = NAMES.flatMap((name) => {
    const value = marker[name];
    return value === undefined ? [] : [`${name}=${encodeValue(value)}`];
  });
  const text = fitSections(
    {
      head: [
        `<!-- boardwright:proposal:v1 ${pairs.join(" ")} -->`,
        headline(drift.target.name, [document], document.verdict),
        ...groundBlocks({ target: drift.target, policy: drift.policy }),
        `Merging this writes what is live into ${count(pulled.files.length, "file")}, so that the next apply keeps these edits. If an edit is unwanted, let an apply discard it: this pull request then closes itself. Closed without that, it is not opened again for the same edits; the issue lists them.`,
        ...conflictBlock(pulled),
        ...noteBlock(pulled),
        ...document.lead,
      ],
      tail: [
        "<sub>The next run writes this branch and text anew. To change it yourself, add a commit: then Boardwright leaves both alone.</sub>",
        `<sub>${markdownCommit(marker.base)} · ${rest}</sub>`,
      ],
    },
    document.sections,
    { limit: LIMIT, measure: ({ length }) => length, rest },
  );
  return blankSecrets(withoutReferences(text));
}

/** The body of a pull request closes what it says that it fixes: `#1` of a dashboard's text is no number of an issue. */
function withoutReferences(text: string): string {
  return text.replace(/(?<!&)#(?=\d)/g, "#\u200b").replace(/\bGH-(?=\d)/gi, "$&\u200b");
}

/** Reads the marker of a body; undefined if its first line is not exactly one. */
export function readProposal(body: string): ProposalMarker | undefined {
  const list = MARKER.exec(body.slice(0, 4000).split("\n", 1)[0] ?? "")?.[1];
  if (list === undefined) return undefined;
  const values = new Map([...list.matchAll(/([a-z]+)=(\S*)/g)].map(([, name = "", value]) => [name, value]));
  const read = NAMES.map((name) => [name, decodeValue(values.get(name))] as const);
  const marker: Partial<Record<string, string>> = Object.fromEntries(read);
  return NEEDED.every((name) => marker[name] !== undefined)
    ? (marker as unknown as ProposalMarker)
    : undefined;
}

/** The same body, of a pull request that we close: what it proposed may be proposed again. */
export function withdrawnProposal(body: string): string {
  return readProposal(body) ? body.replace(/ files=\S*/, ` files=${WITHDRAWN}`) : body;
}

export function isWithdrawn({ files }: ProposalMarker): boolean {
  return files === WITHDRAWN;
}

/** What both sides edited is not in the files: which side is right is nobody's guess. */
function conflictBlock({ pulled }: PullResult): string[] {
  const conflicts = pulled.filter(({ action }) => action === "conflict");
  if (conflicts.length === 0) return [];
  const rows = conflicts.slice(0, ROWS).map((one) => `- ${conflictRow(one)}`);
  if (conflicts.length > ROWS) rows.push(`- and ${conflicts.length - ROWS} more, in the log`);
  const what = count(conflicts.length, "conflict is", "conflicts are");
  const lead = `**${what} not in it**: the same fields were edited in Git and outside. Decide for each, with the commands below.`;
  return [`${lead}\n\n${rows.join("\n")}`];
}

function conflictRow({ kind, key, name, change }: Pulled): string {
  const fields = (change?.fields ?? []).map(({ path }) => markdownCode(path, 80));
  const shown = fields.length > 5 ? [...fields.slice(0, 5), `${fields.length - 5} more`] : fields;
  const of = kind === "report" ? "report " : "";
  return `${of}${markdownCode(key, 80)} ${markdownName(name, 80)}: ${shown.join(", ")}`;
}

function noteBlock({ notes }: PullResult): string[] {
  const rows = notes
    .slice(0, ROWS)
    .map(
      ({ message, help }) =>
        `- ${markdownName(help === undefined ? message : `${message}. ${help}`, NOTE_ROOM)}`,
    );
  if (notes.length > ROWS) rows.push(`- and ${notes.length - ROWS} more, in the log`);
  return rows.length === 0 ? [] : [rows.join("\n")];
}
