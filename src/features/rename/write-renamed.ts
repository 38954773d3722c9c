// Writes what a rename changes: all files, or none; and after a run that was killed in between, the rest of them.

import { join } from "node:path";
import { ChangedMeanwhile, PartlyWritten, stayInside, writeTogether } from "../../files/index.ts";
import { type Renamed, UserError } from "../../model/index.ts";
import { forgetRename, noteRename } from "./unfinished.ts";

/** `written`: files that a killed run wrote already; its note stays then. Rejects with a UserError that says how far it is. */
export async function writeRenamed(
  root: string,
  renamed: Renamed,
  written: ReadonlySet<string> = new Set(),
): Promise<void> {
  const isRest = written.size > 0;
  const texts = new Map([...renamed.texts].filter(([file]) => !written.has(file)));
  for (const file of texts.keys()) stayInside(root, join(root, file), "a renamed file");
  if (!isRest) await noteRename(root, renamed);
  const side = (which: "before" | "after") =>
    new Map([...texts].map(([file, text]) => [join(root, file), text[which]]));
  try {
    await writeTogether(side("after"), side("before"));
  } catch (error) {
    if (error instanceof PartlyWritten)
      throw new UserError(
        `${written.size + error.written} of ${renamed.texts.size} files are renamed, then: ${error.message}`,
        {
          details: ["Remove what prevents it and run the same command again, which writes the rest."],
        },
      );
    if (!isRest) forgetRename(root);
    if (!(error instanceof ChangedMeanwhile)) throw error;
    throw new UserError(
      `${error.message}, so ${isRest ? "the rest" : "nothing"} was ${isRest ? "not " : ""}renamed`,
      {
        details: ["Run the same command again."],
      },
    );
  }
  forgetRename(root);
}
