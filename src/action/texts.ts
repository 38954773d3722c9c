// One input for comment and summary alike.

import { blankSecrets, UserError, withoutSecrets } from "../model/index.ts";
import {
  type CommentInput,
  type CommentSection,
  isEditedSection,
  isSameComment,
  isSealedSection,
  listNames,
  makeSection,
  readSealed,
  renderComment,
  renderSummary,
  sealSection,
} from "../report/index.ts";
import type { Destination } from "../target/index.ts";
import { linksOf } from "./comment/links.ts";
import { allowedIn, destinationOf, identityOf, type Job, narrowingOfJob } from "./job.ts";
import type { Outcome, SectionWriter } from "./outcome.ts";
import { sealPlaceOf } from "./sealed-plans.ts";

export type Texts = Pick<Outcome, "summary"> & Required<Pick<Outcome, "comment">>;
export type Content = Omit<
  CommentInput,
  | "command"
  | "target"
  | "project"
  | "shard"
  | "commit"
  | "narrowing"
  | "prune"
  | "ignore"
  | "allowed"
  | "destination"
  | "policy"
  | "links"
> & {
  /** Slug → id of what previews of the project have up. */
  copies?: ReadonlyMap<string, number> | undefined;
};

/** Characters. */
const NAMES_WIDTH = 400;

/** `input` in both forms. A plan was already checked for secrets; other texts were not. */
export function renderTexts(
  job: Job,
  { failure, lint, preview, copies, notes = [], ...input }: Content,
): Texts {
  const { event } = job;
  const identity = identityOf(job);
  const words = withoutSecrets({
    ...(failure && { failure }),
    ...(lint && { lint }),
    ...(preview && { preview }),
    notes,
  });
  const narrowing = narrowingOfJob(job);
  const target = targetOf(job);
  const destination = target && { name: target.name, url: target.url, deploymentId: target.deployment };
  const ground = withoutSecrets({ destination, policy: job.project.policy });
  const source = { narrowing, allowed: allowedIn(job), links: linksOf(job, target?.link, copies) };
  const { prune } = job.inputs;
  const whole: CommentInput = {
    commit: event.sha,
    prune,
    ignore: job.project.ignore,
    ...identity,
    ...source,
    ...ground,
    ...input,
    ...words,
  };
  const options = event.runUrl === undefined ? {} : { fullReport: event.runUrl };
  return {
    summary: (more) => blankSecrets(renderSummary({ ...whole, notes: [...words.notes, ...more] }, options)),
    comment: {
      target: identity.target,
      // Below what GitHub takes, for the line that names the edits.
      issue: () => renderComment(whole, { ...options, limit: 65_000 }),
      isOurs: (body) => isSameComment(body, identity),
      section: sectionWriter(job, whole, options),
    },
  };
}

function sectionWriter(job: Job, whole: CommentInput, options: { fullReport?: string }): SectionWriter {
  const { event } = job;
  const { command, target, project, shard, plan } = whole;
  const commit = event.pull && event.sha;
  const base = event.pull?.base;
  const proves = (section: CommentSection, pull: number, prove: typeof isSealedSection) => {
    const place = sealPlaceOf(job, pull);
    return place !== undefined && prove(section, place);
  };
  return {
    identity: { command, target, project, shard },
    commit,
    write(pull, { earlier, isQuiet, touchOf }) {
      const place = sealPlaceOf(job, pull);
      const reviewed = place && earlier && readSealed(earlier, place);
      const input = { ...afterEarlier(whole, earlier), touchOf, reviewed };
      const { section, isNews } = makeSection(input, { ...options, commit, isQuiet });
      if (!place) return { section, isNews };
      const { approval } = section;
      const sealed = (at: string) =>
        sealSection(
          plan && approval ? { ...section, approval: { ...approval, at, head: event.sha, base } } : section,
          place,
        );
      // What is there already is not written again for the time alone.
      const same = reviewed?.at === undefined ? undefined : sealed(reviewed.at);
      const isSame = same !== undefined && same.seal === earlier?.seal;
      return { section: isSame ? same : sealed(new Date().toISOString()), isNews };
    },
    isSealed: (section, pull) => proves(section, pull, isSealedSection),
    isEdited: (section, pull) => proves(section, pull, isEditedSection),
  };
}

/** An apply that is stopped after another run of it has written does not hide that: its section takes the place of that one's. */
function afterEarlier(whole: CommentInput, earlier: CommentSection | undefined): CommentInput {
  const did = whole.command === "apply" ? earlier?.did : undefined;
  if (did === undefined || whole.did !== undefined) return whole;
  if (whole.apply) return { ...whole, did };
  const note =
    "An earlier run of this apply has written a part of it, or had nothing to do: its log says which, and its job has the backups.";
  return { ...whole, did, notes: [note, ...(whole.notes ?? [])] };
}

/** Where the command goes; undefined if it goes nowhere, or nothing says where. */
function targetOf(job: Job): Destination | undefined {
  if (identityOf(job).target === "") return undefined;
  try {
    return destinationOf(job);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** A list for a note or a verdict, which are never cut to what GitHub takes: some of thousands, and how many more there are. */
export function someNames(names: readonly string[]): string {
  return listNames(names, NAMES_WIDTH);
}
