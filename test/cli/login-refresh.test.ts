import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { parse, stringify } from "smol-toml";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Sandbox } from "../../src/sandbox/index.ts";
import { expectNoSecret, home, logIn, sandboxFor } from "./saved.ts";
import { projectFile, standBy } from "./server.ts";

const HOURS = 3_600_000;
const REFRESH = "/auth/oauth2/refresh";

const refreshes = ({ requests }: Sandbox): number => requests.filter(({ path }) => path === REFRESH).length;

/** Forwards to the sandbox, but holds each list of deployments until `count` of them are there. */
async function meetingPoint(sandbox: Sandbox, count: number): Promise<string> {
  const held: (() => void)[] = [];
  let met = false;
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forward = () => {
      const onward = send(sandbox.url + url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(onward);
    };
    if (met || !url?.startsWith("/api/v1/deployments?")) return forward();
    held.push(forward);
    if (held.length < count) return;
    met = true;
    for (const go of held) go();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("an access token that expired", () => {
  it("is renewed once while many requests are in flight, and what comes next is saved", async () => {
    let sandbox: Sandbox | undefined;
    // The token expires in the middle of the apply, with eight upserts at a time.
    const upserts = () => sandbox?.requests.filter(({ method }) => method === "PUT").length ?? 0;
    sandbox = await sandboxFor({
      clock: () => new Date(Date.now() + (upserts() > 10 ? 2 * HOURS : 0)),
    });
    const saved = await logIn(sandbox);
    const slugs = Array.from({ length: 40 }, (_, index) => `board-${index}`);
    const entries = slugs.map((slug) => `  ${slug}: { name: ${slug} }\n`).join("");
    const at = home(
      { acme: saved },
      {
        files: {
          "boardwright.yaml": projectFile(sandbox.url, 1),
          "dashboards/all.yaml": `workbooks:\n${entries}`,
        },
      },
    );
    const { code, stdout, stderr } = await at.run(["apply", "--yes", "--json"]);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout).summary).toMatchObject({ created: 40, failed: 0 });
    expect(sandbox.requests.filter(({ status }) => status === 401).length).toBeGreaterThan(1);
    expect(refreshes(sandbox)).toBe(1);
    const { acme } = (parse(at.text()) as unknown as { contexts: Record<string, typeof saved> }).contexts;
    expect(acme?.api_key).not.toBe(saved.api_key);
    expect(acme?.refresh_token).not.toBe(saved.refresh_token);
    expect((await at.run(["whoami"])).code).toBe(0);
    expect(refreshes(sandbox)).toBe(1);
  });

  it("is renewed once by two commands at the same time", async () => {
    let ahead = 0;
    const sandbox = await sandboxFor({ clock: () => new Date(Date.now() + ahead) });
    const saved = await logIn(sandbox);
    ahead = 2 * HOURS;
    const at = home({ acme: { ...saved, url: await meetingPoint(sandbox, 2) } }, { current: "acme" });
    const both = await Promise.all([at.run(["whoami", "--json"]), at.run(["whoami", "--json"])]);
    for (const { code, stderr } of both) expect(code, stderr).toBe(0);
    const rejected = sandbox.requests.filter(({ status }) => status === 401);
    expect(rejected).toHaveLength(2);
    expect(refreshes(sandbox)).toBe(1);
  });

  it("is the end where the refresh token is no longer good", async () => {
    let ahead = 0;
    const sandbox = await sandboxFor({ clock: () => new Date(Date.now() + ahead) });
    const saved = await logIn(sandbox);
    ahead = 2 * HOURS;
    const at = home({ acme: { ...saved, refresh_token: `refresh-${"x".repeat(32)}` } }, { current: "acme" });
    const before = at.text();
    const ran = await at.run(["whoami", "--json"]);
    expectNoSecret(ran);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout).error).toMatchObject({
      message: "the saved login has expired",
      details: [expect.stringContaining(REFRESH), "Log in again with `boardwright login`."],
    });
    expect(at.text()).toBe(before);
    expect(refreshes(sandbox)).toBe(1);
  });

  it("is not replaced by that of another platform, saved under the same name in the meantime", async () => {
    const sent = new Set<string | undefined>();
    const server = await standBy((request, response) => {
      sent.add(request.headers.authorization);
      const elsewhere = { url: "https://elsewhere.example.com", api_key: "elsewhere-SECRET" };
      writeFileSync(at.config, stringify({ contexts: { acme: elsewhere } }));
      response.writeHead(401, { "content-type": "application/json" }).end('{"error":"expired"}');
    });
    onTestFinished(() => server.close());
    const saved = { url: server.url, api_key: "access-SECRET", refresh_token: "refresh-SECRET" };
    const at = home({ acme: saved }, { current: "acme" });
    const { code, stderr } = await at.run(["whoami"], { env: { PLATFORM_AUTH_SCHEME: "bearer" } });
    expect([code, stderr]).toEqual([1, expect.stringContaining("(401)")]);
    expect([...sent]).toEqual(["Bearer access-SECRET"]);
  });
});
