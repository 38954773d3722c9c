// Plans that leave the process must not carry the credential: files, comments and logs are read by more people than may use it.

import { type Plan, SHORTEST_SECRET, UserError, writeJson } from "../model/index.ts";
import { isSandbox } from "../target/index.ts";
import { makePlan, type Planned, type PlanOptions } from "./make-plan.ts";
import type { TaskContext } from "./task-context.ts";

/** A plan that is shown or saved next. Throws a UserError if it holds the credential. */
export async function makePlanToShow(options: PlanOptions): Promise<Planned> {
  const planned = await makePlan(options);
  await refuseSecrets(planned.plan, options);
  return planned;
}

/** Throws a UserError if the plan holds the credential: `${env.NAME}` can put it into a dashboard. */
export async function refuseSecrets(
  { changes, diagnostics }: Plan,
  { target, env, connect }: Pick<TaskContext, "target" | "env" | "connect">,
): Promise<void> {
  // The key of the embedded platform is known to everybody, and opens nothing.
  const platform = isSandbox(target.url) ? undefined : await connect();
  const key = env.PLATFORM_API_KEY?.trim() ?? "";
  const isSecret = (text: string) => platform?.holdsCredential(text) === true || holdsKey(text, key);
  // One by one: the text of a whole plan may be as large as all dashboards.
  if (![...changes, ...diagnostics].some((part) => isSecret(writeJson(part)))) return;
  throw new UserError("the plan holds the text of the credential; it was neither shown nor written", {
    details: [
      "A dashboard contains it, most likely through ${env.NAME}: everybody who sees the dashboard would see it.",
      "Take it out of the files, and if it was applied or shared before, replace the credential.",
    ],
  });
}

function holdsKey(text: string, key: string): boolean {
  if (key.length < SHORTEST_SECRET) return false;
  return text.includes(key) || text.includes(JSON.stringify(key).slice(1, -1));
}
