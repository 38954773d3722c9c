// What the page runs: a filter, folding, and everything open on paper. Without it the page is whole, and only has no tools. It reads the page
// and shows or hides parts of it: no text of a dashboard is ever run or parsed.

import { createHash } from "node:crypto";

export const SCRIPT = `
const all = (selector, of = document) => [...of.querySelectorAll(selector)];
const tools = document.querySelector(".tools");
const field = tools.querySelector("input");
const shown = tools.querySelector("output");
const rows = all("details.row");
const texts = new Map();
const textOf = (row) => {
  if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
  return texts.get(row);
};
const fold = (isOpen) => {
  for (const one of all("details")) one.open = isOpen;
};
const nothing = document.querySelector(".nothing");
const counts = all("nav li").map((item) => {
  const link = item.querySelector("a");
  const number = item.querySelector(".count");
  return { item, number, whole: number.textContent, part: document.getElementById(link.hash.slice(1)) };
});
const filter = () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  let count = 0;
  for (const row of rows) {
    row.hidden = !words.every((word) => textOf(row).includes(word));
    if (!row.hidden) count += 1;
  }
  for (const part of all("details.group, section.part")) {
    const inside = all("details.row", part);
    const isFound = inside.length > 0 ? inside.some((row) => !row.hidden) : words.every((word) => textOf(part).includes(word));
    part.hidden = words.length > 0 && !isFound;
    if (words.length > 0 && part.matches(".group") && !part.hidden) part.open = true;
  }
  for (const { item, number, whole, part } of counts) {
    const inside = all("details.row", part);
    const left = inside.filter((row) => !row.hidden).length;
    item.hidden = part.hidden;
    number.textContent = left === inside.length ? whole : left + " of " + whole;
  }
  nothing.hidden = all("section.part").some((part) => !part.hidden);
  shown.textContent = words.length === 0 ? "" : count + " of " + rows.length + " shown";
};
field.addEventListener("input", filter);
const [open, close] = all("button", tools);
open.addEventListener("click", () => fold(true));
close.addEventListener("click", () => fold(false));
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  // Whoever follows a link wants to see what it leads to, whatever the filter hides.
  if (target && target.closest("[hidden]")) {
    field.value = "";
    filter();
  }
  for (let one = target; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
  if (target) target.scrollIntoView();
};
addEventListener("hashchange", reveal);
// The same link a second time changes no address.
document.addEventListener("click", ({ target }) => {
  const link = target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal();
});
if (location.hash !== "") reveal();
let folded = [];
addEventListener("beforeprint", () => {
  folded = all("details:not([open])");
  fold(true);
});
addEventListener("afterprint", () => {
  for (const one of folded) one.open = false;
});
tools.hidden = rows.length === 0;
`;

/** Of a text between the tags of a script or a style, for the policy: nothing else runs or is drawn by. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
