// The data model of a target: of its production environment, or of a branch.

import { fetchModel } from "../live/index.ts";
import type { DataModel, Target } from "../model/index.ts";
import { systemClock } from "../platform/index.ts";
import { isSandbox } from "../target/index.ts";
import type { ProjectContext } from "./context.ts";

/** A model, and the target whose workbooks are checked against it. */
export interface TargetModel {
  target: Target;
  model: DataModel;
  /** Where it is a branch's, and a name is unknown: production's model; undefined if that cannot be read. */
  readBefore?(): Promise<DataModel | undefined>;
}

export interface ReadModelOptions extends Pick<ProjectContext, "target" | "connect" | "signal"> {
  /** Production if absent. */
  branch?: string | undefined;
}

const SEEDS =
  "A sandbox has the model that its data file or its seed gives it, under `cubes`: docs/sandbox.md shows one.";

/** An idle model may take this long to answer. */
const DEADLINE_MS = 180_000;

/** Only reads, except for issuing the token for the metadata. */
export async function readModel({ target, connect, branch, signal }: ReadModelOptions): Promise<DataModel> {
  return fetchModel(await connect(), target.deployment, {
    ...(branch !== undefined && { branch }),
    ...(isSandbox(target.url) && { adviceIfEmpty: SEEDS }),
    clock: systemClock,
    deadlineMs: DEADLINE_MS,
    signal,
  });
}
