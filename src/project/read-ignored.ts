// The paths that are never compared, as the project file has them.

import { type Project, parseIgnoredPath, UserError } from "../model/index.ts";
import type { IgnoredPath } from "../plan/index.ts";

/** The project's ignored paths. Throws a UserError for what is no path. */
export function readIgnored(project: Project): IgnoredPath[] {
  return project.ignore.map((text) => {
    const path = parseIgnoredPath(text);
    if (path) return path;
    const wrong = `\`ignore\` in boardwright.yaml holds ${JSON.stringify(text)}, which is no path to a field`;
    throw new UserError(wrong, {
      details: ["Write it like dashboard.settings.refresh or dashboard.widgets[*].config.debug."],
    });
  });
}
