// boardwright rename: another name in every file that has it. Changes nothing live.

import { join } from "node:path";
import { ChangedMeanwhile, PartlyWritten, stayInside, writeTogether } from "../../disc/index.ts";
import { EXIT, type RenamedKind, UserError } from "../../model/index.ts";
import { renderRenamed, renderRenamedJson } from "../../report/index.ts";
import { makeRename } from "../../tasks/rename/make-rename.ts";
import type { Declaration } from "../declaration.ts";
import { findFiles } from "../find-project.ts";

export const command: Declaration = {
  arguments: {
    kind: "workbook, report, member or target",
    old: "a slug, a report's key, `cube.member` or a cube alone, a target's name",
    new: "the name that it gets",
  },
  examples: [
    "boardwright rename workbook revenue-overview revenue",
    "boardwright rename report orders-by-region regions   # keeps its publicId, so the live report stays the same",
    "boardwright rename member orders.count orders.total  # in queries, filters, controls and drawings",
    "boardwright rename member orders sales               # every member of a view",
    "boardwright rename target production eu",
  ],
  async run(terminal, [kind, from, to], flags) {
    const project = await findFiles(terminal, flags);
    const renamed = await makeRename(project, terminal.env, {
      kind: kind as RenamedKind,
      from: from!,
      to: to!,
    });
    const { texts } = renamed;
    for (const file of texts.keys()) stayInside(project.root, join(project.root, file), "a renamed file");
    const side = (which: "before" | "after") =>
      new Map([...texts].map(([file, text]) => [join(project.root, file), text[which]]));
    await writeTogether(side("after"), side("before")).catch((error: unknown) => {
      if (error instanceof PartlyWritten)
        throw new UserError(`${error.written} of ${texts.size} files are renamed, then: ${error.message}`, {
          details: [
            "Mend what stands in the way, take the files back with Git, and run the same command again.",
          ],
        });
      if (!(error instanceof ChangedMeanwhile)) throw error;
      throw new UserError(`${error.message}, so nothing was renamed`, {
        details: ["Run the same command again."],
      });
    });
    if (flags.json) terminal.out(renderRenamedJson(renamed));
    else if (!flags.quiet) terminal.show(renderRenamed(renamed));
    return EXIT.ok;
  },
};
