// The values of a project file with the defaults of contract 1 filled in.

import { dirname } from "node:path";
import type { Json, JsonObject, Project, Severity } from "../../model/index.ts";
import { groupsOf } from "./groups.ts";
import { targetsOf } from "./targets.ts";
import { testSettingsOf } from "./test-settings.ts";

/** Fills in the defaults of contract 1. The schema has just checked what the casts say. */
export function projectOf(file: string, value: JsonObject): Project {
  const apply = (value.apply ?? {}) as JsonObject;
  const limits = (apply.limits ?? {}) as JsonObject;
  const { backups = ".boardwright/backups" } = apply;
  const project: Project = {
    root: dirname(file),
    file,
    name: value.project as string,
    include: (value.include ?? ["dashboards/**/*.{yaml,yml,json}"]) as string[],
    exclude: (value.exclude ?? []) as string[],
    targets: targetsOf((value.targets ?? {}) as JsonObject),
    env: (value.env ?? []) as string[],
    apply: {
      concurrency: (apply.concurrency ?? "auto") as number | "auto",
      allow: (apply.allow ?? []) as string[],
      limits: { change: shareOf(limits.change, 0.5), delete: shareOf(limits.delete, 0.1) },
      backups: backups === false || backups === "off" ? false : (backups as string),
    },
    ignore: (value.ignore ?? []) as string[],
    reportKeys: (value.reportKeys ?? ["reportId"]) as string[],
    lint: {
      rules: ((value.lint as JsonObject | undefined)?.rules ?? {}) as Record<string, Severity | "off">,
    },
    test: testSettingsOf(value.test),
  };
  if (value.groups !== undefined)
    project.groups = groupsOf(value.groups as JsonObject, Object.keys(project.targets));
  if (value.defaultTarget !== undefined) project.defaultTarget = value.defaultTarget as string;
  return project;
}

/** "50%" or 0.5 → 0.5. */
function shareOf(value: Json | undefined, byDefault: number): number {
  if (typeof value === "number") return value;
  return typeof value === "string" ? Number.parseFloat(value) / 100 : byDefault;
}
