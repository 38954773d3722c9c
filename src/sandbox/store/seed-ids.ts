import { isObject, type Json, type JsonObject } from "../../model/index.ts";
import { badSeed, isId, rowsOf } from "./seed-fields.ts";

/** The first id given out where a seed names none: looks like an id, and not like an index. */
const FIRST_ID = 101;

/** Gives out ids above every id that the seed names anywhere, and refuses one given twice. */
export class SeedIds {
  next: number;
  readonly #from: string;
  readonly #taken = new Set<number>();

  constructor(seed: JsonObject, from: string) {
    this.#from = from;
    let highest = FIRST_ID - 1;
    for (const area of ["folders", "workbooks", "reports"] as const) {
      for (const row of rowsOf(seed, area, from)) {
        for (const holder of [row, row.publishedDashboard]) {
          if (!isObject(holder)) continue;
          for (const id of [holder.id, holder.versionId]) if (isId(id)) highest = Math.max(highest, id);
        }
      }
    }
    this.next = Math.max(highest + 1, isId(seed.nextId) ? seed.nextId : 0);
  }

  take(given: Json | undefined): number {
    if (given === undefined) return this.next++;
    if (!isId(given))
      throw badSeed(this.#from, `${JSON.stringify(given)} is no id: a positive whole number is`);
    if (this.#taken.has(given)) throw badSeed(this.#from, `the id ${given} is given twice`);
    this.#taken.add(given);
    return given;
  }
}
