// Light or dark: as the system says, unless somebody said otherwise here.
import { read, type Studio, update } from "./store.ts";

const KEY = "boardwright-colours";
const ORDER: Studio["theme"][] = ["auto", "light", "dark"];

export function restoreTheme(): void {
  const kept = ORDER.find((one) => one === localStorage.getItem(KEY));
  if (kept) apply(kept);
}

/** The first press shows the other of both: whoever presses wants to see something happen. */
export function cycleTheme(): void {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order: Studio["theme"][] = isDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  const next = order[(order.indexOf(read().theme) + 1) % order.length] ?? "auto";
  localStorage.setItem(KEY, next);
  apply(next);
}

function apply(theme: Studio["theme"]): void {
  document.documentElement.dataset.theme = theme;
  update({ theme });
}
