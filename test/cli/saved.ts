// A user's home with saved contexts, and commands that run there. No secret may ever show in what they say.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { stringify } from "smol-toml";
import { expect, onTestFinished } from "vitest";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { boardwright, type Ran } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

export interface SavedContext {
  url: string;
  api_key: string;
  refresh_token?: string;
}

export interface Home {
  folder: string;
  config: string;
  text(): string;
  run(args: readonly string[], options?: { env?: Record<string, string>; input?: string }): Promise<Ran>;
}

/** A home folder with these contexts; it is the working directory of its commands, too. `command` runs them: in this process, unless said otherwise. */
export function home(
  contexts: Record<string, SavedContext> = {},
  {
    current,
    files = {},
    command = boardwright,
  }: { current?: string; files?: Record<string, string>; command?: typeof boardwright } = {},
): Home {
  const folder = tempFolder(files);
  const config = join(folder, ".config", "boardwright", "config.toml");
  if (Object.keys(contexts).length > 0) {
    mkdirSync(dirname(config), { recursive: true, mode: 0o700 });
    const text = stringify({ ...(current === undefined ? {} : { default_context: current }), contexts });
    writeFileSync(config, text, { mode: 0o600 });
  }
  return {
    folder,
    config,
    text: () => readFileSync(config, "utf8"),
    async run(args, options = {}) {
      const ran = await command(args, { cwd: folder, ...options });
      expectNoSecret(ran);
      if (args.includes("--json")) expect(() => JSON.parse(ran.stdout), ran.stderr).not.toThrow();
      return ran;
    },
  };
}

/** The tokens of the sandbox and of these tests all look like this. */
export function expectNoSecret({ stdout, stderr }: Ran): void {
  expect(stdout + stderr).not.toMatch(/(?:access|refresh)-[\w-]{20,}|sandbox-key|SECRET/);
  expect(stdout + stderr).not.toContain("this is a bug in boardwright");
}

/** It ended with this code, said these words, and no secret. */
export function endedWith(ran: Ran, code: number, ...words: string[]): void {
  expectNoSecret(ran);
  for (const word of words) expect(ran.stdout + ran.stderr).toContain(word);
  expect(ran.code, ran.stderr).toBe(code);
}

export async function sandboxFor(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Logs in over HTTP, as a browser and a client would, without waiting between polls. */
export async function logIn(sandbox: Sandbox): Promise<SavedContext> {
  const post = async (path: string, form: Record<string, string>): Promise<Record<string, string>> => {
    const answer = await fetch(sandbox.url + path, { method: "POST", body: new URLSearchParams(form) });
    return (await answer.json()) as Record<string, string>;
  };
  const client_id = "boardwright";
  const { device_code = "", user_code = "" } = await post("/auth/device/code", { client_id });
  sandbox.approveDevice(user_code);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const { accessToken = "", refreshToken = "" } = await post("/auth/device/token", {
    grant_type,
    device_code,
    client_id,
  });
  expect([accessToken, refreshToken]).not.toContain("");
  return { url: sandbox.url, api_key: accessToken, refresh_token: refreshToken };
}
