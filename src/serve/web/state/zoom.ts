// How large the open board is drawn: kept for this tab of the browser, until it is closed.
import { type Studio, update } from "./store.ts";

const KEY = "boardwright-zoom";
export const ZOOMS: readonly Studio["zoom"][] = ["fit", 0.65, 1];

export function restoreZoom(): void {
  const kept = ZOOMS.find((one) => String(one) === sessionStorage.getItem(KEY));
  if (kept !== undefined) update({ zoom: kept });
}

export function setZoom(zoom: Studio["zoom"]): void {
  sessionStorage.setItem(KEY, String(zoom));
  update({ zoom });
}
