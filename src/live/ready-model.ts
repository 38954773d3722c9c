// Whether a model can answer: it compiles, and it is awake.

import { UserError } from "../model/index.ts";
import { type Environment, type Platform, PlatformError, type WireModelMetadata } from "../platform/index.ts";

/** The most compile errors that a message shows. */
const ERRORS_SHOWN = 5;

/** A model that is about to be read, or asked for rows. */
export interface OpenedModel {
  deploymentId: number;
  environment: Environment;
  branch: string | undefined;
  /** The model's name in messages. */
  of: string;
  call: { signal: AbortSignal };
}

/**
 * The model's metadata. `Continue wait` is not a failure: reads again until the deadline. Rejects with a UserError for a model that does
 * not compile.
 */
export async function readMetadata(
  platform: Platform,
  opened: OpenedModel & { token: string },
  isOver: () => boolean,
): Promise<WireModelMetadata> {
  const { environment, token, call } = opened;
  for (;;) {
    try {
      return await platform.modelMetadata(environment, token, call);
    } catch (error) {
      if (error instanceof PlatformError && error.code === "broken-model")
        throw await explainBroken(platform, opened, error);
      const isWaiting = error instanceof PlatformError && error.code === "continue-wait";
      if (!isWaiting || isOver()) throw error;
    }
  }
}

/** A model that does not compile breaks every dashboard, even while the last one that did is still served. */
export async function refuseBroken(
  platform: Platform,
  { deploymentId, environment, branch, of, call }: OpenedModel,
): Promise<void> {
  if (!(await isValidated(platform))) return;
  const choice = choiceOf({ environment, branch });
  let errors: { message: string; fileName?: string | null }[];
  try {
    const { valid, ...report } = await platform.validateModel(deploymentId, choice, call);
    if (valid) return;
    errors = report.errors;
  } catch (error) {
    // A credential that may not compile a model may still read it. What was interrupted ends with the next request.
    if (error instanceof PlatformError) return;
    throw error;
  }
  const shown = errors.slice(0, ERRORS_SHOWN);
  const more = errors.length - shown.length;
  throw new UserError(`the model of ${of} does not compile`, {
    details: [
      ...shown.map(({ message, fileName }) => (fileName ? `${fileName}: ${message}` : message)),
      ...(more > 0 ? [`and ${more} more`] : []),
      adviseFix(deploymentId, choice),
    ],
  });
}

/** The data API itself said so, in its own words. */
async function explainBroken(
  platform: Platform,
  { deploymentId, environment, branch, of }: OpenedModel,
  cause: PlatformError,
): Promise<UserError> {
  const lists = await isValidated(platform);
  return new UserError(`the model of ${of} does not compile`, {
    details: [
      `Environment ${environment.id} of deployment ${deploymentId} says: "${cause.platformMessage}"`,
      adviseFix(deploymentId, lists ? choiceOf({ environment, branch }) : undefined),
    ],
    cause,
  });
}

async function isValidated(platform: Platform): Promise<boolean> {
  const capabilities = await platform.capabilities();
  return capabilities.described && capabilities.has("validateModel");
}

function choiceOf({ environment, branch }: Pick<OpenedModel, "environment" | "branch">): {
  branchName?: string;
} {
  return environment.type === "production" || branch === undefined ? {} : { branchName: branch };
}

/** `choice`: what is validated; undefined where the platform does not offer it. */
function adviseFix(deploymentId: number, choice: { branchName?: string } | undefined): string {
  const advice = "Nothing can be checked against it. Fix the model, then run this again";
  if (choice === undefined) return `${advice}.`;
  const branch = choice.branchName === undefined ? "" : ` --branch ${choice.branchName}`;
  return `${advice}; \`boardwright validate ${deploymentId}${branch}\` lists the errors.`;
}
