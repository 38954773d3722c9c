// The pull request that takes edits made outside Git into the files: its title, and its body in the style of the issue about them. No text of
// a dashboard has any meaning in it.

import { blankSecrets, type Plan, type Pulled, type PullResult } from "../../model/index.ts";
import { isSealed, seal } from "../../plan/index.ts";
import type { PlanSource } from "../change/say-apply.ts";
import { markdownParts } from "../document/markdown.ts";
import { fitSections, headline } from "../document/markdown-document.ts";
import { groundBlocks } from "../document/markdown-ground.ts";
import { linkTo, markdownCode, markdownCommit, markdownName } from "../document/markdown-text.ts";
import { proposedDocument } from "../subjects/drift.ts";
import { count } from "../text/cells.ts";
import { excerpt } from "../text/value-text.ts";
import { encodeValue, formatLine, lineValues } from "./hidden-line.ts";

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
  key: string;
}

const NEEDED = ["project", "target", "head", "base", "files"] as const;
const NAMES = [...NEEDED, "drift"] as const;
/** In the place of a digest: what was proposed may be proposed again. */
const WITHDRAWN = "none";
const MARKER = "proposal";
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
export function renderProposal({ marker, drift, pulled, source = {}, runUrl, key }: ProposalInput): string {
  const options = { ...source, target: drift.target.name };
  const document = markdownParts(proposedDocument(drift, options));
  const rest = runUrl === undefined ? "the log of the job" : linkTo(runUrl, "the run");
  const text = fitSections(
    {
      head: [
        markerLine(marker, key),
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

function markerLine(marker: ProposalMarker, key: string): string {
  const values = Object.fromEntries(NAMES.map((name) => [name, marker[name]]));
  const made = seal(key, "proposal", fieldsOf(marker));
  return formatLine(MARKER, { ...values, seal: made });
}

/** As they are written: a long value is cut there. */
function fieldsOf(marker: ProposalMarker): string[] {
  return NAMES.map((name) => encodeValue(marker[name] ?? ""));
}

/**
 * Reads the marker of a body; undefined if its first line is not exactly one, sealed with this key: whoever may edit the body could make
 * commits of others ours.
 */
export function readProposal(body: string, key: string): ProposalMarker | undefined {
  const values = lineValues(body, MARKER);
  if (!values || NEEDED.some((name) => !values.has(name))) return undefined;
  const found = Object.fromEntries(NAMES.map((name) => [name, values.get(name)]));
  const marker = found as unknown as ProposalMarker;
  return isSealed(values.get("seal"), key, "proposal", fieldsOf(marker)) ? marker : undefined;
}

/** The same body, of a pull request that we close: what it proposed may be proposed again. */
export function withdrawnProposal(body: string, key: string): string {
  const marker = readProposal(body, key);
  return marker ? body.replace(/^.*/, markerLine({ ...marker, files: WITHDRAWN }, key)) : body;
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
