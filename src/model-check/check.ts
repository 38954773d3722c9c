// The check itself: workbooks stream by, reports come at the end, findings come out. Of a workbook it keeps only what may become
// a finding once all queries have been seen.

import { parseQuery, RULES, widgetsOf } from "../lint/index.ts";
import {
  compareText,
  type DataModel,
  type Diagnostic,
  inRow,
  isMisspelled,
  isObject,
  isRespelled,
  type Json,
  type ModelMember,
  type OfRow,
  type Project,
  type ResolvedReport,
  type ResolvedWorkbook,
  type Severity,
  tellOnce,
} from "../model/index.ts";
import { type Board, copy, reportsIn, summarizeBoard, unusedControls, wordUnused } from "./controls.ts";
import {
  type Mention,
  mentionsOfReport,
  mentionsOfSettings,
  mentionsOfWidgets,
  type Role,
} from "./mentions.ts";
import {
  baseOf,
  cubeOf,
  endsInGranularity,
  type Found,
  groupBy,
  indexModel,
  lastOf,
  type ModelIndex,
  mayBeTime,
  quoteMember,
} from "./model-index.ts";

// One mention against the model: nothing, or a finding in words.

/** A problem in words, before it has a place. */
interface Finding {
  rule: string;
  message: string;
  help?: string;
  /** The member that was meant, perhaps: what the message ends with, as a question. */
  near?: string;
}

/** To a credential that may not see a member, it looks like one that does not exist. */
const NOT_VISIBLE = "A member that is private, or hidden by the model's access rules, counts as unknown.";

const WANTED: Readonly<Record<Exclude<Role, "any">, string>> = {
  measure: "a measure",
  dimension: "a dimension",
  time: "a time dimension",
  segment: "a segment",
  filter: "a dimension or a measure",
  order: "a dimension or a measure",
};

/** A mention outside of queries may be given only if its cube is known. */
function judge(mention: Pick<Mention, "text" | "role">, model: ModelIndex): Finding | undefined {
  const { text, role } = mention;
  if (!text.includes(".")) return judgeWithoutCube(text, model);
  const found = model.find(text);
  // Outside of queries, longer texts are members only if they end in a granularity: orders.csv.gz is a file.
  if (role === undefined && found.is !== "member" && text.split(".").length > 2 && !endsInGranularity(text))
    return undefined;
  return found.is === "member" ? judgeKind(text, found, role) : judgeUnknown(text, found, model);
}

function judgeKind(
  text: string,
  { member, granularity }: Extract<Found, { is: "member" }>,
  role: Role | undefined,
): Finding | undefined {
  if (role === undefined || role === "any" || fits(member, role, granularity)) return undefined;
  return {
    rule: "member-kind",
    message: `${quoteMember(text)} is ${kindInWords(member, granularity)}, but ${WANTED[role]} is needed here.`,
  };
}

function fits(member: ModelMember, role: Role, granularity: string | undefined): boolean {
  const { kind } = member;
  switch (role) {
    case "measure":
    case "segment":
      return kind === role;
    case "dimension":
      return kind === "dimension" || kind === "hierarchy";
    case "time":
      return mayBeTime(member) && granularity === undefined;
    default:
      return kind === "dimension" || kind === "measure";
  }
}

function kindInWords(member: ModelMember, granularity: string | undefined): string {
  if (granularity !== undefined) return `a time dimension with a granularity`;
  const { kind, type } = member;
  if (kind !== "dimension" || type === undefined) return `a ${kind}`;
  return type === "time" ? "a time dimension" : `a dimension of type ${type}`;
}

function judgeUnknown(text: string, found: Exclude<Found, { is: "member" }>, model: ModelIndex): Finding {
  if (found.is === "no-granularity") {
    const why = mayBeTime(found.member)
      ? `${quoteMember(found.granularity)} is not a granularity of it`
      : `it is ${kindInWords(found.member, undefined)}, which has no granularities`;
    return {
      rule: "unknown-member",
      message: `The model of ${model.of} has no member ${quoteMember(text)}: it has ${quoteMember(found.member.name)}, but ${why}.`,
    };
  }
  if (found.is === "unknown-cube") {
    const meant = meantBy(text, found.cube, model);
    return {
      rule: "unknown-cube",
      message: `The model of ${model.of} has no cube or view ${quoteMember(found.cube)} that is visible, so no ${quoteMember(text)}.`,
      ...(meant === undefined ? { help: NOT_VISIBLE } : { near: meant }),
    };
  }
  const meant = model.nearest(text);
  return {
    rule: "unknown-member",
    message: `The model of ${model.of} has no member ${quoteMember(text)}, or it is not visible.`,
    ...(meant === undefined ? { help: NOT_VISIBLE } : { near: meant }),
  };
}

/** The same member of the nearest cube, else the member by its own name, else the cube alone. */
function meantBy(text: string, cube: string, model: ModelIndex): string | undefined {
  const near = model.nearestCube(cube);
  const there = near === undefined ? undefined : `${near}${text.slice(cube.length)}`;
  if (there !== undefined && model.find(there).is === "member") return there;
  return model.nearest(text) ?? near;
}

/** In a query, the platform does not know a name without a cube. */
function judgeWithoutCube(text: string, model: ModelIndex): Finding {
  const named = model.named(lastOf(text));
  return {
    rule: "unknown-member",
    message: `${quoteMember(text)} is not a member: name a member with its cube or view, as in \`cube.member\`.`,
    ...(named.length === 1 && { near: named[0]! }),
  };
}

/** With a space before it; nothing without a name. */
function ask(meant: string | undefined): string {
  return meant === undefined ? "" : ` Did you mean ${quoteMember(meant)}?`;
}

// Which member an unknown name stands for, where nothing else can be meant: what `lint --online --fix` writes without a question. A wrong
// member is worse than an unknown one, so it is a slip of the pen within a view, or a view that was renamed as a whole.

/** A name that the model does not have. */
interface UnknownName extends Pick<Mention, "text" | "role"> {
  /** The other names of its list, or of its map. */
  beside: readonly string[];
}

interface MendingModels {
  model: ModelIndex;
  /** The model that the files were written for, if it is another and known: a branch's is compared with production's. */
  before: ModelIndex | undefined;
  /** Views that queries in the files name. */
  named: ReadonlySet<string>;
}

/** Gives the member that is meant, or that it would then be in its list or map twice; undefined where it stays a question. */
type Mend = (unknown: UnknownName) => { to: string } | { twice: string } | undefined;

/** Members of a view that the files name, or words of one, from which on another view that has them is no chance: most have a `count`. */
const TELLING = 3;

function decideMending(unknowns: readonly UnknownName[], models: MendingModels): Mend {
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

// The other names of the list or map in which a name stands: none of them may be there twice.

/** Names under these keys tell the items of a list apart; filters may ask about one member several times. */
const NAMING: ReadonlySet<unknown> = new Set(["id", "member", "dimension"]);

function namesBeside(
  entry: Json,
  { path, part, text, role }: Omit<Mention, "text"> & { text: string },
): string[] {
  const at = (depth: number): Json | undefined => valueAlong(entry, path.slice(0, path.length - depth));
  const index = path.at(-2);
  const last = path.at(-1);
  const around = at(1);
  const items = at(2);
  let names: (Json | undefined)[] = [];
  if (part === "key") names = isObject(around) ? Object.keys(around) : [];
  // `[orders.count, desc]` is an item of an order.
  else if (role === "order" && last === 0 && Array.isArray(items)) names = items.map(firstOf);
  else if (typeof last === "number" && Array.isArray(around)) names = around;
  else if (role !== "filter" && NAMING.has(last) && typeof index === "number" && Array.isArray(items))
    names = items.map((item) => (isObject(item) ? item[last as string] : undefined));
  return names.filter((name): name is string => typeof name === "string" && name !== text);
}

const firstOf = (item: Json): Json | undefined => (Array.isArray(item) ? item[0] : undefined);

/** Also within the JSON text of a query. */
function valueAlong(value: Json, path: Mention["path"]): Json | undefined {
  let at: Json | undefined = value;
  for (const [index, key] of path.entries()) {
    if (typeof at === "string" && path[index - 1] === "jsonQuery") at = parseQuery(at);
    at = (at as Record<string | number, Json> | null | undefined)?.[key];
  }
  return typeof at === "string" && path.at(-1) === "jsonQuery" ? parseQuery(at) : at;
}

export interface ModelCheck {
  /** Looks at one workbook as it streams by. */
  visit(workbook: ResolvedWorkbook): void;
  /**
   * Call it once, with all reports. It checks those that a workbook shows, and those in the chosen files; without `chose`, all of
   * them.
   */
  finish(reports: readonly ResolvedReport[], chose?: (file: string) => boolean): ModelCheckResult;
}

export interface ModelCheckResult {
  /** Sorted, each once, in the usual severity of its rule. */
  diagnostics: Diagnostic[];
  /** Slugs of the workbooks that would not work, by an error of their own or of a report that they show; sorted. */
  broken: string[];
}

/** A workbook or a report: where its values are in the files, and which workbooks do not work if it does not. */
interface Source {
  locate: ResolvedWorkbook["locate"];
  breaks: readonly string[];
  slug?: string;
  ofRow?: OfRow;
  /** The end of the help of its findings. */
  note?: string;
}

/**
 * Reads from the project which config keys refer to reports (contract 1), and which rules are off. `before` is production's model where
 * `model` is a branch's: what looks renamed is told from what was there already by it.
 */
export function createModelCheck(
  model: DataModel,
  { reportKeys, lint }: Pick<Project, "reportKeys" | "lint">,
  before?: DataModel,
): ModelCheck {
  const index = indexModel(model);
  const diagnostics: Diagnostic[] = [];
  /** Their findings get the member that is meant when all names were seen. */
  const unknowns: { name: UnknownName; diagnostic: Diagnostic; near: string | undefined }[] = [];
  const broken = new Set<string>();
  const boards: { board: Board; source: Source }[] = [];
  /** Report key → slugs of the workbooks that show it. */
  const users = new Map<string, Set<string>>();
  /** Cubes that queries in the files name. */
  const queried = new Set<string>();
  /** Members only if their cube turns out to be one of those. */
  const guesses: { mention: Mention; beside: string[]; source: Source }[] = [];

  const add = (source: Source, mention: MentionPath, finding: Finding): Diagnostic | undefined => {
    if (lint.rules[finding.rule] === "off") return undefined;
    const diagnostic = place(source, mention, finding);
    diagnostics.push(diagnostic);
    if (diagnostic.severity === "error") for (const slug of source.breaks) broken.add(slug);
    return diagnostic;
  };
  const tell = (mention: Mention, source: Source, beside: () => string[]): void => {
    const finding = judge(mention, index);
    const diagnostic = finding && add(source, mention, finding);
    if (!diagnostic || !MENDED.has(diagnostic.rule)) return;
    const { text, role } = mention;
    unknowns.push({ name: { text: copy(text), role, beside: beside() }, diagnostic, near: finding.near });
  };
  const consider = (mention: Mention, source: Source, entry: Json): void => {
    const { text, role } = mention;
    const cube = cubeOf(text);
    const beside = () => namesBeside(entry, mention).map(copy);
    if (role === undefined && !index.hasCube(cube)) {
      guesses.push({ mention: { ...mention, text: copy(text) }, beside: beside(), source });
      return;
    }
    if (role !== undefined) queried.add(copy(cube));
    tell(mention, source, beside);
  };

  return {
    visit(workbook) {
      const { slug, locate, entry } = workbook;
      const source = { slug, locate, breaks: [slug], ...(workbook.ofRow && { ofRow: workbook.ofRow }) };
      const mentions = mentionsOfWidgets(workbook);
      for (const mention of [...mentionsOfSettings(workbook), ...mentions.flat()])
        consider(mention, source, entry);
      for (const key of reportsIn(entry.dashboard, reportKeys).keys)
        users.set(key, (users.get(key) ?? new Set()).add(slug));
      const board = summarizeBoard(widgetsOf(workbook), mentions, reportKeys);
      if (board) boards.push({ board, source });
    },
    finish(reports, chose = () => true) {
      const queries = new Map<string, ReadonlySet<string>>();
      for (const report of reports.filter(({ key, file }) => users.has(key) || chose(file))) {
        const mentions = mentionsOfReport(report);
        if (isObject(report.entry.query)) queries.set(report.key, new Set(mentions.map(({ text }) => text)));
        const breaks = [...(users.get(report.key) ?? [])].sort(compareText);
        const { locate, ofRow } = report;
        const source = { locate, breaks, note: noteOn(breaks), ...(ofRow && { ofRow }) };
        for (const mention of mentions) consider(mention, source, report.entry);
      }
      for (const { mention, beside, source } of guesses)
        if (queried.has(cubeOf(mention.text))) tell(mention, source, () => beside);
      const mend = decideMending(
        unknowns.map(({ name }) => name),
        { model: index, before: before && indexModel(before), named: queried },
      );
      for (const unknown of unknowns) addMeant(unknown, mend);
      for (const { board, source } of boards) {
        for (const control of unusedControls(board, (key) => queries.get(key))) {
          const { text, path } = control.members[0]!;
          // An unknown member has its finding already.
          if (index.find(text).is !== "member") continue;
          add(source, { path, part: "value" }, { rule: "unused-control-member", ...wordUnused(control) });
        }
      }
      return { diagnostics: tellOnce(diagnostics), broken: [...broken].sort(compareText) };
    },
  };
}

/** Rules whose findings may have a member that is meant. */
const MENDED: ReadonlySet<string> = new Set(["unknown-cube", "unknown-member"]);
const SEVERITIES: ReadonlyMap<string, Severity> = new Map(RULES.map(({ id, severity }) => [id, severity]));
/** Slugs that a note names; the rest is a number. */
const NAMED = 5;

type MentionPath = Pick<Mention, "path" | "part">;

/** Says which member is meant, or asks whether the near one is. */
function addMeant(
  {
    name: { text, ...own },
    diagnostic,
    near,
  }: { name: UnknownName; diagnostic: Diagnostic; near: string | undefined },
  mend: Mend,
): void {
  const mended = mend({ text, ...own });
  const to = mended && ("to" in mended ? mended.to : mended.twice);
  diagnostic.message += ask(to ?? near);
  if (!mended) return;
  if ("to" in mended) diagnostic.fix = { from: text, to: mended.to };
  else {
    const why = `\`--fix\` leaves it: ${quoteMember(mended.twice)} would be there twice.`;
    diagnostic.help = [why, diagnostic.help].filter((each) => each !== undefined).join(" ");
  }
}

function place(source: Source, { path, part }: MentionPath, finding: Finding): Diagnostic {
  const { rule, message } = finding;
  const help = [finding.help, source.note].filter((text) => text !== undefined).join(" ");
  const one: Diagnostic = {
    rule,
    severity: SEVERITIES.get(rule) ?? "error",
    message,
    ...source.locate(path, part),
    ...(source.slug !== undefined && { slug: source.slug }),
    ...(help !== "" && { help }),
  };
  return source.ofRow ? inRow(one, source.ofRow, { path, part }) : one;
}

/** The dashboards that a report's finding affects: they are in other files than the report. */
function noteOn(slugs: readonly string[]): string | undefined {
  if (slugs.length === 0) return undefined;
  const named = slugs.slice(0, NAMED).join(", ");
  const more = slugs.length > NAMED ? ` and ${slugs.length - NAMED} more` : "";
  return `Shown by ${named}${more}.`;
}
