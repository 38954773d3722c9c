// boardwright update: whether there is a newer version, and how to get it.

import { EXIT, UserError } from "../../model/index.ts";
import { runNpm } from "../../project/programs.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { printJson } from "../platform/print.ts";
import type { Terminal } from "../terminal.ts";

export interface UpdateFlags extends GlobalFlags {
  check?: boolean;
}

export const command: Declaration = {
  isLocal: true,
  options: [["--check", "only say whether there is a newer one; nothing is asked in the background"]],
  examples: [
    "boardwright update --check",
    "boardwright update                        # prints the command to run",
  ],
  /** Asks when it is run, and never in the background. The package belongs to npm, so the command to run is npm's. */
  async run(terminal, _, flags: UpdateFlags) {
    const newest = await askNpm(terminal);
    const isNewer = compareVersions(newest, BOARDWRIGHT_VERSION) > 0;
    const command = `npm install --global boardwright@${newest}`;
    if (flags.json) {
      printJson(terminal, {
        version: BOARDWRIGHT_VERSION,
        newest,
        newer: isNewer,
        command: isNewer ? command : null,
      });
    } else if (!isNewer) {
      terminal.show(`boardwright ${BOARDWRIGHT_VERSION} is the newest version.`);
    } else if (flags.check) {
      terminal.show(
        `boardwright ${newest} is available; this is ${BOARDWRIGHT_VERSION}. To update: ${command}`,
      );
    } else {
      terminal.out(command);
    }
    return EXIT.ok;
  },
};

/** Semantic Versioning 2.0.0, section 2 and 9: the text goes into a command that is copied. */
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/;

/** Through npm itself: registry, proxy and certificates are those that an update would use. */
async function askNpm({ env }: Terminal): Promise<string> {
  const quick = ["--fetch-retries=0", "--prefer-online", "--no-update-notifier"];
  let failure: unknown;
  try {
    const version = readJson(await runNpm(env, ["view", "boardwright", "version", "--json", ...quick]));
    if (typeof version === "string" && VERSION.test(version)) return version;
  } catch (error) {
    failure = error;
  }
  throw new UserError("the newest version could not be read from the npm registry", {
    details: [
      whyNot(failure),
      "`npm config get registry` says which one it is, and `npm view boardwright version` asks what was asked.",
    ],
    cause: failure,
  });
}

/** npm's own words are for those who publish packages, so only its code is read. */
function whyNot(failure: unknown): string {
  const { code: exit, stdout = "" } = (failure ?? {}) as { code?: unknown; stdout?: string };
  if (exit === "ENOENT") return "There is no npm on the path.";
  const answer = readJson(stdout) as { error?: { code?: unknown } } | undefined;
  const code = typeof answer?.error?.code === "string" ? answer.error.code : "";
  if (code === "E404") return "That registry has no package named boardwright.";
  if (code === "E401" || code === "E403") return `That registry wants another login (${code}).`;
  if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|ENET|EHOST|ERR_SOCKET)[A-Z_]*$/.test(code))
    return `That registry cannot be reached (${code}).`;
  return /^E[A-Z0-9_]+$/.test(code) ? `npm gave no version (${code}).` : "npm gave no version.";
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By Semantic Versioning's three numbers; a pre-release comes before its release (11.3). */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => {
    const [numbers = "", pre] = text.split("+")[0]!.split(/-(.*)/s);
    return [...numbers.split(".").map(Number), pre === undefined ? 1 : 0];
  });
  const at = left!.findIndex((number, index) => number !== right![index]);
  return at < 0 ? 0 : left![at]! - right![at]!;
}
