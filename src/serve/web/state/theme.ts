// Light or dark: as the system says, unless somebody said otherwise here.
import { read, type Studio, update } from "./store.ts";

const KEY = "boardwright-colours";
const ORDER: Studio["theme"][] = ["auto", "light", "dark"];
const system = matchMedia("(prefers-color-scheme: dark)");

export function restoreTheme(): void {
  const kept = ORDER.find((one) => one === localStorage.getItem(KEY));
  if (kept) update({ theme: kept });
  show();
  system.addEventListener("change", show);
}

/** The first press shows the other of both: whoever presses wants to see something happen. */
export function cycleTheme(): void {
  const order: Studio["theme"][] = system.matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  const theme = order[(order.indexOf(read().theme) + 1) % order.length] ?? "auto";
  localStorage.setItem(KEY, theme);
  update({ theme });
  show();
}

/** The styles know two themes, and not who chose. */
function show(): void {
  const { theme } = read();
  document.documentElement.dataset.theme = theme === "auto" ? (system.matches ? "dark" : "light") : theme;
}
