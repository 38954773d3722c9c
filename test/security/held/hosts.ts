// Two servers on loopback addresses: one that has the key, and one that must never hear of it.
import type { RequestListener } from "node:http";
import { expect, onTestFinished } from "vitest";
import { type StandingBy, standBy, TOKEN } from "../../cli/server.ts";
import { boardwright, type Ran } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";

export interface Hosts {
  home: StandingBy;
  foreign: StandingBy;
  /** `host:port` of the foreign one. */
  at: string;
  run(...args: string[]): Promise<Ran>;
}

/** `answer` is what the server at home says; it may name the foreign one, at `host:port`. */
export async function openHosts(answer: (foreign: string) => RequestListener): Promise<Hosts> {
  const foreign = await standBy((_, response) => response.writeHead(200).end("{}"));
  const at = new URL(foreign.url).host;
  const home = await standBy(answer(at));
  onTestFinished(() => {
    home.close();
    foreign.close();
  });
  const cwd = tempFolder({
    "boardwright.yaml": `version: 1\nproject: p\ntargets: { t: { url: "${home.url}", deployment: 1 } }\n`,
    "dashboards/a.yaml": "workbooks: { a: { name: A } }\n",
  });
  const env = { PLATFORM_API_KEY: TOKEN, PLATFORM_API_URL: home.url };
  const run = async (...args: string[]) => {
    const ran = await boardwright(args, { cwd, env });
    expect(ran.stdout + ran.stderr).not.toContain(TOKEN);
    expect(foreign.requests, args.join(" ")).toEqual([]);
    return ran;
  };
  return { home, foreign, at, run };
}
