// What axe finds on a page: whom it keeps out, and where.
import { readFileSync } from "node:fs";
import { resolveVerifier } from "../support/verifiers.ts";
import type { StudioPage } from "./studio-page.ts";

/** What is drawn in a widget is said by its name, so axe passes over it; its contrast is looked at all the same. */
const RUN = `(async () => {
  const found = [...(await axe.run()).violations];
  const drawn = [...document.querySelectorAll(".inside[aria-hidden]")];
  for (const one of drawn) one.removeAttribute("aria-hidden");
  if (drawn.length > 0)
    found.push(...(await axe.run(".board", { runOnly: ["color-contrast"] })).violations);
  for (const one of drawn) one.setAttribute("aria-hidden", "true");
  return found.map(({ id, nodes }) => id + ": " + nodes.map(({ html, failureSummary }) => html.slice(0, 300) + failureSummary).join("; "));
})()`;

/** Each violation with the elements that it is about; none if there are none. */
export async function axe(page: StudioPage): Promise<unknown> {
  await page.evaluate(`${readFileSync(resolveVerifier("axe-core/axe.min.js"), "utf8")}; undefined`);
  return page.evaluate(RUN);
}
