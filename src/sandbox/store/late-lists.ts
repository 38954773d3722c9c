// A list that learns of new workbooks late: from the N-th list that was begun after their creation on.

export class LateLists {
  /** By workbook id: how many lists until one shows it. */
  readonly #until = new Map<number, number>();

  /** @param listedFrom 1: a new workbook is in the next list. */
  constructor(private readonly listedFrom: number) {}

  created(id: number): void {
    if (this.listedFrom > 1) this.#until.set(id, this.listedFrom);
  }

  /** The rows that this list shows. A list counts once, with its first page. */
  show<R extends { id: number }>(rows: readonly R[], isFirstPage: boolean): R[] {
    if (isFirstPage)
      for (const [id, left] of this.#until) {
        if (left === 1) this.#until.delete(id);
        else this.#until.set(id, left - 1);
      }
    return rows.filter(({ id }) => !this.#until.has(id));
  }
}
