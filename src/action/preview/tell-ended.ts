// A sweep takes down previews of pull requests that it was not started by: what their comments say of them is brought up to date.

import type { PreviewRemoval } from "../../model/index.ts";
import { escapeTerminal } from "../../report/index.ts";
import { saveSection } from "../comment/save-section.ts";
import { GitHubError } from "../github-error.ts";
import type { Job } from "../job.ts";
import { renderTexts } from "../texts.ts";

/** As a pull request names its preview. */
const OF_PULL = /^pr-([1-9]\d{0,9})$/;

/** Writes no new comment, and only on a schedule. What GitHub refuses is said in the log once. */
export async function tellEnded(job: Job, previews: readonly PreviewRemoval[]): Promise<void> {
  const { event, github, inputs, log, stop } = job;
  if (!github || !inputs.comment || event.name !== "schedule") return;
  for (const preview of previews) {
    const pull = Number(OF_PULL.exec(preview.name)?.[1] ?? 0);
    if (pull === 0 || stop.aborted) continue;
    const { comment } = renderTexts(job, { removal: { ...preview, others: [] } });
    try {
      await saveSection(pull, { ...comment, onlyAgain: true }, { github, stop });
    } catch (error) {
      if (!(error instanceof GitHubError)) throw error;
      const said = `Comments still link to previews that are gone: ${error.message}. ${error.advice ?? ""}`;
      return log.print(escapeTerminal(said.trim()));
    }
  }
}
