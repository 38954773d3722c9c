// Whether a model can answer: it compiles, and it is awake.

import { UserError } from "../model/index.ts";
import { type Environment, type Platform, PlatformError } from "../platform/index.ts";

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

/** `Continue wait` is not a failure: reads again until the deadline. */
export async function readPatiently<T>(read: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
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
  const capabilities = await platform.capabilities();
  if (!capabilities.described || !capabilities.has("validateModel")) return;
  const choice: { branchName?: string } =
    environment.type === "production" || branch === undefined ? {} : { branchName: branch };
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
      `Nothing can be checked against it. Fix the model, then run this again; \`boardwright validate ${deploymentId}${choice.branchName === undefined ? "" : ` --branch ${choice.branchName}`}\` lists the errors.`,
    ],
  });
}
