// What uses the members of a data model: the dashboards, widgets and reports whose files name them, and what another model changes
// for them.

import type { MemberKind } from "./data-model.ts";
import type { Place } from "./diagnostic.ts";

/** A dashboard that uses a member, and where its workbook is declared. */
export interface UsingDashboard extends Place {
  slug: string;
  /** What viewers call it: the title, else the workbook's name, else the slug. */
  title: string;
  /** Who looks after it, as its workbook or CODEOWNERS says; absent if none does. */
  owners?: readonly string[];
  /** The template that declares it as it is written, and the key of the row; absent if no row declares it. */
  template?: string;
  row?: string;
}

/** A report that uses a member, and where it is declared. */
export interface UsingReport extends Place {
  key: string;
  /** Its title, else its name, else its key. */
  title: string;
  /** As of a dashboard. */
  template?: string;
  row?: string;
}

/** A widget that uses a member, and where it is declared. */
export interface UsingWidget extends Place {
  /** Absent if the file gives none. */
  id?: string;
  /** Absent if nobody calls it anything. */
  title?: string;
  type?: string;
}

/** One use of one member. Without `widget`, the dashboard's own settings name it; without `dashboard`, a report that no dashboard draws. */
export interface MemberUse {
  dashboard?: UsingDashboard;
  widget?: UsingWidget;
  /** The report that names it; absent if the widget or the dashboard itself does. */
  report?: UsingReport;
  /** Where the files name the member, in their order: one at least. */
  places: readonly Place[];
}

/** A member and all that uses it, sorted. */
export interface UsedMember {
  /** `orders.count`, without a granularity. */
  member: string;
  uses: readonly MemberUse[];
}

/**
 * What may use members that nobody can tell from the files. `sql`: a report in SQL. `number`: a report by its number, which no file declares.
 * `app`: a dashboard drawn by code. `empty`: a report whose query names no member.
 */
export interface Unread {
  why: "sql" | "number" | "app" | "empty";
  /** The key of a report, or the number of one as text; absent for an app. */
  report?: string;
  /** Slugs of the dashboards that draw it, sorted. */
  dashboards: readonly string[];
}

/** A name that was asked for and that no file uses. */
export interface MissingMember {
  asked: string;
  /** The members or views that may have been meant, the likeliest first. */
  near: readonly string[];
}

export interface Uses {
  /** By name. */
  members: readonly UsedMember[];
  unread: readonly Unread[];
  /** In the order in which they were asked for; empty if none was. */
  missing: readonly MissingMember[];
}

/** What a member is, in one model. */
export interface MemberShape {
  kind: MemberKind;
  type?: string;
}

/** What differs between two models in one member. */
export interface MemberDifference {
  change: "added" | "removed" | "retyped" | "renamed";
  /** Its name in the first model; of an added one, in the second. */
  member: string;
  /** Of a renamed one: its name in the second model, and what makes the two look alike. */
  renamed?: { to: string; by: "title" | "sql" | "name" | "view" };
  /** What it is in the first model; absent if it was added. */
  before?: MemberShape;
  /** What it is in the second model; absent if it was removed. */
  after?: MemberShape;
  /** Of a retyped one: granularities of the model's own that the second model lacks. */
  lostGranularities?: readonly string[];
}

/** A difference, and all that names the member. */
export interface TouchingDifference extends MemberDifference {
  uses: readonly MemberUse[];
}

/** What a branch's model changes for the dashboards. */
export interface ModelDifferences {
  /** Whose models: `production`, `branch feature-x`. */
  from: string;
  to: string;
  /** By member. */
  differences: readonly TouchingDifference[];
  unread: readonly Unread[];
}
