// Previews of a pull request.

import { previewList as list, previewDown as takeDown } from "../features/preview/preview-down.ts";
import { previewUp as bringUp } from "../features/preview/preview-up.ts";
import type {
  ListedPreview,
  PreviewDownOptions,
  PreviewDownResult,
  PreviewListOptions,
  PreviewUpOptions,
  PreviewUpOutcome,
  Project,
} from "../model/index.ts";
import { withTarget } from "./context.ts";

/**
 * Puts up copies of the changed workbooks on the model of a branch, or brings them up to date. Rejects with a UserError if it cannot:
 * then nothing was applied, and the branch's environment is as it was. If `broken` names workbooks, nothing was applied either.
 */
export async function previewUp(project: Project, options: PreviewUpOptions): Promise<PreviewUpOutcome> {
  const {
    files: _files,
    text: _text,
    ...result
  } = await withTarget(project, options, (context) => bringUp({ ...options, ...context }));
  return result;
}

/** Takes down what this project put up under the name, or of the branch, or both; or what is stale. Doing it again is fine. */
export async function previewDown(project: Project, options: PreviewDownOptions): Promise<PreviewDownResult> {
  return withTarget(project, options, (context) => takeDown({ ...options, ...context }));
}

/** The previews of this project, sorted; with `stale` only those whose branch is gone or whose end is past. Sends GET requests only. */
export async function previewList(
  project: Project,
  options: PreviewListOptions = {},
): Promise<ListedPreview[]> {
  return withTarget(project, options, (context) => list({ ...options, ...context }));
}
