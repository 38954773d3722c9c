// boardwright whoami: with which credential commands would talk to which address, and what it reaches.

import { EXIT, showUrl } from "../../model/index.ts";
import {
  type Deployment,
  type Platform,
  PlatformError,
  readDeploymentId,
  type Scheme,
} from "../../platform/index.ts";
import { escapeTerminal, jsonText } from "../../report/index.ts";
import { isSandbox, readScheme } from "../../target/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { type Remote, withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";

interface Identity {
  context: string | null;
  url: string;
  scheme: Scheme;
  credential: "environment" | "context" | "sandbox";
  /** Null if the deployment describes no such operation. */
  user: { id: number; email: string; username: string } | null;
  deployments: { id: Deployment["id"]; name: string }[];
}

export const command: Declaration = {
  examples: ["boardwright whoami", "boardwright whoami --target production --json"],
  async run(terminal, _args, flags) {
    const identity = await identify(terminal, flags);
    if (flags.json) terminal.out(jsonText(identity));
    else terminal.show(render(identity));
    return EXIT.ok;
  },
};

/** If no scheme is set, the one that works is found as every command does it: Bearer, after a 401 Api-Key. */
async function identify(terminal: Terminal, flags: GlobalFlags): Promise<Identity> {
  const as = (scheme: Scheme): Promise<Identity> =>
    withRemote(terminal, flags, (remote) => ask(remote, scheme), { scheme });
  const forced = readScheme(terminal.env);
  if (forced) return as(forced);
  try {
    return await as("bearer");
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 401) throw error;
    return as("api-key");
  }
}

async function ask({ platform, url, contextName }: Remote, scheme: Scheme): Promise<Identity> {
  const deployments = await platform.listDeployments();
  const capabilities = await platform.capabilities();
  const user = capabilities.described && capabilities.has("currentUser") ? await readUser(platform) : null;
  return {
    context: contextName ?? null,
    url: showUrl(url),
    scheme,
    credential: isSandbox(url) ? "sandbox" : contextName === undefined ? "environment" : "context",
    user,
    deployments: deployments.map((each) => ({ id: readDeploymentId(each), name: each.name })),
  };
}

/** Null if the credential may not ask, like one without a user of its own. */
async function readUser(platform: Platform): Promise<Identity["user"]> {
  try {
    const { id, email, username } = await platform.currentUser();
    return { id, email, username };
  } catch (error) {
    if (error instanceof PlatformError && (error.status === 403 || error.status === 404)) return null;
    throw error;
  }
}

const CREDENTIALS = {
  environment: "PLATFORM_API_KEY",
  context: "saved by login",
  sandbox: "none needed: the embedded sandbox",
} as const;

function render({ context, url, scheme, credential, user, deployments }: Identity): string {
  const rows: [string, string][] = [
    ["context", context ?? "none"],
    ["address", url],
    ["scheme", scheme],
    ["credential", CREDENTIALS[credential]],
  ];
  if (user) rows.push(["user", `${user.email} (${user.username}, ${user.id})`]);
  const reached = deployments.map(({ id, name }) => `${id}  ${name}`);
  for (const [index, text] of (reached.length > 0 ? reached : ["none"]).entries())
    rows.push([index === 0 ? "deployments" : "", text]);
  return rows.map(([label, text]) => `${label.padEnd(13)}${escapeTerminal(text)}`).join("\n");
}
