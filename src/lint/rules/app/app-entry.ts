// The entry is the file that an app starts from: so it must be one of the app's own.

import { isObject, listKnown, suggest } from "../../../model/index.ts";
import { dashboardOf, isGiven, objectAt, quote } from "../../board.ts";
import type { Rule } from "../../rule.ts";

export const appEntry: Rule = {
  id: "app-entry",
  severity: "error",
  summary: "An app's `entry` is one of its `files`.",
  check(workbook, context) {
    const app = objectAt(dashboardOf(workbook), "app");
    if (app === undefined || typeof app.entry !== "string") return;
    const files = app.files ?? {};
    // An app given as one `html` page has no files to choose from; files of a wrong type are the schema's finding.
    if (!isObject(files) || Object.hasOwn(files, app.entry)) return;
    if (!isGiven(app.files) && typeof app.html === "string") return;
    const names = Object.keys(files);
    const meant = suggest(app.entry, names) ?? names.find((name) => `./${name}` === app.entry);
    const hint = meant === undefined ? "" : ` Did you mean ${quote(meant)}?`;
    context.add(workbook, {
      path: ["dashboard", "app", "entry"],
      message: `The app's entry ${quote(app.entry)} is not among its files.${hint}`,
      ...(names.length > 0 && { help: `Files: ${listKnown(names)}.` }),
    });
  },
};
