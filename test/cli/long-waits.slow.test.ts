// A platform that takes its time while it is written to: the command says what it waits for, and for how long.

import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createSandbox } from "../../src/sandbox/index.ts";
import { boardwright } from "../support/command.ts";
import { type Asked, type Hook, openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";
import { board, PROJECT } from "../support/world.ts";

const WAIT = { status: 200, body: { error: "Continue wait" } };

/** The first requests of a kind are answered `Continue wait`, for as long as `ms`. */
function slowly(is: (asked: Asked) => boolean, ms: number): Hook {
  let until: number | undefined;
  return async (asked, forward) => {
    if (!is(asked)) return forward();
    until ??= Date.now() + ms;
    return Date.now() < until ? WAIT : forward();
  };
}

async function apply(hook: Hook, ...flags: string[]) {
  const sandbox = await createSandbox({});
  onTestFinished(() => sandbox.close());
  const workbooks = { a: { publish: true, dashboard: board("A") } };
  const cwd = tempFolder({
    "boardwright.yaml": PROJECT,
    "dashboards/all.yaml": stringify({ workbooks: workbooks }),
  });
  const env = { PLATFORM_API_URL: await openProxy(sandbox.url, hook), PLATFORM_API_KEY: sandbox.apiKey };
  return boardwright(["apply", "--yes", ...flags], { cwd, env });
}

describe("`Continue wait` during an apply", () => {
  it.each<[string, (asked: Asked) => boolean, RegExp]>([
    [
      "to a write",
      ({ method }) => method === "PUT",
      /working on the answer \(write workbook a\), trying again for up to \d\d s\n/,
    ],
    [
      "to a publication",
      ({ path }) => path.endsWith("/publish"),
      /could not publish .*, trying again for up to \d\d s\n/,
    ],
  ])("%s is told while it is waited for", { timeout: 60_000 }, async (_, is, told) => {
    const ran = await apply(slowly(is, 7_000));
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stderr).toMatch(told);
  });

  it("is not told with --quiet", { timeout: 60_000 }, async () => {
    const ran = await apply(
      slowly(({ method }) => method === "PUT", 6_000),
      "--quiet",
    );
    expect([ran.code, ran.stderr]).toEqual([0, ""]);
  });
});
