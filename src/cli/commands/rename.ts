// boardwright rename: another name in every file that has it. Changes nothing live.

import { makeRename } from "../../features/rename/make-rename.ts";
import { findUnfinished, writeRenamed } from "../../features/rename/write-renamed.ts";
import { EXIT, type RenamedKind } from "../../model/index.ts";
import { renderRenamed, renderRenamedJson } from "../../report/index.ts";
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
    const asked = { kind: kind as RenamedKind, from: from!, to: to! };
    const unfinished = await findUnfinished(project.root, asked);
    const renamed = unfinished?.renamed ?? (await makeRename(project, terminal.env, asked));
    // Until here Ctrl-C ends the process at once: nothing is written yet. From here on it waits for the writing, which takes a moment.
    const { interrupted } = terminal;
    let isWritten = false;
    terminal.explainInterrupt({
      first: () => "Stopping: the files are being written; Ctrl-C again ends now.",
      second: () => (isWritten ? "Ended: all files are renamed." : "Ended: nothing was renamed."),
    });
    await writeRenamed(project.root, renamed, unfinished?.written);
    isWritten = true;
    if (unfinished && !flags.quiet)
      terminal.err(
        `Finished a run that was ended: ${unfinished.written.size} of ${renamed.texts.size} files had been renamed.`,
      );
    // A signal that came while the files were replaced is heard in the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    if (flags.json) terminal.out(renderRenamedJson(renamed));
    else if (!flags.quiet) terminal.show(renderRenamed(renamed));
    if (!interrupted.aborted) return EXIT.ok;
    terminal.err("Interrupted: all files had been renamed by then.");
    return EXIT.interrupted;
  },
};
