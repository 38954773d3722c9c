// boardwright pull: what was edited live goes into the files, what no file declares gets new ones. Sends GET requests only.

import { pullFiles } from "../../features/pull/pull-files.ts";
import { EXIT, normalizeSlug, type Pulled, type PullResult, UsageError } from "../../model/index.ts";
import {
  type Document,
  printTerminal,
  pullDocument,
  pullEndDocument,
  renderPullJson,
} from "../../report/index.ts";
import { nameToSay } from "../../target/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { saysYes } from "../terminal.ts";
import { withTarget } from "../with-target.ts";

export interface PullFlags extends GlobalFlags {
  all?: boolean;
  into?: string;
  mirrorFolders?: boolean;
  share?: boolean;
  findTemplates?: boolean;
  yes?: boolean;
  dryRun?: boolean;
  theirs?: boolean;
  ours?: boolean;
}

/** Codes of notes on what is declared and not live under its slug: named, it was asked for and not taken. */
const NOT_THERE: ReadonlySet<string> = new Set(["deleted", "renamed", "alike"]);

export const command: Declaration = {
  arguments: { slugs: "the workbooks to pull (default: the edits of all that files declare)" },
  options: [
    ["--all", "pull also what no file declares yet, with its reports"],
    ["--into <dir>", "where new files go (default: where include looks)"],
    ["--mirror-folders", "put new files into folders named like the platform's"],
    [
      "--share",
      "write a layout, theme or controls that are repeated three times or more once, and include them",
    ],
    [
      "--find-templates",
      "with --all: offer workbooks that are alike but for a few values, new ones and those of files, as one template with rows",
    ],
    ["-y, --yes", "with --find-templates: write it without asking"],
    ["--dry-run", "show what would be written, as a diff, and write nothing"],
    ["--theirs", "if both sides edited, take the live edit"],
    ["--ours", "if both sides edited, keep the edit of the files"],
  ],
  examples: [
    "boardwright pull                          # edits made in the UI, into the files",
    "boardwright pull revenue-overview --theirs",
    "boardwright pull --all --dry-run          # what adopting a whole deployment would write",
    "boardwright pull --all --into dashboards/adopted --mirror-folders",
    "boardwright pull --all --find-templates   # shows what one template each would save, and asks",
    "boardwright pull --all --find-templates --yes",
  ],
  async run(terminal, slugs, flags: PullFlags) {
    if (flags.theirs && flags.ours)
      throw new UsageError("--theirs and --ours exclude each other", [
        "If both sides edited, --theirs takes the live edit and --ours keeps that of the files.",
      ]);
    const { findTemplates = false, yes = false } = flags;
    if (findTemplates && !flags.all)
      throw new UsageError("--find-templates needs --all", [
        "It compares all workbooks: `boardwright pull --all --find-templates`.",
      ]);
    if (yes && !findTemplates)
      throw new UsageError("--yes is for --find-templates", ["Any other pull writes without asking."]);
    const resolution = flags.theirs ? "theirs" : flags.ours ? "ours" : undefined;
    const { into, mirrorFolders, share, dryRun = false } = flags;
    const chosen = { slugs, all: flags.all === true, into, mirrorFolders, share, resolution } as const;
    // Templates are written only if somebody says so.
    const asks = findTemplates && !yes && !dryRun;
    const canAsk = terminal.interactive && !flags.json;
    let offered = false;
    const result = await withTarget(terminal, flags, async (context) => {
      const { color, width } = terminal;
      const options = {
        target: nameToSay(context.project, context.target, terminal.env),
      };
      const print = (document: Document) =>
        terminal.show(printTerminal(document, { color: color.out, width }));
      const confirm = async (offer: PullResult): Promise<boolean> => {
        offered = true;
        print(pullDocument(offer, { ...options, unwritten: "" }));
        return saysYes(terminal, "Write this?");
      };
      // What is being folded into templates is asked about as a whole.
      const asksToShare = canAsk && !findTemplates && !dryRun && share === undefined;
      const { result } = await pullFiles({
        ...context,
        ...chosen,
        ...(asksToShare && {
          askToShare: (repeated) => {
            for (const { message } of repeated) terminal.err(`${message}.`);
            return saysYes(terminal, "Write each such block once, in shared/, and include it?");
          },
        }),
        findTemplates,
        write: !dryRun && (!asks || canAsk),
        ...(asks && { confirm }),
      });
      const unwritten = asks ? "Nothing was written: the same command with `--yes` writes it." : undefined;
      if (flags.json) terminal.out(renderPullJson(result));
      else if (!offered) print(pullDocument(result, { ...options, unwritten }));
      else if (!result.unwritten) print(pullEndDocument(result, options));
      return result;
    });
    if (offered && result.unwritten) {
      terminal.err("Nothing was written.");
      return terminal.interrupted.aborted ? EXIT.interrupted : EXIT.failed;
    }
    const isLeft = ({ action }: Pulled) => action === "conflict" || action === "skipped";
    // A dry run ends as the pull would.
    const isMissing = (slug: string): boolean =>
      result.notes.some(({ code, key }) => NOT_THERE.has(code) && key === normalizeSlug(slug));
    return slugs.some(isMissing) || result.pulled.some(isLeft) ? EXIT.failed : EXIT.ok;
  },
};
