// A connection to a place: the platform at its address, or the embedded one in this process.

import { resolve } from "node:path";
import { stayInOpen } from "../files/index.ts";
import { UserError } from "../model/index.ts";
import type { Platform, Scheme, TrafficListeners } from "../platform/index.ts";
import type { Environment } from "./choose-target.ts";
import { findCredentials } from "./credentials.ts";
import { describeAddress, describeCredential } from "./describe-origin.ts";
import { type Address, requireTrustedAddress } from "./trust.ts";

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
interface Connection extends Address {
  /** The path of a sandbox is relative to this. */
  root: string;
}

export interface Session {
  platform: Platform;
  /** The saved context that the token is from, if it is from one. */
  contextName?: string | undefined;
  close(): Promise<void>;
}

const SANDBOX = "sandbox:";

/** Throws a UserError for an address or a credential that cannot be used. Nothing is sent yet. */
export async function openSession(place: Connection, options: ConnectionOptions): Promise<Session> {
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

/** What keeps the sandbox of this address: an absolute path. `root`: the project's folder. */
export function sandboxFile(root: string, url: string): string {
  return resolve(root, url.slice(SANDBOX.length));
}

async function openSandbox(place: Connection, shared: object): Promise<Session> {
  const { connect } = await import("../platform/index.ts");
  const { createSandbox } = await import("../sandbox/index.ts");
  const data = sandboxFile(place.root, place.url);
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
