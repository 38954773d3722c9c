// What is wanted of rows, put together by template: their edits are made together.
import {
  createResolver,
  type Files,
  formatOf,
  parseText,
  type Unfolded,
  unfoldTemplate,
  type Variables,
} from "../desired/index.ts";
import { normalizeSlug, type Target } from "../model/index.ts";
import type { Order } from "./attempt.ts";
import type { Note } from "./draft.ts";
import { type RowEdit, reportRow, workbookRow } from "./row-values.ts";
import type { Setting } from "./slots.ts";
import type { Snapshot } from "./snapshot.ts";
import { type TemplateWish, templateOrders } from "./template-edits.ts";
import type { Everywhere } from "./values/widgets-everywhere.ts";

/** A declaration as it has to be. */
interface WantedRow extends Pick<Everywhere, "copies"> {
  kind: "workbook" | "report";
  key: string;
  entry: RowEdit["own"];
}

/** The rows of one template that are to be edited. */
export interface Family<W extends WantedRow>
  extends Omit<TemplateWish, "rows" | "choice" | "level" | "isNamed" | "rowPieces"> {
  rows: ReadonlyMap<W, RowEdit>;
  /** The names of all its rows, as a snapshot has them, at whatever target. */
  names: ReadonlySet<string>;
}

/** `wanted`: declarations that rows make. */
export function familiesOf<W extends WantedRow>(
  files: Files,
  variables: Variables & { target: Target },
  { before, wanted }: { before: Snapshot; wanted: readonly W[] },
): Family<W>[] {
  const resolver = createResolver(files, variables);
  const byTemplate = new Map<string, W[]>();
  for (const one of wanted) {
    const { file, template } = declaredBy(before, one)!;
    const name = [one.kind, file, template].join("\n");
    byTemplate.set(name, [...(byTemplate.get(name) ?? []), one]);
  }
  return [...byTemplate.values()].flatMap((own): Family<W>[] => {
    const { kind } = own[0]!;
    const { file, template, locate } = declaredBy(before, own[0]!)!;
    const section = kind === "workbook" ? "workbooks" : "reports";
    const text = files.read(file);
    const { documents } = parseText(typeof text === "string" ? text : "", formatOf(file));
    const found = documents
      .map((value, doc) => unfoldTemplate(resolver, { file, doc, value }, [section, template!]))
      .find((one) => one !== undefined);
    if (!found) return [];
    const idOf = ({ key }: Unfolded) => (kind === "workbook" ? normalizeSlug(key) : key);
    const byKey = new Map(found.rows.map((row) => [idOf(row), row]));
    const names = new Set([...byKey.keys()].map((key) => `${kind}/${key}`));
    const count = [...names].filter((name) => before.says.has(name)).length;
    const { line } = locate([], "key");
    const rows = own.flatMap((one): [W, RowEdit][] => {
      const unfolded = byKey.get(one.key);
      if (!unfolded) return [];
      const row = { key: one.key, spot: found.spot, unfolded, target: variables.target, entry: one.entry };
      const sections = before.workbooks.get(one.key)?.layouts ?? [];
      return [[one, kind === "workbook" ? workbookRow({ ...row, sections }) : reportRow(row)]];
    });
    return [{ section, template: template!, place: { file, line }, rows: new Map(rows), names, count }];
  });
}

function declaredBy(before: Snapshot, { kind, key }: WantedRow) {
  return kind === "workbook" ? before.workbooks.get(key)?.workbook : before.reports.get(key);
}

/** The orders for the rows that are still to be edited. */
export function ordersOfFamily<W extends WantedRow>(
  setting: Setting,
  family: Family<W>,
  {
    levels,
    ...how
  }: { levels: ReadonlyMap<W, number> } & Pick<TemplateWish, "choice" | "isNamed" | "rowPieces">,
): { orders: Order[]; refused: Map<W, string>; notes: Note[] } {
  const left = [...family.rows].filter(([one]) => levels.has(one));
  const reading = { ...setting, sources: new Map(), overlay: new Map(), agreed: new Set<string>() };
  const level = Math.max(0, ...left.map(([one]) => levels.get(one)!));
  const rows = left.map(([, row]) => row);
  const { orders, refused, notes } = templateOrders(reading, { ...family, ...how, rows, level });
  const byKey = new Map(left.map(([one]) => [one.key, one]));
  return {
    orders: orders.map((order) => ({
      ...order,
      fineness: Number.POSITIVE_INFINITY,
      copies: byKey.get(order.key)?.copies ?? new Map(),
    })),
    refused: new Map([...refused].map(([key, reason]) => [byKey.get(key)!, reason])),
    notes,
  };
}

/** Whether one row is to be edited for several templates of workbooks. */
export function haveSameRows(families: readonly Family<WantedRow>[]): boolean {
  const ofWorkbooks = families.filter(({ section }) => section === "workbooks");
  if (ofWorkbooks.length < 2) return false;
  const places = ofWorkbooks.flatMap(({ rows }) => [...rows.values()].map((one) => one.unfolded.row.place()));
  return new Set(places).size < places.length;
}
