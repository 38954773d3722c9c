// A connection to a target, opened when it is first needed: the platform at its address, or the embedded one in this process.

import { resolve } from "node:path";
import { stayInOpen } from "../disc/index.ts";
import { type Project, type ProjectPolicy, UserError } from "../model/index.ts";
import type { Platform, Scheme, TrafficListeners } from "../platform/index.ts";
import type { Destination, Environment } from "./choose-target.ts";
import { findCredentials } from "./credentials.ts";
import { describeAddress, describeCredential } from "./describe-origin.ts";
import { requireTrustedAddress, requireTrustedDeployment } from "./trust.ts";

export interface SessionOptions extends ConnectionOptions {
  project: Project;
  target: Destination;
}

export interface ConnectionOptions extends TrafficListeners {
  env: Environment;
  /** `--context`: the saved context whose token is used. */
  context?: string | undefined;
  concurrency?: number | "auto" | undefined;
  /** Where a target's `url` is written, for errors: `boardwright.yaml:9`. */
  placeOf?: ((target: string) => string) | undefined;
  /** Instead of `PLATFORM_AUTH_SCHEME`. */
  scheme?: Scheme;
  /** Ends everything at once, requests in flight included. */
  signal?: AbortSignal | undefined;
}

/** Where to connect to. */
interface Place {
  url: string;
  /** The path of a sandbox is relative to this. */
  root: string;
  /** The target's name. */
  target?: string | undefined;
  policy?: ProjectPolicy | undefined;
}

export interface Session {
  platform: Platform;
  /** The saved context that the token is from, if it is from one. */
  contextName?: string | undefined;
  close(): Promise<void>;
}

const SANDBOX = "sandbox:";

/** Calls `use` with a function that opens the connection (the same one each time), and closes it afterwards in any case. */
export async function withPlatform<T>(
  { project, target, ...options }: SessionOptions,
  use: (connect: () => Promise<Platform>) => Promise<T>,
): Promise<T> {
  const { policy } = project;
  const place = { url: target.url, root: project.root, target: target.name, policy };
  const { concurrency = project.apply.concurrency } = options;
  let session: Promise<Session> | undefined;
  try {
    return await use(async () => {
      if (target.isOwnDeployment && !isSandbox(target.url))
        requireTrustedDeployment(project, target.name, target.deployment);
      session ??= openSession(place, { ...options, concurrency });
      return (await session).platform;
    });
  } finally {
    // If opening failed, `use` has had the error already.
    await session?.then(
      ({ close }) => close(),
      () => {},
    );
  }
}

/** Throws a UserError for an address or a credential that cannot be used. Nothing is sent yet. */
export async function openSession(place: Place, options: ConnectionOptions): Promise<Session> {
  const { env, context, concurrency, scheme, signal, onRetry, onSent, onAnswered } = options;
  const { connect, proxyFor } = await import("../platform/index.ts");
  const userAgent = `boardwright/${BOARDWRIGHT_VERSION}`;
  const shared = { concurrency: concurrency || undefined, userAgent, signal, onRetry, onSent, onAnswered };
  if (isSandbox(place.url)) {
    if (context === undefined) return openSandbox(place, shared);
    throw new UserError(
      `${place.target ?? place.url} is the embedded sandbox, which does not take --context`,
      {
        details: ["It needs no credential. Name another target with --target, or leave --context out."],
      },
    );
  }
  const { url, target } = place;
  await requireTrustedAddress(place, env);
  const { contextName, ...credentials } = await findCredentials(url, env, { context, target, signal });
  const proxy = (host: string) => proxyFor(host, env);
  const from = {
    address: () => describeAddress(place, { ...options, context: contextName ?? context }),
    credential: () => describeCredential(contextName),
  };
  const platform = connect({ url, proxy, ...credentials, ...(scheme && { scheme }), ...shared, from });
  return { platform, contextName, close: () => platform.close() };
}

export function isSandbox(url: string): boolean {
  return url.startsWith(SANDBOX);
}

async function openSandbox(place: Place, shared: object): Promise<Session> {
  const { connect } = await import("../platform/index.ts");
  const { createSandbox } = await import("../sandbox/index.ts");
  const data = resolve(place.root, place.url.slice(SANDBOX.length));
  stayInOpen(place.root, data, "the sandbox data");
  const sandbox = await createSandbox({ data, record: false });
  const platform = connect({ url: sandbox.url, token: sandbox.apiKey, ...shared });
  return {
    platform,
    async close() {
      await platform.close();
      await sandbox.close();
    },
  };
}
