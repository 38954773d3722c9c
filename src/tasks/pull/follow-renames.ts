// Workbooks that somebody gave another slug in the UI, renamed in the files: over the texts that a pull is going to write, so that the files get
// the new slug and what was edited in one write.

import { type Pulled, type PullNote, UserError } from "../../model/index.ts";
import type { Survey } from "../../pull/index.ts";
import { makeRename } from "../rename/make-rename.ts";
import type { TaskContext } from "../task-context.ts";

type RenamedLive = Survey["renamed"][number];

export interface Followed {
  /** Name → text, or null for a file that must go: with the new slugs. */
  files: Map<string, string | null>;
  /** Slug that was → slug, of those that are renamed. */
  slugs: ReadonlyMap<string, string>;
  /** What could not be renamed, by the slug that the files have. */
  failed: Map<string, PullNote>;
}

/** `files`: what the pull would write without. Each renaming is proven over those before it. Reads files and writes none. */
export async function followRenames(
  { project, env }: Pick<TaskContext, "project" | "env">,
  renamed: readonly RenamedLive[],
  files: ReadonlyMap<string, string | null>,
): Promise<Followed> {
  const followed = {
    files: new Map(files),
    slugs: new Map<string, string>(),
    failed: new Map<string, PullNote>(),
  };
  for (const one of renamed) {
    const { from, to } = one;
    try {
      const { texts } = await makeRename(project, env, { kind: "workbook", from, to }, followed.files);
      for (const [file, { after }] of texts) followed.files.set(file, after);
      followed.slugs.set(from, to);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      followed.failed.set(from, notRenamed(one, error));
    }
  }
  return followed;
}

function notRenamed({ from, to, file, line }: RenamedLive, { message, details = [] }: UserError): PullNote {
  return {
    code: "cannot-rename",
    key: from,
    file,
    line,
    message: `${from} is live as ${to}, and is not pulled: ${message}`,
    help: [...details, `Or give it the slug ${from} back on the platform.`].join(" "),
  };
}

/** What was pulled, under the slugs that the files have then; and an item for each renaming, before what else was taken of it. */
export function namedAnew(
  pulled: readonly Pulled[],
  renamed: readonly RenamedLive[],
  slugs: ReadonlyMap<string, string>,
): Pulled[] {
  const now = (slug: string) => slugs.get(slug) ?? slug;
  const renames = renamed.flatMap(({ from, to, id, name, file, line }): Pulled[] =>
    slugs.has(from)
      ? [{ kind: "workbook", key: to, action: "renamed", was: from, name, id, file, line }]
      : [],
  );
  const others = pulled.map((item): Pulled => {
    const slug = item.slug === undefined ? {} : { slug: now(item.slug) };
    if (item.kind === "report") return { ...item, ...slug };
    const key = now(item.key);
    return { ...item, ...slug, key, ...(item.change && { change: { ...item.change, key } }) };
  });
  return [...renames, ...others];
}
