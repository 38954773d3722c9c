// What a pull from one target does to the others: a value that the files say for all of them changes for all of them.

import { join } from "node:path";
import type { Overlay } from "../../desired/index.ts";
import { compareText, type JsonObject, type Project, type PullNote, type Target } from "../../model/index.ts";
import { canonical, digest } from "../../plan/index.ts";
import type { Composition } from "../../pull/index.ts";
import type { Environment } from "../../target/index.ts";
import { checkFiles } from "../check-files.ts";

export interface OtherTargets {
  project: Project;
  /** The target that was pulled from. */
  target: Target;
  env: Environment;
  cwd: string;
  composition: Composition;
  overlay: Overlay;
}

/** A note for each edited declaration that other targets share, sorted as the composition is. Loads their files twice. */
export async function noteOtherTargets(options: OtherTargets): Promise<PullNote[]> {
  const { project, target, composition, overlay } = options;
  const edited = composition.pulled.filter(({ action }) => action === "edited");
  const paths = [...new Set(edited.flatMap(({ file }) => file ?? []))].map((file) =>
    join(project.root, file),
  );
  if (paths.length === 0) return [];
  const reached = new Map<string, string[]>();
  for (const name of Object.keys(project.targets).sort(compareText)) {
    const other = project.targets[name];
    // Only its maker looks at an embedded sandbox.
    if (name === target.name || other === undefined || other.url.startsWith("sandbox:")) continue;
    const before = await readAs(other, options, paths);
    const after = await readAs(other, options, paths, overlay);
    for (const [key, says] of before) {
      if (after.get(key) !== says) reached.set(key, [...(reached.get(key) ?? []), name]);
    }
  }
  return edited.flatMap(({ kind, key, file, line }): PullNote[] => {
    const names = reached.get(`${kind} ${key}`);
    if (!names) return [];
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

/** What the declarations in these files say for a target: `workbook slug` or `report key` → digest. */
async function readAs(
  target: Target,
  { project, env, cwd }: OtherTargets,
  paths: readonly string[],
  overlay?: Overlay,
): Promise<Map<string, string>> {
  const says = new Map<string, string>();
  const note = (name: string, entry: JsonObject) => says.set(name, digest(canonical(entry)));
  const { reports } = await checkFiles({
    project,
    target,
    env,
    cwd,
    paths,
    ...(overlay ? { overlay } : {}),
    visit: ({ slug, entry }) => note(`workbook ${slug}`, entry),
  });
  for (const { key, entry } of reports) note(`report ${key}`, entry);
  return says;
}
