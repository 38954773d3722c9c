// Which member an unknown name stands for, where nothing else can be meant: what `lint --online --fix` writes without a question. A wrong
// member is worse than an unknown one, so it is a slip of the pen within a view, or a view that was renamed as a whole.

import { isMisspelled, isRespelled, type ModelMember } from "../model/index.ts";
import { fits } from "./judge.ts";
import type { Mention } from "./mentions.ts";
import { baseOf, cubeOf, endsInGranularity, groupBy, lastOf, type ModelIndex } from "./model-index.ts";

/** A name that the model does not have. */
export interface UnknownName extends Pick<Mention, "text" | "role"> {
  /** The other names of its list, or of its map. */
  beside: readonly string[];
}

export interface MendingModels {
  model: ModelIndex;
  /** The model that the files were written for, if it is another and known: a branch's is compared with production's. */
  before: ModelIndex | undefined;
  /** Views that queries in the files name. */
  named: ReadonlySet<string>;
}

/** Gives the member that is meant, or that it would then be in its list or map twice; undefined where it stays a question. */
export type Mend = (unknown: UnknownName) => { to: string } | { twice: string } | undefined;

/** Members of a view that the files name, or words of one, from which on another view that has them is no chance: most have a `count`. */
const TELLING = 3;

export function decideMending(unknowns: readonly UnknownName[], models: MendingModels): Mend {
  const views = renamedViews(unknowns, models);
  const find = ({ text, role }: Pick<Mention, "text" | "role">): string | undefined => {
    if (!text.includes(".")) return undefined;
    if (models.model.hasCube(cubeOf(text))) return slipOf({ text, role }, models);
    const view = views.get(cubeOf(text));
    const to = view === undefined ? text : inView(text, view);
    return isFit({ text, role }, to, models) ? to : undefined;
  };
  const known = new Map<string, string | undefined>();
  const meantBy = ({ text, role }: Pick<Mention, "text" | "role">): string | undefined => {
    const key = `${role} ${text}`;
    if (!known.has(key)) known.set(key, find({ text, role }));
    return known.get(key);
  };
  return ({ text, role, beside }) => {
    const to = meantBy({ text, role });
    if (to === undefined) return undefined;
    const isTwice = beside.some((other) => {
      if (other === text) return false;
      const isKnown = models.model.find(other).is === "member";
      return (isKnown ? other : (meantBy({ text: other, role }) ?? other)) === to;
    });
    return isTwice ? { twice: to } : { to };
  };
}

/** The member of the same view that is spelled nearly so, of the kind that is needed, if it is the only one. */
function slipOf(mention: Pick<Mention, "text" | "role">, models: MendingModels): string | undefined {
  const { text } = mention;
  const { model, before } = models;
  // A member may hold dots itself.
  const ways = endsInGranularity(text)
    ? [
        { name: text, end: "" },
        { name: baseOf(text), end: `.${lastOf(text)}` },
      ]
    : [{ name: text, end: "" }];
  for (const { name, end } of ways) {
    const near = model.membersOf(cubeOf(text)).filter((member) => {
      const isNew = before?.find(name).is !== "member" || before.find(member.name).is !== "member";
      return isNew && isMisspelled(own(name), own(member.name)) && isFit(mention, member.name + end, models);
    });
    const same = near.filter((member) => isRespelled(own(name), own(member.name)));
    const [only, ...more] = same.length > 0 ? same : near;
    if (only && more.length === 0) return only.name + end;
  }
  return undefined;
}

/** Old view → the one that has all of its members that the files name. */
function renamedViews(unknowns: readonly UnknownName[], models: MendingModels): Map<string, string> {
  const { model, before, named } = models;
  const gone = groupBy(
    unknowns.filter(({ text }) => text.includes(".") && !model.hasCube(cubeOf(text))),
    ({ text }) => cubeOf(text),
  );
  const views = new Map<string, string>();
  for (const [cube, mentions] of gone) {
    const old = before?.hasCube(cube) ? before : undefined;
    // What was unknown before as well says nothing about the view.
    const telling = old ? mentions.filter(({ text }) => old.find(text).is === "member") : mentions;
    if (telling.length === 0) continue;
    const fitting = model.cubes
      .filter((view) => (old ? !old.hasCube(view) : !named.has(view)))
      .filter((view) => telling.every((mention) => isFit(mention, inView(mention.text, view), models)));
    const whole =
      old && fitting.length > 1 ? fitting.filter((view) => hasAll(view, cube, old, models)) : fitting;
    const [view, ...others] = whole;
    if (view === undefined || others.length > 0) continue;
    if (old || isTelling(telling) || isMisspelled(cube, view)) views.set(cube, view);
  }
  // Two that became one were not renamed.
  const times = groupBy([...views], ([, view]) => view);
  return new Map([...views].filter(([, view]) => times.get(view)!.length === 1));
}

function isTelling(mentions: readonly UnknownName[]): boolean {
  const members = new Set(mentions.map(({ text }) => own(endsInGranularity(text) ? baseOf(text) : text)));
  return members.size >= TELLING || [...members].some((name) => name.split("_").length >= TELLING);
}

function hasAll(view: string, cube: string, old: ModelIndex, models: MendingModels): boolean {
  return old
    .membersOf(cube)
    .every(({ name }) => isFit({ text: name, role: "any" }, inView(name, view), models));
}

/** Whether a member can stand where the mention stands: of the kind that is needed, and of the one that it had. */
function isFit(
  { text, role }: Pick<Mention, "text" | "role">,
  to: string,
  { model, before }: MendingModels,
): boolean {
  const found = model.find(to);
  if (found.is !== "member") return false;
  const was = before?.find(text);
  if (was?.is === "member" && !isAlike(was.member, found.member)) return false;
  return role === undefined || role === "any" || fits(found.member, role, found.granularity);
}

/** A type that one of the models does not say is no difference. */
function isAlike(one: ModelMember, other: ModelMember): boolean {
  if (one.kind !== other.kind) return false;
  return (
    one.kind === "measure" || one.type === undefined || other.type === undefined || one.type === other.type
  );
}

const own = (name: string): string => name.slice(name.indexOf(".") + 1);
const inView = (text: string, view: string): string => view + text.slice(text.indexOf("."));
