// A connection to a target, opened when it is first needed: the platform at its address, or the embedded one in this process.

import { resolve } from "node:path";
import type { Project } from "../model/index.ts";
import type { Platform, RetryEvent } from "../platform/index.ts";
import { type Destination, type Environment, findCredentials } from "./settings.ts";

export interface SessionOptions {
  project: Project;
  target: Destination;
  env: Environment;
  concurrency?: number;
  onRetry?(event: RetryEvent): void;
  /** Ends everything at once, also what is in flight. */
  signal?: AbortSignal;
}

interface Session {
  platform: Platform;
  close(): Promise<void>;
}

const SANDBOX = "sandbox:";

/** Calls `use` with what opens the connection (the same one each time) and closes it afterwards, whatever happened. */
export async function withPlatform<T>(
  options: SessionOptions,
  use: (connect: () => Promise<Platform>) => Promise<T>,
): Promise<T> {
  let session: Promise<Session> | undefined;
  try {
    return await use(async () => {
      session ??= openSession(options);
      return (await session).platform;
    });
  } finally {
    // Where opening failed, `use` has been told so already.
    await session?.then(
      ({ close }) => close(),
      () => {},
    );
  }
}

async function openSession({
  project,
  target,
  env,
  concurrency,
  onRetry,
  signal,
}: SessionOptions): Promise<Session> {
  const { connect } = await import("../platform/index.ts");
  const shared = {
    concurrency: concurrency ?? project.apply.concurrency,
    userAgent: `boardwright/${BOARDWRIGHT_VERSION}`,
    ...(onRetry ? { onRetry } : {}),
    ...(signal ? { signal } : {}),
  };
  if (!target.url.startsWith(SANDBOX)) {
    const platform = connect({ url: target.url, ...findCredentials(target, env), ...shared });
    return { platform, close: () => platform.close() };
  }
  const { createSandbox } = await import("../sandbox/index.ts");
  const sandbox = await createSandbox({
    data: resolve(project.root, target.url.slice(SANDBOX.length)),
    record: false,
  });
  const platform = connect({ url: sandbox.url, token: sandbox.apiKey, ...shared });
  return {
    platform,
    async close() {
      await platform.close();
      await sandbox.close();
    },
  };
}
