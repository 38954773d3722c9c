// boardwright deployments: those that the credential reaches, their versions, and tokens for the metadata of their models.

import { EXIT, isObject, type JsonObject, UsageError } from "../../model/index.ts";
import type { Deployment, MetadataTokenInput, WireVersion } from "../../platform/index.ts";
import type { Subcommand } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { positiveNumber } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import { DEPLOYMENT } from "./arguments.ts";
import { listCommand } from "./list-command.ts";
import { printJson, printOne } from "./print.ts";

interface UpdateFlags extends GlobalFlags {
  releaseChannelVersion?: string;
  releaseChannel?: string;
}

interface TokenFlags extends GlobalFlags {
  environment?: string;
  securityContext?: string;
  expiresIn?: number;
}

export const commands: readonly Subcommand[] = [
  listCommand<Deployment>({
    usage: "list",
    summary: "list the deployments that the credential reaches",
    examples: ["boardwright deployments list"],
    pages: ({ platform }) => [platform.listDeployments()],
    columns: {
      ID: ({ id }) => id,
      NAME: ({ name }) => name,
      CREATED: ({ created_at: at }) => (typeof at === "string" ? at : undefined),
    },
    none: "The credential reaches no deployment.",
  }),
  {
    usage: "get [deployment]",
    summary: "show one deployment",
    arguments: DEPLOYMENT,
    examples: ["boardwright deployments get 12 --json"],
    run(terminal, [explicit], flags) {
      return withRemote(terminal, flags, async ({ platform, deployment }) => {
        const found = await platform.getDeployment(deployment(explicit));
        return printOne(terminal, flags, found, fieldsOf(found));
      });
    },
  },
  listCommand<WireVersion>({
    usage: "versions [deployment]",
    summary: "list the versions it can be moved to",
    arguments: DEPLOYMENT,
    examples: ["boardwright deployments versions          # of the target's deployment; or name it first"],
    pages: ({ platform, deployment }) => platform.listVersions(deployment()),
    columns: {
      VERSION: ({ version }) => version,
      CHANNEL: ({ releaseChannel }) => releaseChannel,
      LATEST: ({ isLatestInChannel }) => isLatestInChannel,
      CURRENT: ({ isCurrent }) => isCurrent,
      "PASS AS": ({ releaseChannelVersion }) => releaseChannelVersion,
    },
    none: "The deployment lists no version.",
  }),
  {
    usage: "update [deployment]",
    summary: "move it to another version",
    arguments: DEPLOYMENT,
    options: [
      ["--release-channel-version <version>", "one of `deployments versions`: 1.2.3, v1.2.3 or PASS AS"],
      ["--release-channel <channel>", "move to the latest version of this channel"],
    ],
    examples: ["boardwright deployments update 12 --release-channel latest"],
    async run(terminal, [explicit], flags: UpdateFlags) {
      const { releaseChannelVersion, releaseChannel } = flags;
      if ((releaseChannelVersion === undefined) === (releaseChannel === undefined)) {
        throw new UsageError("a deployment moves to a version or to a channel's latest: give one of them", [
          "`boardwright deployments versions` lists what --release-channel-version and --release-channel take.",
        ]);
      }
      const input =
        releaseChannelVersion === undefined ? { releaseChannel: releaseChannel! } : { releaseChannelVersion };
      return withRemote(terminal, flags, async ({ platform, deployment }) => {
        const id = deployment(explicit);
        const updated = await platform.updateDeployment(id, input);
        if (updated !== undefined || flags.json)
          return printOne(terminal, flags, updated ?? null, fieldsOf(updated ?? {}));
        terminal.show(`Deployment ${id} was asked to move to ${releaseChannelVersion ?? releaseChannel}.`);
        return EXIT.ok;
      });
    },
  },
  {
    usage: "token [deployment]",
    summary: "issue a token for the metadata of one environment",
    arguments: DEPLOYMENT,
    options: [
      ["--environment <id>", "the environment, as `environments list` has it"],
      ["--security-context <json>", "a JSON object: which parts of the data model the token shows"],
      [
        "--expires-in <seconds>",
        "how long it is valid (default: what the platform says, a day)",
        positiveNumber,
      ],
    ],
    examples: ["boardwright deployments token --environment 3 --security-context '{}' --expires-in 600"],
    /** Prints the token and nothing else, so that `$(…)` takes it. */
    async run(terminal, [explicit], flags: TokenFlags) {
      const { environment, securityContext, expiresIn } = flags;
      if (environment === undefined) {
        throw new UsageError("deployments token needs --environment", [
          "`boardwright environments list` shows their ids.",
        ]);
      }
      const input: MetadataTokenInput = { securityContext: readContext(securityContext) };
      if (expiresIn !== undefined) input.expiresIn = expiresIn;
      return withRemote(terminal, flags, async ({ platform, deployment }) => {
        const issued = await platform.issueMetadataToken(deployment(explicit), environment, input);
        const { token, createdAt, expiresAt } = issued;
        if (flags.json) printJson(terminal, { token, created_at: createdAt, expires_at: expiresAt });
        else terminal.out(token);
        return EXIT.ok;
      });
    },
  },
];

function readContext(text: string | undefined): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "");
  } catch {
    // Reported below, like JSON that is no object.
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
