// What becomes of a request without an answer.
import { Refused } from "./client.ts";
import { update } from "./store.ts";

/** An old session and a silent server are states of the whole page; everything else is `otherwise`'s. */
export function fail(error: unknown, otherwise: (message: string, help: string | null) => void): void {
  if (error instanceof Refused && error.status === 401)
    update({ phase: "stale", stale: { title: error.message, text: error.help ?? "" } });
  else if (error instanceof Refused) otherwise(error.message, error.help);
  else if (error instanceof TypeError) update({ phase: "lost" });
  else throw error;
}
