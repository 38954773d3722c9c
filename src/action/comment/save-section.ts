// Brings the command's section of the one comment up to date. Jobs write it at the same time, and GitHub has no way to write only what
// nobody else has changed: so whoever has written looks whether it is still there, and merges again if another run wrote over it.

import { type Clock, systemClock } from "../../platform/index.ts";
import {
  type CommentIdentity,
  type CommentParts,
  editedStandIn,
  fitsComment,
  formatComment,
  isSameIdentity,
  isWholeComment,
  movedStandIn,
  parseBroken,
  parseComment,
  parseMarker,
  roomFor,
  sectionOf,
  type TouchOf,
  withoutSeal,
  withSection,
} from "../../report/index.ts";
import type { Note } from "../forge/comment-calls.ts";
import type { GitHub } from "../forge/github.ts";
import { GitHubError, isMissing, isRefused } from "../forge/github-error.ts";
import type { Comment, SectionWriter } from "../outcome.ts";
import { isUnanswered, patiently, waitAfter } from "./patience.ts";

// Writes a section into the comment that was found, or into one of its own if there is no room for its rows.

// Room in the comment of all sections: one of another command goes into a comment of its own, byte for byte, so that its seal holds there.

interface Moving {
  /** Of the section that is to have the room. */
  identity: CommentIdentity;
  /** Whether only sections of an older commit may go. */
  isOlderOnly: boolean;
  /** Comments that hold another section alone. */
  others: readonly Known[];
  save: (known: Known | undefined, whole: CommentParts) => Promise<{ note: Note }>;
}

/** Less than this is not worth a comment of its own: what links to it takes as much. */
const WORTH = 2000;

/** The comment with what links to the largest section in its place; undefined if there is none to move. Rejects with a GitHubError. */
async function moveOut(
  parts: CommentParts,
  { identity, isOlderOnly, others, save }: Moving,
): Promise<{ parts: CommentParts; pointer: string } | undefined> {
  const movable = movableOf(parts, identity, isOlderOnly);
  const [text] = movable.sort((a, b) => b.length - a.length);
  const marker = text === undefined ? undefined : parseMarker(text);
  if (text === undefined || !marker) return undefined;
  const { command, target, project, shard } = marker;
  const only = { command, target, ...(project && { project }), ...(shard && { shard }) };
  const known = others.find((one) => one.parts.only && isSameIdentity(one.parts.only, only));
  const { note } = await save(known, { ...parts, only, sections: [text] });
  const pointer = movedStandIn(text, note.address ?? "");
  return { parts: withSection(parts, only, pointer), pointer };
}

/** The comment as if all sections of an older commit were moved. */
function withoutMovable(parts: CommentParts, identity: CommentIdentity): CommentParts {
  const movable = movableOf(parts, identity, true);
  return { ...parts, sections: parts.sections.filter((text) => !movable.includes(text)) };
}

function movableOf(parts: CommentParts, identity: CommentIdentity, isOlderOnly: boolean): string[] {
  return parts.sections.filter((text) => {
    const marker = parseMarker(text);
    if (!marker || isSameIdentity(marker, identity) || text.length < WORTH) return false;
    return !isOlderOnly || (marker.commit !== undefined && marker.commit !== parts.head);
  });
}

interface Tools {
  found: Found;
  /** The newest commit of the pull request. */
  head: string | undefined;
  github: GitHub;
  /** Runs a call that may be repeated. */
  say: <T>(run: () => Promise<T>) => Promise<T>;
  /** Posts a comment. */
  post: (body: string) => Promise<Note>;
  touchOf: TouchOf | undefined;
}

interface Written {
  /** Of the comment of all sections. */
  id: number;
  how: "new" | "changed" | "same";
  /** What has to be in it: the section, and those of doubles. */
  sections: string[];
  /** The comment that holds the section alone, if there is no room for it. */
  alone?: { id: number; text: string };
}

/** Undefined if there is no comment yet, and nothing to say; or if it is only to be said again, and was not said before. Rejects with a GitHubError. */
async function writeSection(
  pull: number,
  { section, isQuiet, onlyAgain }: Comment,
  tools: Tools,
): Promise<Written | undefined> {
  const { found, head, touchOf, post } = tools;
  const { identity } = section;
  if (onlyAgain && !isKnown(found, identity)) return undefined;
  const isEdited = (text: string) => section.isEdited(text, pull);
  const merged = mergeDoubles(found, { identity, head, isEdited });
  const earlier = earlierOf(found, identity);
  const writeIn = (place: CommentParts) =>
    section.write(pull, { room: roomFor(place, identity), earlier, isQuiet, touchOf });
  await markOlder(found, { ...tools, isEdited });

  let { parts } = merged;
  let made = writeIn(parts);
  if (!found.main && found.alone.length === 0 && !made.isNews) return undefined;
  const isFitting = () => made.hasRows && fitsComment(withSection(parts, identity, made.text));
  const moved = [...merged.moved];
  const moveOne = async (isOlderOnly: boolean): Promise<boolean> => {
    const room = await moveOut(parts, { identity, isOlderOnly, others: found.others, save: keep });
    if (!room) return false;
    parts = room.parts;
    moved.push(room.pointer);
    return true;
  };
  const keep = (known: Known | undefined, whole: CommentParts) =>
    saveBody(known, { ...tools, body: formatComment(whole), own: formatComment(whole), post });
  // What is of an older commit makes room for what is of the newest, if that is enough.
  const mayMove = section.commit === undefined || section.commit === head;
  const isEnough = () => writeIn(withoutMovable(parts, identity)).hasRows;
  if (!isFitting() && mayMove && isEnough())
    while (!isFitting() && (await moveOne(true))) made = writeIn(parts);
  const save = (whole: CommentParts, sections: string[]) =>
    saveBody(found.main, {
      ...{ ...tools, post, body: formatComment(whole) },
      // Without what others have written: they see to it in the comment that they know.
      own: formatComment({ ...parts, sections }),
    });
  const sectionsNow = (own: string[]) => [...own, ...moved.filter((text) => parts.sections.includes(text))];
  if (isFitting()) {
    const { note, how } = await save(withSection(parts, identity, made.text), [made.text]);
    return { id: note.id, how, sections: sectionsNow([made.text]) };
  }
  const place: CommentParts = { ...parts, only: identity, sections: [] };
  const { text } = writeIn(place);
  const alone = await keep(found.alone[0], { ...place, sections: [text] });
  const pointer = section.point(pull, alone.note.address ?? "");
  const pointing = () => withSection(parts, identity, pointer);
  while (!fitsComment(pointing()) && (await moveOne(false)));
  const { note, how } = await save(pointing(), [pointer]);
  return {
    id: note.id,
    how: how === "same" && alone.how !== "same" ? "changed" : how,
    sections: sectionsNow([pointer]),
    alone: { id: alone.note.id, text },
  };
}

function isKnown({ main, doubles, alone }: Found, identity: CommentIdentity): boolean {
  const all = [...alone, ...(main ? [main] : []), ...doubles];
  return all.some(({ parts }) => sectionOf(parts, identity) !== undefined);
}

/** What the section said, where nobody has changed the comment around it. */
function earlierOf({ main, doubles, alone }: Found, identity: CommentIdentity): string | undefined {
  const places = [...alone, ...(main ? [main] : []), ...doubles].filter(({ body }) => isWholeComment(body));
  return places.map(({ parts }) => sectionOf(parts, identity)).find((text) => text !== undefined);
}

/** Sections in comments of their own say what is the newest commit as well. */
async function markOlder(
  { others }: Found,
  { head, github, say, isEdited }: Tools & { isEdited: (text: string) => boolean },
): Promise<void> {
  for (const one of others) {
    if (head === undefined || one.parts.head === head) continue;
    // The list may be from before its own job has written it.
    const now = await say(() => github.readComment(one));
    if (now !== one.body) continue;
    const body = formatComment({ ...one.parts, head, sections: keptSections(one, isEdited) });
    await say(() => github.updateComment(one, body)).catch((error: unknown) => {
      // Its own job deletes it where the section fits again.
      if (!isMissing((error as { cause?: unknown }).cause)) throw error;
    });
  }
}

interface Saving extends Pick<Tools, "github" | "say" | "post"> {
  body: string;
  /** What is written where the comment is gone, or not ours to write. */
  own: string;
}

async function saveBody(
  known: Known | undefined,
  { body, own, github, say, post }: Saving,
): Promise<{ note: Note; how: Written["how"] }> {
  if (!known) return { note: await post(body), how: "new" };
  if (formatComment(known.parts) === body && isWholeComment(known.body)) return { note: known, how: "same" };
  try {
    return { note: await say(() => github.updateComment(known, body)), how: "changed" };
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    // Another account's may be refused, and one of ours be deleted by now.
    const isLost = isMissing(cause) || (known.isForeign === true && isRefused(cause));
    if (!isLost) throw error;
    return { note: await post(own), how: "new" };
  }
}

// What a writer of the comment keeps of what it finds: the sections of others, byte for byte where nobody has changed them.

interface Keeping {
  identity: CommentIdentity;
  head: string | undefined;
  /** Whether somebody has changed a section that was sealed with our key. */
  isEdited: (text: string) => boolean;
}

/** The comment with the sections that only doubles of it have: their jobs lost the race for the first comment. */
function mergeDoubles(
  { main, doubles }: Found,
  { identity, head, isEdited }: Keeping,
): { parts: CommentParts; moved: string[] } {
  const kept = main ? keptSections(main, isEdited) : [];
  const moved: string[] = [];
  for (const text of doubles.flatMap((double) => keptSections(double, isEdited))) {
    const marker = parseMarker(text);
    const isKnown = marker === undefined || kept.some((one) => isSectionOf(one, marker));
    if (isKnown || isSameIdentity(marker, identity)) continue;
    kept.push(text);
    moved.push(text);
  }
  return { parts: { project: identity.project, head: head ?? main?.parts.head, sections: kept }, moved };
}

/**
 * Byte for byte; but what stood in a comment that somebody has changed between its sections was not seen as it was written. Writing the
 * lines between them anew must not make a review of it again. What somebody changed within a section is not kept: it would go on looking like ours.
 */
function keptSections({ body, parts }: Known, isEdited: (text: string) => boolean): string[] {
  const isWhole = isWholeComment(body);
  return parts.sections.map((text) => {
    if (isEdited(text)) return editedStandIn(text);
    return isWhole ? text : withoutSeal(text);
  });
}

function isSectionOf(text: string, identity: CommentIdentity): boolean {
  const marker = parseMarker(text);
  return marker !== undefined && isSameIdentity(marker, identity);
}

export interface SaveOptions {
  github: GitHub;
  /** Aborts when the workflow is cancelled: nothing is waited for then. */
  stop: AbortSignal;
  clock?: Pick<Clock, "sleep">;
  /** What the pull request changes of where a finding is; undefined if nobody knows. */
  touchOf?: TouchOf | undefined;
}

const ATTEMPTS = 8;
/** So often it looks again for what it has posted. Then the list is very late, and the next run sees to what else is there. */
const LOOKS = 5;
/** Posting is not repeated more often where no answer came: each is a mail to all who watch. */
const POSTS = 2;

/** Returns the comment's id; undefined if there is none, and nothing to say. Rejects with a GitHubError. */
export async function saveSection(
  pull: number,
  comment: Comment,
  { github, stop, clock = systemClock, touchOf }: SaveOptions,
): Promise<number | undefined> {
  const { section } = comment;
  const posted: Note[] = [];
  const wait = (ms: number) => clock.sleep(ms, [stop]);
  const say: Tools["say"] = (run) => patiently(run, { wait, stop, isRepeatable: true });
  const post = async (body: string): Promise<Note> => {
    const run = () => github.createComment(pull, body);
    const note = await patiently(run, { wait, stop, isRepeatable: false });
    // As a list would have it: a server may answer another text than it keeps.
    posted.push({ ...note, body });
    return note;
  };
  const look = () => say(() => findComments(pull, section, github, posted));
  const head = (await say(() => github.pullNow(pull))).headSha ?? section.commit;
  let found = await look();
  let failed = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (isOutrun(found, comment, head)) return found.main?.id;
    let written: Written | undefined;
    try {
      written = await writeSection(pull, comment, { found, head, say, post, github, touchOf });
    } catch (error) {
      if (!isUnanswered(error) || ++failed >= POSTS || stop.aborted) throw error;
      // It may be there all the same.
      await wait(waitAfter(attempt, Math.random()));
      found = await look();
      continue;
    }
    if (!written || stop.aborted) return written?.id;
    if (written.how !== "same") {
      const before = found.main?.body;
      // A run that read before this one wrote may be about to write. Of two new comments the later sees the earlier.
      if (written.how === "changed") await wait(waitAfter(attempt, Math.random()));
      found = await look();
      for (let looks = 1; isOld(found, written, { before, looks }) && attempt < ATTEMPTS - 1; looks++) {
        await wait(waitAfter(attempt++, Math.random()));
        found = await look();
      }
    }
    if (isKept(found, written)) {
      const spare = [...found.doubles, ...found.alone.filter(({ id }) => id !== written.alone?.id)];
      for (const one of spare) await say(() => github.deleteComment(one));
      return written.id;
    }
  }
  throw new GitHubError(
    `could not keep the comment on #${pull}: after ${ATTEMPTS} tries it does not hold what this job wrote. Other jobs may have written over it`,
    { cause: undefined },
  );
}

/** Whether the answer may be from before it was written. */
function isOld(
  { main, isBehind }: Found,
  { id, how }: Written,
  { before, looks }: { before: string | undefined; looks: number },
): boolean {
  // With an earlier comment in the list there is no need for its own.
  if (how === "new") return isBehind && main?.id === id && looks < LOOKS;
  return looks < 2 && main?.id === id && main.body === before;
}

function isKept({ main, alone: [alone] }: Found, written: Written): boolean {
  const { id, sections, alone: own } = written;
  if (main?.id !== id || !sections.every((text) => main.parts.sections.includes(text))) return false;
  return own === undefined || (alone?.id === own.id && alone.parts.sections.includes(own.text));
}

/** Whether a run of the newest commit has written the section already, and this one is of an older commit. */
function isOutrun({ main }: Found, { section }: Comment, head: string | undefined): boolean {
  const known = sectionOf(main?.parts, section.identity);
  const isNewest = known !== undefined && head !== undefined && parseMarker(known)?.commit === head;
  return isNewest && section.commit !== undefined && section.commit !== head;
}

// The comments of a project on a pull request: that of all sections, and those that hold a section which has no room in it.

interface Known extends Note {
  parts: CommentParts;
}

interface Found {
  /** The comment of all sections. */
  main: Known | undefined;
  /** Further ones of our account: jobs made them at the same time, and the first one stays. */
  doubles: Known[];
  /** Comments of our account that hold this section alone. */
  alone: Known[];
  /** Comments of our account that hold another section alone. */
  others: Known[];
  /** Whether the list does not hold yet what this job has posted, nor then what others have: servers answer lists from copies. */
  isBehind: boolean;
}

/** `posted`: what this job has posted, as it was answered. Rejects with a GitHubError. */
async function findComments(
  pull: number,
  { identity, isSealed }: SectionWriter,
  github: GitHub,
  posted: readonly Note[],
): Promise<Found> {
  const { project = "" } = identity;
  const isOurs = (body: string) => {
    const parts = partsOf(body, project);
    return parts !== undefined && (parts.project ?? "") === project;
  };
  // By another account it has to be as we wrote it: anybody can write above a copy.
  const hasSeal = (body: string) =>
    (parseComment(body)?.sections ?? []).some((section) => isSealed(section, pull));
  const ids = posted.map(({ id }) => id);
  const listed = await github.findComments(pull, { isOurs, isSealed: hasSeal, posted: ids });
  const late = posted.filter(({ id }) => listed.every((one) => one.id !== id));
  const own = [...listed.filter(({ isForeign }) => !isForeign), ...late];
  const known = [...own, ...listed.filter(({ isForeign }) => isForeign)].flatMap((note) =>
    withParts(note, project),
  );
  const readNow = async (note: Known): Promise<Known | undefined> => {
    // What it has posted is there, also where the copy that answers does not know it yet.
    const body = (await github.readComment(note)) ?? (ids.includes(note.id) ? note.body : undefined);
    return body === undefined ? undefined : withParts({ ...note, body }, project)[0];
  };
  const candidates = known.filter(({ parts }) => parts.only === undefined);
  const main = await firstOf(candidates, readNow);
  const apart = known.filter(({ parts, isForeign }) => !isForeign && parts.only !== undefined);
  const isOwn = ({ parts: { only } }: Known) => only !== undefined && isSameIdentity(only, identity);
  const [alone, ...more] = apart.filter(isOwn);
  const now = alone && (await readNow(alone));
  return {
    main,
    doubles: candidates.filter(({ id, isForeign }) => !isForeign && main && id > main.id),
    alone: now ? [now, ...more] : more,
    others: apart.filter((one) => !isOwn(one)),
    isBehind: late.length > 0,
  };
}

/** As it is now: a list of many comments takes a while to read, and another run may have written in the meantime. */
async function firstOf(
  candidates: readonly Known[],
  readNow: (note: Known) => Promise<Known | undefined>,
): Promise<Known | undefined> {
  for (const candidate of candidates) {
    const now = await readNow(candidate);
    if (now) return now;
  }
  return undefined;
}

function partsOf(body: string, project: string): CommentParts | undefined {
  return parseComment(body) ?? parseBroken(body, project);
}

function withParts(note: Note, project: string): Known[] {
  const parts = partsOf(note.body, project);
  return parts ? [{ ...note, parts }] : [];
}
