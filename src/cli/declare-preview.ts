// Previews on the command line: which commands there are and what they take (contract 8).

import type { GlobalFlags } from "./flags.ts";
import type { Declarer } from "./platform/declare.ts";

export function declarePreview({ add, group, collect }: Pick<Declarer, "add" | "group" | "collect">): void {
  const preview = group("preview", "copies of what a pull request changes, on its branch");
  const load = () => import("./commands/preview.ts");
  add(
    "up",
    "put up copies of the changed workbooks, or bring them up to date",
    async () => (await load()).runPreviewUp,
    preview,
  )
    .argument("[paths...]", "only the workbooks of these files or folders")
    .option("--branch <name>", "the branch whose staging environment they are shown on")
    .option("--name <name>", "what the preview is called, like pr-123: a part of its slugs")
    .option("--only <glob>", "only the slugs that match (repeatable)", collect);
  add(
    "down",
    "take previews down, and turn the staging environment off unless it was on before",
    async () => {
      const { runPreviewDown } = await load();
      return (terminal, _words, flags: GlobalFlags) => runPreviewDown(terminal, flags);
    },
    preview,
  )
    .option("--name <name>", "the preview with this name")
    .option("--branch <name>", "all previews of this branch");
  add(
    "list",
    "list the previews that are up",
    async () => {
      const { runPreviewList } = await load();
      return (terminal, _words, flags: GlobalFlags) => runPreviewList(terminal, flags);
    },
    preview,
  ).option("--stale", "only those whose branch is gone");
}
