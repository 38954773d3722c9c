// boardwright pull: what was edited live goes into the files, what no file declares gets new ones. Sends GET requests only.

import { EXIT, normalizeSlug, type Pulled, UsageError } from "../../model/index.ts";
import { renderPullJson, renderPullPretty } from "../../report/index.ts";
import { nameToSay } from "../../target/index.ts";
import { pullFiles } from "../../tasks/pull/pull-files.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { withTarget } from "../with-target.ts";

export interface PullFlags extends GlobalFlags {
  all?: boolean;
  into?: string;
  mirrorFolders?: boolean;
  share?: boolean;
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
    ["--share", "write a layout or theme that three new files or more repeat once, and include it"],
    ["--dry-run", "show what would be written, as a diff, and write nothing"],
    ["--theirs", "if both sides edited, take the live edit"],
    ["--ours", "if both sides edited, keep the edit of the files"],
  ],
  examples: [
    "boardwright pull                          # edits made in the UI, into the files",
    "boardwright pull revenue-overview --theirs",
    "boardwright pull --all --dry-run          # what adopting a whole deployment would write",
    "boardwright pull --all --into dashboards/adopted --mirror-folders",
  ],
  async run(terminal, slugs, flags: PullFlags) {
    if (flags.theirs && flags.ours)
      throw new UsageError("--theirs and --ours exclude each other", [
        "If both sides edited, --theirs takes the live edit and --ours keeps that of the files.",
      ]);
    const resolution = flags.theirs ? "theirs" : flags.ours ? "ours" : undefined;
    const { into, mirrorFolders, share, dryRun = false } = flags;
    const chosen = { slugs, all: flags.all === true, into, mirrorFolders, share, resolution } as const;
    const { result, target } = await withTarget(terminal, flags, async (context) => {
      const { result } = await pullFiles({
        ...context,
        ...chosen,
        write: !dryRun,
        signal: terminal.interrupted,
      });
      return { result, target: nameToSay(context.project, context.target, terminal.env) };
    });
    const { color, width } = terminal;
    if (flags.json) terminal.out(renderPullJson(result));
    else
      terminal.show(
        renderPullPretty(result, {
          color: color.out,
          target,
          ...(width === undefined ? {} : { width }),
        }),
      );
    const isLeft = ({ action }: Pulled) => action === "conflict" || action === "skipped";
    // A dry run ends as the pull would.
    const isMissing = (slug: string): boolean =>
      result.notes.some(({ code, key }) => NOT_THERE.has(code) && key === normalizeSlug(slug));
    return slugs.some(isMissing) || result.pulled.some(isLeft) ? EXIT.failed : EXIT.ok;
  },
};
