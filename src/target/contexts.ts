// Saved logins, by name: login writes them, logout and context change them, and every command may use them.

import { endWithGuess, UsageError, UserError } from "../model/index.ts";
import { type Config, type Context, readConfig, withConfigLock, writeConfig } from "./config-file.ts";
import type { Saved } from "./saved-contexts.ts";

/** Adds or replaces a context and makes it the current one. */
export async function saveContext(path: string, name: string, context: Context): Promise<void> {
  await change(path, ({ contexts, unusable }) => ({
    current: name,
    contexts: new Map([...contexts, [name, context]]),
    unusable: without(unusable, name),
  }));
}

/** Makes a context the one to use if none is named. */
export async function useContext(path: string, name: string): Promise<void> {
  await change(path, (config) => {
    requireContext(config, name);
    return { ...config, current: name };
  });
}

/** Removes a context. If it was the current one, none is afterwards. */
export async function removeContext(path: string, name: string): Promise<void> {
  await change(path, (config) => {
    const { current, contexts, unusable } = config;
    if (!unusable.has(name)) requireContext(config, name);
    return {
      current: current === name ? undefined : current,
      contexts: without(contexts, name),
      unusable: without(unusable, name),
    };
  });
}

/** The named context, or the current one; undefined if none is named and none is current. */
export async function findContext(path: string, name: string | undefined): Promise<Saved | undefined> {
  const config = await readConfig(path);
  const chosen = name ?? config.current;
  return chosen === undefined ? undefined : { name: chosen, context: requireContext(config, chosen) };
}

function requireContext({ contexts, unusable }: Config, name: string): Context {
  const context = contexts.get(name);
  if (context) return context;
  if (unusable.has(name)) {
    throw new UserError(`the saved context ${JSON.stringify(name)} has no url or no api_key`, {
      details: [
        `Log in again with \`boardwright login --name ${name} --url URL\`, or \`boardwright context remove ${name}\`.`,
      ],
    });
  }
  const known = [...contexts.keys()];
  throw new UsageError(endWithGuess(`there is no saved context ${JSON.stringify(name)}`, name, known), [
    known.length > 0 ? `There are ${known.join(", ")}.` : "Log in with `boardwright login` to save one.",
  ]);
}

function without<T>(map: ReadonlyMap<string, T>, name: string): Map<string, T> {
  return new Map([...map].filter(([other]) => other !== name));
}

async function change(path: string, edit: (config: Config) => Config): Promise<void> {
  await withConfigLock(path, async () => {
    await writeConfig(path, edit(await readConfig(path)));
  });
}
