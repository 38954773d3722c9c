// boardwright serve: the studio, on this machine alone, until Ctrl-C. Applies and publishes nothing.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { NoProjectError } from "../../desired/index.ts";
import { EXIT, type Project, type Target } from "../../model/index.ts";
import { withTarget } from "../../project/context.ts";
import { windowEnvironment } from "../../project/programs.ts";
import { chooseDestination, chooseTarget, type Environment } from "../../target/index.ts";
import type { Declaration } from "../declaration.ts";
import { findProject } from "../find-project.ts";
import { type GlobalFlags, namedTarget } from "../flags.ts";
import { portNumber } from "../option-values.ts";
import type { Terminal } from "../terminal.ts";

export interface ServeFlags extends GlobalFlags {
  port?: number;
  open?: boolean;
  readOnly?: boolean;
  data?: boolean;
}

export const command: Declaration = {
  options: [
    ["--port <n>", "port on 127.0.0.1 (default: 4460, or the next one that is free)", portNumber],
    ["--no-open", "only print the address"],
    ["--read-only", "write no file"],
    ["--data", "draw charts with rows of the target's production environment"],
  ],
  examples: [
    "boardwright serve                         # opens the browser; Ctrl-C ends it",
    "boardwright serve --no-open --port 4470",
    "boardwright serve --read-only             # look, and change nothing",
    "boardwright serve --data                  # charts with rows instead of grey shapes",
  ],
  async run(terminal, _args, flags: ServeFlags) {
    // Asked for before anybody can know that it runs: from now on Ctrl-C ends it in its own way.
    const { interrupted, env } = terminal;
    const isReadOnly = flags.readOnly === true;
    const openStudio = async () => {
      const project = await findProject(terminal, flags).catch((cause: unknown) => {
        if (cause instanceof NoProjectError && flags.config === undefined) return undefined;
        throw cause;
      });
      const studio = project && (await openProject(project, terminal, flags));
      void studio?.readLive();
      return studio;
    };
    const { serve } = await import("../../serve/index.ts");
    const page = join(BOARDWRIGHT_CHUNKS ?? "dist/chunks", "../studio");
    const serving = await serve({ openStudio, env, port: flags.port, page, isReadOnly });
    const { url } = serving;
    if (flags.json) terminal.out(JSON.stringify({ url }));
    else {
      terminal.show(`The studio is at ${url}`);
      terminal.err("It answers this machine alone. Ctrl-C ends it.");
    }
    const stopReading =
      terminal.interactive && !flags.json ? await offerAddress(terminal, serving.renewUrl) : undefined;
    const folder = flags.open !== false && !flags.json ? openBrowser(url, env) : undefined;
    if (!interrupted.aborted) {
      await new Promise<void>((done) => interrupted.addEventListener("abort", () => done(), { once: true }));
    }
    stopReading?.();
    await serving.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    return EXIT.ok;
  },
};

/** A new one, for whoever types `r`: of an address that somebody else may have seen. */
function offerAddress(terminal: Terminal, renewUrl: () => string): Promise<() => void> {
  terminal.err("r and Enter make a new address, and shut out who came in with the old one.");
  return terminal.readLines((line) => {
    if (line.trim() === "r") terminal.show(`The studio is at ${renewUrl()}`);
  });
}

async function openProject(project: Project, terminal: Terminal, flags: ServeFlags) {
  const { openStudio } = await import("../../serve/index.ts");
  const { env, cwd, interrupted: signal } = terminal;
  const target = targetOf(project, flags, env);
  // The commit that it meant: a checkout of another branch moves `HEAD`.
  const policy = project.policy?.commit;
  return openStudio({
    project,
    target: target ?? NO_TARGET,
    async readProject() {
      const now = await findProject(terminal, policy === undefined ? flags : { ...flags, policy });
      return { project: now, target: targetOf(now, flags, env) ?? NO_TARGET };
    },
    targetName: target?.name ?? null,
    env,
    isReadOnly: flags.readOnly === true,
    hasData: flags.data === true,
    connecting:
      target &&
      ((place, use) => {
        const choice = { target: place.target.name, deployment: flags.deployment };
        const destination = chooseDestination(place.project, choice, env);
        const { context } = flags;
        return withTarget({ project: place.project, target: destination, env, cwd, signal, context }, use);
      }),
  });
}

/** Of a project that names none: overrides and variables have nothing to be of. */
const NO_TARGET: Target = { name: "", url: "", vars: {}, folders: {} };

/** The usual one; of several without a usual one, the first. */
function targetOf(project: Project, flags: ServeFlags, env: Environment): Target | undefined {
  const named = namedTarget(flags);
  const [first] = Object.values(project.targets);
  if (!first && named === undefined) return undefined;
  const isChosen = named !== undefined || env.BOARDWRIGHT_TARGET || project.defaultTarget !== undefined;
  return isChosen || Object.keys(project.targets).length === 1 ? chooseTarget(project, named, env) : first;
}

/**
 * Has the browser open the address, by way of a file that only this user may read: everybody on the machine sees the arguments of a program.
 * Without a browser the address is there to be copied. Returns the file's folder.
 */
function openBrowser(url: string, env: Environment): string {
  const folder = mkdtempSync(join(tmpdir(), "boardwright-studio-"));
  const page = join(folder, "studio.html");
  const head = `<meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Boardwright</title>`;
  const html = `<!doctype html>${head}<meta http-equiv="refresh" content="0; url=${url}"><a href="${url}">The studio</a>\n`;
  writeFileSync(page, html, { mode: 0o600, flag: "wx" });
  const file = pathToFileURL(page).href;
  const [program, ...args] =
    process.platform === "darwin"
      ? ["open", file]
      : process.platform === "win32"
        ? ["rundll32", "url.dll,FileProtocolHandler", file]
        : ["xdg-open", file];
  const child = spawn(program!, args, { detached: true, stdio: "ignore", env: windowEnvironment(env) });
  child.once("error", () => undefined);
  child.unref();
  return folder;
}
