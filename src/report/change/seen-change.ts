// A change as viewers will see it. They do not see drafts: what reaches them is the difference to what is published now.

import type { Change, FieldChange } from "../../model/index.ts";

function isOfDashboard({ path }: FieldChange): boolean {
  return path.startsWith("dashboard");
}

/** The same with the fields that change for viewers, where they are others than those of the draft. */
export function asViewersSee(change: Change): Change {
  const { shown, fields } = change;
  return shown
    ? { ...change, fields: [...fields.filter((field) => !isOfDashboard(field)), ...shown] }
    : change;
}

/** What its publication brings to viewers besides: it was in the draft before. Undefined if there is nothing. */
export function broughtAlong(change: Change): Change | undefined {
  const own = new Set(change.fields.map(({ path }) => path));
  const fields = change.shown?.filter(({ path }) => !own.has(path)) ?? [];
  return fields.length > 0
    ? { ...change, action: "update", origin: "unknown", fields, hazards: [] }
    : undefined;
}

/** The fields that viewers see when it is applied without being published, and those that stay in the draft. */
export function splitFields(fields: readonly FieldChange[]): { seen: FieldChange[]; drafted: FieldChange[] } {
  return {
    seen: fields.filter((field) => !isOfDashboard(field)),
    drafted: fields.filter(isOfDashboard),
  };
}
