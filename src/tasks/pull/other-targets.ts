// What a pull from one target does to the others: a value that the files say for all of them changes for all of them.

import type { Project, PullNote, Target } from "../../model/index.ts";
import type { Composition } from "../../pull/index.ts";

/** A note for each edited declaration that other targets share, sorted as the composition is. `elsewhere`: `kind/key` → their names. */
export function noteOtherTargets(
  { project, target }: { project: Project; target: Target },
  { pulled }: Composition,
  elsewhere: ReadonlyMap<string, readonly string[]>,
): PullNote[] {
  return pulled.flatMap(({ kind, key, action, file, line }): PullNote[] => {
    // Only its maker looks at an embedded sandbox.
    const names = (elsewhere.get(`${kind}/${key}`) ?? []).filter(
      (name) => !project.targets[name]!.url.startsWith("sandbox:"),
    );
    if (action !== "edited" || names.length === 0) return [];
    const only =
      kind === "report"
        ? ""
        : ` If it is meant for ${target.name} only, put it under \`overrides: { ${target.name}: … }\`.`;
    return [
      {
        code: "other-targets",
        key,
        ...(file === undefined ? {} : { file }),
        ...(line === undefined ? {} : { line }),
        message: `${kind === "report" ? "report " : ""}${key}: what was taken from ${target.name} also changes ${names.join(", ")}, because the files say it for all targets`,
        help: `See it with \`boardwright plan ${names.map((name) => `--target ${name}`).join(" ")}\`.${only}`,
      },
    ];
  });
}
