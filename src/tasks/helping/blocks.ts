// How threads agree on who loads what: files in blocks, each taken by whoever marks it first.

/** Files of a block: a wait for the last one is short, and a message for each file would cost more. */
const SIZE = 8;

/** Who has a block. */
export type Owner = number;
/** Nobody yet. */
const NOBODY = 0;

export interface Blocks {
  count: number;
  /** In memory that all threads see. */
  owners: Int32Array;
}

export function cutBlocks(files: number): Blocks {
  const count = Math.ceil(files / SIZE);
  return { count, owners: new Int32Array(new SharedArrayBuffer(4 * count)) };
}

/** The block of a file by its number. */
export function blockOf(file: number): number {
  return Math.floor(file / SIZE);
}

/** The numbers of a block's files: from the first up to, and without, the second. */
export function filesOf(block: number, files: number): [from: number, to: number] {
  return [block * SIZE, Math.min((block + 1) * SIZE, files)];
}

/** Whose the block is: `own`, from 1 up, if it was nobody's. */
export function claim({ owners }: Blocks, block: number, own: Owner): Owner {
  const before = Atomics.compareExchange(owners, block, NOBODY, own);
  return before === NOBODY ? own : before;
}
