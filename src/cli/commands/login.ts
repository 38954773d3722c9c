// boardwright login: a browser login (the device flow) or an API key, tried once and saved as a context. No token is ever printed.

import { EXIT, learnSecret, SHORTEST_LEARNED, showUrl, UsageError, UserError } from "../../model/index.ts";
import {
  connect,
  type Deployment,
  type Origin,
  pollDeviceToken,
  readDeploymentId,
  startDeviceLogin,
} from "../../platform/index.ts";
import { escapeTerminal } from "../../report/index.ts";
import {
  contextsFile,
  findContext,
  isSandbox,
  oauthOptions,
  originOf,
  readConfig,
  readScheme,
  saveContext,
} from "../../target/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import type { Terminal } from "../terminal.ts";
import { watchRequests } from "../watch-requests.ts";

export interface LoginFlags extends GlobalFlags {
  url?: string;
  name?: string;
  /** `-` reads it from standard input: arguments are seen by every user of the machine, in its list of processes. */
  apiKey?: string;
}

interface Login {
  apiKey: string;
  refreshToken?: string;
  /** What the platform calls the tenant's address. */
  tenantUrl?: string;
}

export const command: Declaration = {
  options: [
    ["--url <url>", "the platform's address (default: PLATFORM_API_URL, then that of the saved context)"],
    ["--name <name>", "the context's name (default: the first label of the host)"],
    [
      "--api-key <key>",
      "save this API key, without a browser; - reads it from standard input, which keeps it out of the list of processes",
    ],
  ],
  examples: [
    "boardwright login --url https://acme.example.com   # in a browser",
    "boardwright login --url https://acme.example.com --name ci --api-key -   # the key from standard input",
  ],
  async run(terminal, _args, flags: LoginFlags) {
    const { env } = terminal;
    const path = contextsFile(env);
    const saved = await findContext(path, flags.context);
    const given = flags.url || env.PLATFORM_API_URL;
    const url = checkUrl(given || saved?.context.url);
    const name = flags.name ?? flags.context ?? (given ? undefined : saved?.name) ?? nameOf(url);
    checkName(name);
    if (given && flags.name === undefined && flags.context === undefined) await checkTaken(path, name, url);
    const login =
      flags.apiKey === undefined
        ? await logInByBrowser(terminal, url)
        : await readKey(terminal, flags.apiKey);
    requireSavable(login.apiKey);
    const from = originOfLogin(flags, env, saved?.name);
    const deployments = await tryOut(terminal, flags, { url, login, from });
    const { apiKey, refreshToken } = login;
    await saveContext(path, name, { url, apiKey, ...(refreshToken === undefined ? {} : { refreshToken }) });
    const reached = deployments.map((each) => ({ id: readDeploymentId(each), name: each.name }));
    if (flags.json) {
      terminal.out(`${JSON.stringify({ context: name, url, deployments: reached }, null, 2)}\n`);
    } else {
      const ids = escapeTerminal(reached.map(({ id }) => id).join(", "));
      const count = `${reached.length} deployment${reached.length === 1 ? "" : "s"}`;
      terminal.show(`Logged in to ${url} as context ${name}: ${count}${ids === "" ? "" : ` (${ids})`}.`);
    }
    if (env.PLATFORM_API_KEY)
      terminal.err(
        "PLATFORM_API_KEY is set and takes precedence over saved contexts: unset it to use this one.",
      );
    return EXIT.ok;
  },
};

/** `--url`, `PLATFORM_API_URL`, or the address of the saved context, which is logging in again. */
function checkUrl(given: string | undefined): string {
  if (!given) {
    throw new UsageError("login needs the platform's address", [
      "Pass --url https://your-company.example.com, or set PLATFORM_API_URL.",
    ]);
  }
  if (isSandbox(given)) throw new UsageError("the embedded sandbox needs no login");
  if (originOf(given) === undefined) {
    throw new UsageError(`${JSON.stringify(showUrl(given))} is not the address of a platform`, [
      "Give it whole, like https://your-company.example.com.",
    ]);
  }
  return given.replace(/\/+$/, "");
}

/** The host's first label; of a loopback or numeric address, all of it. */
function nameOf(url: string): string {
  const { hostname } = new URL(url);
  const isNumeric = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  return isNumeric
    ? hostname.replace(/[[\]]/g, "").replaceAll(":", "-")
    : (hostname.split(".")[0] ?? hostname);
}

function checkName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name)) return;
  throw new UsageError(`${JSON.stringify(name)} cannot be the name of a context`, [
    "It begins with a letter or a digit; dots, dashes and underscores may follow. Pass --name.",
  ]);
}

/** Two hosts may have the same first label: a login without --name must not replace another one. */
async function checkTaken(path: string, name: string, url: string): Promise<void> {
  const taken = (await readConfig(path)).contexts.get(name);
  if (!taken || originOf(taken.url) === originOf(url)) return;
  throw new UserError(`the context ${name} is saved for ${showUrl(taken.url)}`, {
    details: ["Pass --name to save this login under another name, or under this one to replace the other."],
  });
}

async function readKey(terminal: Terminal, given: string): Promise<Login> {
  const apiKey = (given === "-" ? await terminal.readInput() : given).trim();
  learnSecret(apiKey);
  if (apiKey !== "") return { apiKey };
  throw new UsageError(given === "-" ? "standard input holds no API key" : "--api-key is empty");
}

/** No platform hands out one so short, and it would be part of many words: it could not be blanked in what is printed. */
function requireSavable({ length }: string): void {
  if (length >= SHORTEST_LEARNED) return;
  throw new UsageError(`this is no key of a platform: it has fewer than ${SHORTEST_LEARNED} characters`, [
    "Nothing was sent or saved. Copy the key whole.",
  ]);
}

async function logInByBrowser(terminal: Terminal, url: string): Promise<Login> {
  const { env, interrupted: signal } = terminal;
  const options = {
    ...(await oauthOptions(env, signal)),
    ...(env.PLATFORM_OAUTH_SCOPE ? { scope: env.PLATFORM_OAUTH_SCOPE } : {}),
  };
  const device = await startDeviceLogin(url, options);
  const { userCode, verificationUri, verificationUriComplete, expiresAt } = device;
  const minutes = Math.max(1, Math.round((expiresAt - Date.now()) / 60_000));
  terminal.err(
    `Open ${verificationUriComplete ?? verificationUri}\nand approve the login that shows the code ${userCode}.`,
  );
  if (verificationUriComplete !== undefined)
    terminal.err(`On another device: ${verificationUri}, and type the code.`);
  terminal.err(
    `Waiting; the code is good for ${minutes} minute${minutes === 1 ? "" : "s"}. Ctrl-C gives up.`,
  );
  const { accessToken, ...others } = await pollDeviceToken(url, device, options);
  return { apiKey: accessToken, ...others };
}

function originOfLogin(
  { url, apiKey }: LoginFlags,
  env: Terminal["env"],
  context: string | undefined,
): Origin {
  const address = url ? "--url" : env.PLATFORM_API_URL ? "PLATFORM_API_URL" : `The saved context ${context}`;
  const source = apiKey === undefined ? "the browser login" : apiKey === "-" ? "standard input" : "--api-key";
  return {
    address: () => `${address} sets this address.`,
    credential: () => ({ source, next: "Log in again with a valid one." }),
  };
}

/** One request with the new credential: what does not work is not saved. */
async function tryOut(
  terminal: Terminal,
  flags: GlobalFlags,
  { url, login, from }: { url: string; login: Login; from: Origin },
): Promise<Deployment[]> {
  const { env, interrupted: signal } = terminal;
  const { userAgent, proxy } = await oauthOptions(env);
  const scheme = readScheme(env);
  const watch = watchRequests(terminal, flags);
  const platform = connect({
    url,
    token: login.apiKey,
    from,
    ...(scheme ? { scheme } : {}),
    ...(userAgent ? { userAgent } : {}),
    ...(proxy ? { proxy } : {}),
    signal,
    ...watch,
  });
  try {
    return await platform.listDeployments();
  } catch (error) {
    const { tenantUrl } = login;
    terminal.err("Nothing was saved.");
    if (tenantUrl !== undefined && originOf(tenantUrl) !== originOf(url))
      terminal.err(
        `The platform says that its address for you is ${tenantUrl}: log in with --url ${tenantUrl}.`,
      );
    throw error;
  } finally {
    watch.rest();
    await platform.close();
  }
}
