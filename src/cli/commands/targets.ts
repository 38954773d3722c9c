// boardwright targets: the targets of the project file, for people and for the matrix of a CI system. Sends nothing.

import { listTargets } from "../../features/fleet/list-targets.ts";
import { EXIT, parseWaves, showUrl } from "../../model/index.ts";
import { jsonText, renderTable } from "../../report/index.ts";
import type { Declaration } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import type { GlobalFlags } from "../flags.ts";
import { collect } from "../option-values.ts";

interface TargetsFlags extends GlobalFlags {
  group?: string[];
  waves?: string;
}

export const command: Declaration = {
  options: [
    ["--group <name>", "only the targets of this group (repeatable)", collect],
    ["--waves <sizes>", "cut them into waves, as `apply` does: 1,10%,rest"],
  ],
  examples: [
    "boardwright targets",
    "boardwright targets --json                     # names, environments and groups for a CI matrix",
    "boardwright targets --waves 1,10%,rest --json  # each wave as a list of names",
  ],
  async run(terminal, _, { group = [], target = [], waves, ...flags }: TargetsFlags) {
    const sizes = waves === undefined ? undefined : parseWaves(waves);
    const project = await findProject(terminal, flags);
    const listed = listTargets({
      ...{ project, env: terminal.env, targets: [...group, ...target] },
      ...(sizes && { waves: sizes }),
    });
    if (flags.json) {
      const waveNumbers = [...new Set(listed.map(({ wave }) => wave))];
      const namesOf = (number: number) => listed.flatMap(({ name, wave }) => (wave === number ? name : []));
      terminal.out(
        jsonText({
          targets: listed.map(({ name, environment, groups, wave }) => ({ name, environment, groups, wave })),
          waves: waveNumbers.map(namesOf),
        }),
      );
      return EXIT.ok;
    }
    const head = ["target", "address", "deployment", "environment", "groups", ...(sizes ? ["wave"] : [])];
    const rows = listed.map(({ name, url, deployment, environment, groups, wave }) => [
      ...[name, showUrl(url), String(deployment ?? ""), environment, groups.join(", ")],
      ...(sizes ? [String(wave)] : []),
    ]);
    terminal.show(renderTable(head, rows, { color: terminal.color.out, width: terminal.width }));
    return EXIT.ok;
  },
};
