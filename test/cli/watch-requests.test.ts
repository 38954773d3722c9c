// What a command shows of its requests while they run.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { GlobalFlags } from "../../src/cli/flags.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { watchRequests } from "../../src/cli/watch-requests.ts";
import type { Clock } from "../../src/platform/index.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/index.ts";
import { begin } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";
import { projectFile, run, type StandingBy, standBy, TOKEN, WORKBOOK } from "./server.ts";

/** A clock that goes on when the test says so. */
function handClock() {
  let now = 0;
  let timers: { at: number; call(): void }[] = [];
  const clock: Clock = {
    now: () => now,
    sleep: async () => {},
    after(ms, call) {
      const timer = { at: now + ms, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const pass = (ms: number): void => {
    const end = now + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers = timers.filter((timer) => timer !== next);
      now = next.at;
      next.call();
    }
    now = end;
  };
  return { clock, pass };
}

function watched(flags: GlobalFlags, hasProgress: boolean) {
  const lines: string[] = [];
  let live = "";
  const terminal = {
    err: (text: string) => lines.push(text),
    progress: (text: string) => {
      live = text;
    },
    hasProgress,
    progressWidth: 79,
    explainInterrupt() {},
  } as unknown as Terminal;
  const { clock, pass } = handClock();
  const watch = watchRequests(terminal, flags, clock);
  const sent = (does: string) => ({ method: "GET", url: "https://x.test/api?a=b", does, attempt: 1 });
  return { watch, pass, lines, live: () => live, sent };
}

describe("progress", () => {
  it("is one live line on a terminal, from one second on, until something else is shown", () => {
    const { watch, pass, lines, live, sent } = watched({}, true);
    watch.onSent(sent("read the description"));
    pass(999);
    expect(live()).toBe("");
    watch.onAnswered({ ...sent("read the description"), status: 200, ms: 900 });
    watch.onSent(sent("list the workbooks of deployment 12"));
    pass(2001);
    expect(live()).toBe("1 request answered in 3 s, waiting to list the workbooks of deployment 12");
    watch.rest();
    expect(live()).toBe("");
    watch.onSent(sent("write workbook a"));
    pass(60_000);
    expect([live(), lines]).toEqual(["", []]);
  });

  it("is a line now and then in a pipe, and says what keeps it", () => {
    const { watch, pass, lines, sent } = watched({}, false);
    watch.onSent(sent("list the reports of deployment 12"));
    pass(4_999);
    expect(lines).toEqual([]);
    const failed = {
      method: "GET",
      url: "https://x.test/api",
      attempt: 1,
      elapsedMs: 0,
      delayMs: 5,
      code: "server-error",
    };
    watch.onRetry({ ...failed, reason: "the platform answered 503" });
    pass(10_001);
    expect(lines).toEqual([
      "0 requests answered in 5 s, waiting to list the reports of deployment 12 (the platform answered 503, trying again)",
      "0 requests answered in 15 s, waiting to list the reports of deployment 12 (the platform answered 503, trying again)",
    ]);
  });

  it("is not shown with --quiet", () => {
    for (const isTerminal of [true, false]) {
      const { watch, pass, lines, live, sent } = watched({ quiet: true }, isTerminal);
      watch.onSent(sent("list the workbooks"));
      pass(60_000);
      expect([live(), lines]).toEqual(["", []]);
    }
  });
});

describe("a long wait", () => {
  const waiting = { reason: "the platform is still working on the answer", code: "continue-wait" };

  it.each([true, false])(
    "is told where no progress is shown, and again after ten seconds: %s",
    (isTerminal) => {
      const { watch, pass, lines, sent } = watched({}, isTerminal);
      watch.rest();
      const wait = (slug: string, elapsedMs: number) =>
        watch.onRetry({
          ...sent(`write workbook ${slug}`),
          ...waiting,
          elapsedMs,
          delayMs: 3_000,
          remainingMs: 60_000 - elapsedMs,
        });
      wait("a", 1_999);
      expect(lines).toEqual([]);
      wait("a", 2_000);
      wait("b", 2_500);
      pass(9_999);
      wait("a", 15_000);
      pass(1);
      wait("b", 15_700);
      expect(lines).toEqual([
        "the platform is still working on the answer (write workbook a), trying again for up to 58 s",
        "the platform is still working on the answer (write workbook b), trying again for up to 45 s",
      ]);
    },
  );

  it("that the platform asks for is told at once, with progress or without", () => {
    const { watch, lines, sent } = watched({}, false);
    const busy = { ...sent("list the workbooks"), reason: "the platform answered 503", code: "server-error" };
    watch.onRetry({ ...busy, elapsedMs: 0, delayMs: 4_999 });
    watch.onRetry({ ...busy, elapsedMs: 0, delayMs: 30_000 });
    const told = "the platform answered 503 (list the workbooks), trying again in 30 s";
    expect(lines).toEqual([told]);
    const quiet = watched({ quiet: true }, false);
    quiet.watch.onRetry({ ...busy, elapsedMs: 0, delayMs: 30_000 });
    expect(quiet.lines).toEqual([]);
  });
});

let open: { close(): unknown } | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function sandboxed(): Promise<Sandbox> {
  const sandbox = await createSandbox({});
  open = sandbox;
  return sandbox;
}

describe("--verbose", () => {
  it("has a line for each request: method, path, status, time and attempt, and no secret", async () => {
    const { url, apiKey } = await sandboxed();
    const cwd = tempFolder({ "boardwright.yaml": projectFile(url, 1), "dashboards/a.yaml": WORKBOOK });
    const ran = await run(cwd, ["plan", "-v"], { PLATFORM_API_KEY: apiKey });
    const lines = ran.stderr.split("\n").filter((line) => line.startsWith("GET "));
    expect(lines[0]).toMatch(/^GET \/api\/v1\/spec 200 \d+ ms$/);
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^GET \/api\/v1\/deployments\/1\/workbooks\?first=100 200 \d+ ms$/),
      ]),
    );
    expect(ran.stderr).not.toContain(apiKey);
    expect(ran.code).toBe(0);
  });

  it("says of an apply how many requests were in flight at most", async () => {
    const { url, apiKey } = await sandboxed();
    const cwd = tempFolder({ "boardwright.yaml": projectFile(url, 1), "dashboards/a.yaml": WORKBOOK });
    const ran = await run(cwd, ["apply", "--yes", "-v", "--concurrency", "3"], { PLATFORM_API_KEY: apiKey });
    expect([ran.code, ran.stderr]).toEqual([
      0,
      expect.stringContaining("At most 3 requests were in flight."),
    ]);
  });

  it("sends no path that holds a credential, and prints it nowhere", async () => {
    const paths: (string | undefined)[] = [];
    const server: StandingBy = await standBy(({ url }, response) => {
      paths.push(url);
      response.writeHead(404).end();
    });
    open = server;
    const cwd = tempFolder({ "boardwright.yaml": projectFile(server.url) });
    const ran = await run(cwd, ["api", "GET", `/x/${TOKEN}`, "-v"]);
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toContain(
      "refused to send GET /x/***: the request would hold the text of a credential",
    );
    expect(ran.stderr).not.toContain(TOKEN);
    expect(paths).toEqual([]);
  });

  it("counts the attempts", async () => {
    let count = 0;
    const server: StandingBy = await standBy((_, response) => {
      count += 1;
      response.writeHead(count === 1 ? 503 : 404, { "content-type": "application/json" }).end("{}");
    });
    open = server;
    const cwd = tempFolder({ "boardwright.yaml": projectFile(server.url) });
    const ran = await run(cwd, ["api", "GET", "/x/1", "-v"]);
    expect(ran.stderr).toMatch(
      /^GET \/x\/1 503 \d+ ms\n {2}the platform answered 503, trying again in \d+ ms$/m,
    );
    expect(ran.stderr).toMatch(/^GET \/x\/1 404 \d+ ms, attempt 2$/m);
  });
});

describe("a port that nothing listens on", () => {
  it("is told at the first refusal, once, while it goes on trying", async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    const cwd = tempFolder({
      "boardwright.yaml": projectFile(`http://127.0.0.1:${port}`),
      "dashboards/a.yaml": WORKBOOK,
    });
    // Of 15 s, less what the first refusal took.
    const told = new RegExp(`nothing listens on 127\\.0\\.0\\.1:${port}, trying again for up to 15 s\n`);
    const env = { PLATFORM_API_KEY: TOKEN };
    for (const args of [["plan"], ["api", "GET", "/x"]]) {
      const running = begin(args, { cwd, env });
      await expect.poll(() => running.said(), { interval: 5 }).toMatch(told);
      running.interrupt();
      const ran = await running.ended;
      expect(ran.code).toBe(130);
      expect(ran.stderr.split(told)).toHaveLength(2);
    }
  });

  it("is not told with --quiet", () => {
    const { watch, lines, sent } = watched({ quiet: true }, false);
    const refused = { ...sent("list"), elapsedMs: 0, delayMs: 5, reason: "refused" };
    watch.onRetry({ ...refused, code: "connection-refused", remainingMs: 14_900 });
    expect(lines).toEqual([]);
  });
});
