// boardwright deployments: those that the credential reaches, their versions, and tokens for the metadata of their models.

import { EXIT, type ExitCode, isObject, type JsonObject, UsageError } from "../../model/index.ts";
import type { Deployment, MetadataTokenInput, WireVersion } from "../../platform/index.ts";
import type { GlobalFlags } from "../flags.ts";
import { withRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { type Columns, type ListFlags, printJson, printList, printOne, takeItems } from "./print.ts";
import { splitWords } from "./words.ts";

const DEPLOYMENT_COLUMNS: Columns<Deployment> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  CREATED: ({ created_at: at }) => (typeof at === "string" ? at : undefined),
};

export function listDeployments(terminal: Terminal, _: string[], flags: ListFlags): Promise<ExitCode> {
  return withRemote(terminal, flags, async ({ platform }) => {
    const found = (await platform.listDeployments()).slice(0, flags.limit);
    printList(terminal, flags, found, DEPLOYMENT_COLUMNS, "The credential reaches no deployment.");
    return EXIT.ok;
  });
}

export function getDeployment(terminal: Terminal, words: string[], flags: GlobalFlags): Promise<ExitCode> {
  const { deployment } = splitWords(words, []);
  return withRemote(terminal, flags, async (remote) => {
    const found = await remote.platform.getDeployment(remote.deployment(deployment));
    printOne(terminal, flags, found, fieldsOf(found));
    return EXIT.ok;
  });
}

const VERSION_COLUMNS: Columns<WireVersion> = {
  VERSION: ({ version }) => version,
  CHANNEL: ({ releaseChannel }) => releaseChannel,
  LATEST: ({ isLatestInChannel }) => isLatestInChannel,
  CURRENT: ({ isCurrent }) => isCurrent,
  "PASS AS": ({ releaseChannelVersion }) => releaseChannelVersion,
};

export function listVersions(terminal: Terminal, words: string[], flags: ListFlags): Promise<ExitCode> {
  const { deployment } = splitWords(words, []);
  return withRemote(terminal, flags, async (remote) => {
    const pages = remote.platform.listVersions(remote.deployment(deployment));
    const versions = await takeItems(pages, flags.limit);
    printList(terminal, flags, versions, VERSION_COLUMNS, "The deployment lists no version.");
    return EXIT.ok;
  });
}

export interface UpdateDeploymentFlags extends GlobalFlags {
  releaseChannelVersion?: string;
  releaseChannel?: string;
}

export function updateDeployment(
  terminal: Terminal,
  words: string[],
  flags: UpdateDeploymentFlags,
): Promise<ExitCode> {
  const { deployment } = splitWords(words, []);
  const { releaseChannelVersion, releaseChannel } = flags;
  if ((releaseChannelVersion === undefined) === (releaseChannel === undefined)) {
    throw new UsageError("the deployment is moved to a version or to a channel's latest: give one of them", [
      "`boardwright deployments versions` lists what --release-channel-version and --release-channel take.",
    ]);
  }
  const input =
    releaseChannelVersion === undefined ? { releaseChannel: releaseChannel! } : { releaseChannelVersion };
  return withRemote(terminal, flags, async (remote) => {
    const id = remote.deployment(deployment);
    const updated = await remote.platform.updateDeployment(id, input);
    if (updated !== undefined || flags.json)
      printOne(terminal, flags, updated ?? null, fieldsOf(updated ?? {}));
    else terminal.out(`Deployment ${id} was told to move to ${releaseChannelVersion ?? releaseChannel}.`);
    return EXIT.ok;
  });
}

export interface TokenFlags extends GlobalFlags {
  environment?: string;
  securityContext?: string;
  expiresIn?: number;
}

/** Prints the token and nothing else, so that `$(…)` takes it. */
export function issueToken(terminal: Terminal, words: string[], flags: TokenFlags): Promise<ExitCode> {
  const { deployment } = splitWords(words, []);
  const { environment, securityContext, expiresIn } = flags;
  if (environment === undefined) {
    throw new UsageError("there is no --environment", ["`boardwright environments list` shows their ids."]);
  }
  const input: MetadataTokenInput = { securityContext: readContext(securityContext) };
  if (expiresIn !== undefined) input.expiresIn = expiresIn;
  return withRemote(terminal, flags, async (remote) => {
    const issued = await remote.platform.issueMetadataToken(
      remote.deployment(deployment),
      environment,
      input,
    );
    const { token, createdAt, expiresAt } = issued;
    if (flags.json) printJson(terminal, { token, created_at: createdAt, expires_at: expiresAt });
    else terminal.out(token);
    return EXIT.ok;
  });
}

function readContext(text: string | undefined): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "");
  } catch {
    // Told below, as is what is no object.
  }
  if (isObject(value)) return value;
  throw new UsageError("--security-context takes a JSON object, like '{\"team\":\"finance\"}' or '{}'", [
    "It is embedded in the token and decides which parts of the data model the token shows.",
  ]);
}

function fieldsOf(deployment: Partial<Deployment>): Record<string, string | number | boolean> {
  const shown = Object.entries(deployment).filter((entry): entry is [string, string | number | boolean] =>
    ["string", "number", "boolean"].includes(typeof entry[1]),
  );
  return Object.fromEntries(shown);
}
