// Brings the command's section of the one comment up to date. Jobs write it at the same time, and GitHub has no way to write only what
// nobody else has changed: so whoever has written looks whether it is still there, and merges again if another run wrote over it.

import { blankSecrets } from "../../model/index.ts";
import { type Clock, systemClock } from "../../platform/index.ts";
import {
  type CommentIdentity,
  type CommentSection,
  type CommentState,
  formatComment,
  isSameIdentity,
  isSameSection,
  isWholeComment,
  parseComment,
  sectionOf,
  type TouchOf,
  withoutSeal,
  withoutWords,
  withSection,
} from "../../report/index.ts";
import type { Note } from "../forge/comment-calls.ts";
import type { GitHub } from "../forge/github.ts";
import { GitHubError, isMissing, isRefused } from "../forge/github-error.ts";
import type { Comment, SectionWriter } from "../outcome.ts";
import { isUnanswered, patiently, waitAfter } from "./patience.ts";

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
  id: number;
  how: "new" | "changed" | "same";
  /** What has to be in it: the section, and those of doubles. */
  sections: CommentSection[];
}

/** Undefined if there is no comment yet, and nothing to say; or if it is only to be said again, and was not said before. Rejects with a GitHubError. */
async function writeSection(
  pull: number,
  { section: writer, isQuiet, onlyAgain }: Comment,
  { found, head, touchOf, ...tools }: Tools,
): Promise<Written | undefined> {
  const { identity } = writer;
  const places = [...(found.main ? [found.main] : []), ...found.doubles];
  if (onlyAgain && !places.some(({ state }) => sectionOf(state, identity))) return undefined;
  // What it said, if nobody has changed the comment.
  const earlier = places
    .filter(({ body }) => isWholeComment(body))
    .map(({ state }) => sectionOf(state, identity))
    .find((section) => section !== undefined);
  const { section: made, isNews } = writer.write(pull, { earlier, isQuiet, touchOf });
  if (!found.main && !isNews) return undefined;
  // As short as it was made there: what says the same is not written again.
  const section = earlier && isSameSection(earlier, made) ? earlier : made;
  const isEdited = (one: CommentSection) => writer.isEdited(one, pull);
  const { kept, moved } = mergeDoubles(found, { identity, isEdited });
  const state = { project: section.project, head: head ?? found.main?.state.head, sections: kept };
  const sections = [section, ...moved];
  const { note, how } = await saveBody(found.main, {
    ...tools,
    body: formatComment(withSection(state, section)),
    // Without what others have written: they see to it in the comment that they know.
    own: formatComment({ ...state, sections }),
  });
  return { id: note.id, how, sections };
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
  if (formatComment(known.state) === body && isWholeComment(known.body)) return { note: known, how: "same" };
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

// What a writer of the comment keeps of what it finds.

interface Keeping {
  identity: CommentIdentity;
  /** Whether somebody has changed a section that was sealed with our key. */
  isEdited: (section: CommentSection) => boolean;
}

/** The sections of others, and those of them that only doubles have: their jobs lost the race for the first comment. */
function mergeDoubles(
  { main, doubles }: Found,
  { identity, isEdited }: Keeping,
): { kept: CommentSection[]; moved: CommentSection[] } {
  const kept = main ? keptSections(main, isEdited) : [];
  const moved: CommentSection[] = [];
  for (const section of doubles.flatMap((double) => keptSections(double, isEdited))) {
    if ([...kept, ...moved, identity].some((one) => isSameIdentity(one, section))) continue;
    moved.push(section);
  }
  return { kept: [...kept, ...moved], moved };
}

/** As they are, but what somebody has changed, itself or as people see it, proves nothing any more. */
function keptSections(
  { body, state }: Known,
  isEdited: (section: CommentSection) => boolean,
): CommentSection[] {
  const isWhole = isWholeComment(body);
  return state.sections.map((section) => {
    if (isEdited(section)) return withoutWords(section);
    return isWhole ? section : withoutSeal(section);
  });
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
      for (const one of found.doubles) await say(() => github.deleteComment(one));
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

function isKept({ main }: Found, { id, sections }: Written): boolean {
  const there = main?.id === id ? main.state.sections : [];
  return sections.every((section) => there.some((one) => isSameSection(one, section)));
}

/** Whether a run of the newest commit has written the section already, and this one is of an older commit. */
function isOutrun({ main }: Found, { section }: Comment, head: string | undefined): boolean {
  const known = sectionOf(main?.state, section.identity);
  const isNewest = known !== undefined && head !== undefined && known.commit === head;
  return isNewest && section.commit !== undefined && section.commit !== head;
}

// The comments of a project on a pull request: one, or as many as jobs have begun at the same time.

interface Known extends Note {
  state: CommentState;
}

interface Found {
  main: Known | undefined;
  /** Further ones of our account: jobs made them at the same time, and the first one stays. */
  doubles: Known[];
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
  const isOurs = (body: string) => {
    const state = parseComment(body);
    return state !== undefined && (state.project ?? "") === blankSecrets(identity.project ?? "");
  };
  // By another account it has to be as we wrote it: anybody can write above a copy.
  const hasSeal = (body: string) =>
    isWholeComment(body) && parseComment(body)?.sections.some((section) => isSealed(section, pull)) === true;
  const ids = posted.map(({ id }) => id);
  const listed = await github.findComments(pull, { isOurs, isSealed: hasSeal, posted: ids });
  const late = posted.filter(({ id }) => listed.every((one) => one.id !== id));
  const own = [...listed.filter(({ isForeign }) => !isForeign), ...late];
  const known = [...own, ...listed.filter(({ isForeign }) => isForeign)].flatMap(withState);
  const main = await firstOf(known, async (note) => {
    // What it has posted is there, also where the copy that answers does not know it yet.
    const body = (await github.readComment(note)) ?? (ids.includes(note.id) ? note.body : undefined);
    return body === undefined ? undefined : withState({ ...note, body })[0];
  });
  return {
    main,
    doubles: known.filter(({ id, isForeign }) => !isForeign && main && id > main.id),
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

function withState(note: Note): Known[] {
  const state = parseComment(note.body);
  return state ? [{ ...note, state }] : [];
}

// A step that fails before it has found its project has no section: but what earlier steps have said of an older commit says so from now on.
// A review that stays as it was looks like one of what was just pushed.

/** Brings the comments of our account up to date with the newest commit, of whatever project. Rejects with a GitHubError. */
export async function markOlder(
  pull: number,
  { github, stop }: { github: GitHub; stop: AbortSignal },
): Promise<void> {
  const wait = (ms: number) => systemClock.sleep(ms, [stop]);
  const say = <T>(run: () => Promise<T>) => patiently(run, { wait, stop, isRepeatable: true });
  const { headSha: head } = await say(() => github.pullNow(pull));
  if (head === undefined) return;
  const isOurs = (body: string) => parseComment(body) !== undefined;
  for (const note of await say(() => github.findComments(pull, { isOurs }))) {
    const state = parseComment(note.body);
    if (!state || state.sections.length === 0 || state.head === head || stop.aborted) continue;
    // A text that somebody changed is drawn again, which must not make a review of it.
    const sections = isWholeComment(note.body) ? state.sections : state.sections.map(withoutSeal);
    await say(() => github.updateComment(note, formatComment({ ...state, head, sections })));
  }
}
