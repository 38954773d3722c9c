// preview-up and preview-down in the Action.
import { UserError } from "../model/index.ts";
import type { Job } from "./job.ts";
import type { Outcome } from "./outcome.ts";

export async function runPreviewUp(_job: Job): Promise<Outcome> {
  throw new UserError("previews are not part of this build");
}

export async function runPreviewDown(_job: Job): Promise<Outcome> {
  throw new UserError("previews are not part of this build");
}
