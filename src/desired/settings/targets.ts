// `targets` of the project file. The schema has just checked what the casts say.

import type { JsonObject, Target } from "../../model/index.ts";

export function targetsOf(values: JsonObject): Record<string, Target> {
  const targets: Record<string, Target> = {};
  for (const [name, value] of Object.entries(values)) {
    const { url, deployment, vars = {}, folders = {}, link, environment } = value as JsonObject;
    const target: Target = {
      name,
      url: url as string,
      // Whole numbers and booleans have one spelling; the schema refuses any other number, because 1.10 would become 1.1.
      vars: Object.fromEntries(Object.entries(vars as JsonObject).map(([key, item]) => [key, String(item)])),
      folders: folders as Record<string, number>,
    };
    if (deployment !== undefined) target.deployment = deployment as number;
    if (link !== undefined) target.link = link as string;
    if (environment !== undefined) target.environment = environment as string;
    targets[name] = target;
  }
  return targets;
}
