// What a list does not show may be deleted, or hidden, or be late in lists: a read by its id says which.

import { PlatformError } from "../platform/index.ts";

/** What a read by id says: it is there, there is none with this id (404), or why nobody knows, as a part of a sentence. */
export type Sight<Found> = { found: Found } | { gone: true } | { why: string };

/** Throws only if the platform cannot be reached at all. */
export async function lookFor<Found>(answer: Promise<Found | undefined>): Promise<Sight<Found>> {
  try {
    const found = await answer;
    return found === undefined ? { gone: true } : { found };
  } catch (error) {
    const isAnswer = error instanceof PlatformError && (error.status ?? 0) > 0;
    if (!isAnswer && !(error instanceof PlatformError && error.code === "no-such-operation")) throw error;
    return { why: error.message };
  }
}
