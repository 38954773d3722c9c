// The board as the server said last, and since when.
import type { BoardView } from "../../protocol.ts";
import { STACKED, tabsOf } from "../grid/tabs.ts";
import { read, update } from "./store.ts";
import { widgetOf } from "./words.ts";

/** By slug. */
const confirmed = new Map<string, BoardView>();
/** Grows when somebody else changes the board: an edit that was made on the one before says so to the server. */
let epoch = 0;

/** When a person begins an edit. */
export interface Since {
  epoch: number;
  version: string;
}

export const currentEpoch = (): Since => ({ epoch, version: read().board?.version ?? "" });
export const confirmedBoard = (slug: string) => confirmed.get(slug);
export const confirm = (board: BoardView) => confirmed.set(board.slug, board);

/** The version to send: our own edits in between do not make an edit one of an old board. */
export const versionFor = (slug: string, since: Since) =>
  since.epoch === epoch ? (confirmed.get(slug)?.version ?? since.version) : since.version;

/** Whether others, or another program, made this board: our own edits are known already. */
export function noteBoard(board: BoardView): boolean {
  const isNews = confirmed.get(board.slug)?.version !== board.version;
  if (isNews) epoch += 1;
  confirmed.set(board.slug, board);
  return isNews;
}

export function showBoard(board: BoardView): void {
  const { tab, selected, writing } = read();
  const isThere = tab === "all" || [STACKED, ...tabsOf(board)].some(({ key }) => key === tab);
  const still = (id: string | null) => (widgetOf(board, id) ? id : null);
  update({
    board,
    boardFailure: null,
    tab: isThere ? tab : (tabsOf(board)[0]?.key ?? "default"),
    selected: still(selected),
    writing: still(writing),
  });
}
