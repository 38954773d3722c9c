interface Row {
  readonly id: number;
  readonly deploymentId: number;
}

/** Rows by id, and the ids of each deployment in ascending order. Lists go by id, so a cursor survives inserts and deletes. */
export class Table<R extends Row> {
  readonly #rows = new Map<number, R>();
  readonly #order = new Map<number, number[]>();

  constructor(private readonly onChange: () => void) {}

  get(id: number): R | undefined {
    return this.#rows.get(id);
  }

  /** Adds the row, or replaces the one with its id. */
  put(row: R): void {
    if (!this.#rows.has(row.id)) {
      const ids = this.#order.get(row.deploymentId) ?? [];
      ids.splice(lowerBound(ids, row.id), 0, row.id);
      this.#order.set(row.deploymentId, ids);
    }
    this.#rows.set(row.id, row);
    this.onChange();
  }

  delete(row: R): void {
    const ids = this.#order.get(row.deploymentId);
    if (this.#rows.delete(row.id) && ids) ids.splice(lowerBound(ids, row.id), 1);
    this.onChange();
  }

  /** The rows of a deployment by ascending id. */
  of(deploymentId: number): R[] {
    return (this.#order.get(deploymentId) ?? []).map((id) => this.#rows.get(id)!);
  }

  all(): R[] {
    return [...this.#rows.values()];
  }
}

/** The first index whose value is not below `id`. */
function lowerBound(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
