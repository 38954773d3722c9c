// What the Action and the built command must not do with a secret: tell a part of it, or send it to whoever has any certificate.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { board, chart, openPlace } from "../action/place.ts";
import { pullRequest, push } from "../action/runner.ts";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { PROJECT } from "../support/world.ts";

const KEY = `bwlive4711AbCdEfGhIjKl0815MnOpQrStUvWxYz${"0a1B2c3D".repeat(8)}`;

/** Anybody's server, whose certificate nobody trusts; notes what it was sent. */
async function openImpostor(): Promise<{ url: string; heard: string[] }> {
  const folder = tempFolder();
  const words =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
  execFileSync("openssl", [...words.split(" "), "-keyout", "key.pem", "-out", "cert.pem"], {
    cwd: folder,
    stdio: "ignore",
  });
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => readFileSync(join(folder, name)));
  const heard: string[] = [];
  const server = createServer({ key, cert }, (request, response) => {
    heard.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `https://localhost:${(server.address() as AddressInfo).port}`, heard };
}

const UNCHECKED = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
const REFUSED = "while NODE_TLS_REJECT_UNAUTHORIZED=0 is set";

describe("while Node checks no certificate", () => {
  it.each([
    ["plan"],
    ["apply", "--yes"],
    ["workbooks", "list"],
    ["api", "GET", "/api/v1/deployments/1/workbooks"],
    ["whoami"],
    ["login", "--api-key", KEY],
    ["login"],
  ])("no command sends anything: %s", async (...args) => {
    const { url, heard } = await openImpostor();
    const cwd = tempFolder({
      "boardwright.yaml": PROJECT,
      "dashboards/a.yaml": "workbooks: { a: { name: a } }\n",
    });
    const env = {
      ...UNCHECKED,
      PLATFORM_API_URL: url,
      ...(args[0] === "login" ? {} : { PLATFORM_API_KEY: KEY }),
    };
    const ran = await runBuilt(args, { cwd, env });
    expect(heard).toEqual([]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(REFUSED);
    expect(ran.stderr).toContain("NODE_EXTRA_CA_CERTS=");
  });

  it("what needs no certificate goes on: the files, and a loopback address over http", async () => {
    const cwd = tempFolder({
      "boardwright.yaml": `version: 1\nproject: acme\ntargets: { a: { url: "sandbox:data.json", deployment: 1 } }\n`,
      "dashboards/a.yaml": "workbooks: { a: { name: a } }\n",
    });
    for (const args of [["lint"], ["plan"]])
      expect((await runBuilt(args, { cwd, env: UNCHECKED })).code).toBe(0);
  });

  it("the Action sends neither key nor token", async () => {
    const { url, heard } = await openImpostor();
    const place = await openPlace();
    const toPlatform = await place.run("plan", push, { inputs: { "api-url": url }, env: UNCHECKED });
    const toGitHub = await place.run("plan", pullRequest(7), { env: { ...UNCHECKED, GITHUB_API_URL: url } });
    expect(heard).toEqual([]);
    for (const step of [toPlatform, toGitHub]) {
      expect(step.code).toBe(1);
      expect(step.log).toContain(REFUSED);
    }
    expect(place.comments(7)).toEqual([]);
  });
});

describe("the Action", () => {
  it("tells no part of a secret that is pasted into files: log, annotations, outputs, summary, comment", async () => {
    for (const before of [0, 25, 50]) {
      const id = "x".repeat(before) + KEY;
      const twice = board("R", chart(id), chart(id));
      const place = await openPlace({ workbooks: { revenue: { ...twice, [id]: "x" }, [id]: board(id) } });
      for (const [command, secrets] of [
        ["lint", { inputs: { "api-key": KEY } }],
        ["plan", { inputs: { "api-key": KEY } }],
        ["lint", { env: { SOME_SERVICE_TOKEN: KEY } }],
      ] as const) {
        const step = await place.run(command, pullRequest(7), secrets);
        expect(step.code).toBe(1);
        const told = [
          step.log,
          step.summary,
          JSON.stringify(step.outputs),
          // The mask itself is for the runner alone.
          ...step.commands.filter(({ name }) => name !== "add-mask").map((each) => JSON.stringify(each)),
          ...place.comments(7).map(({ body }) => body),
        ];
        for (let at = 0; at + 10 <= KEY.length; at++)
          expect(told.filter((text) => text.includes(KEY.slice(at, at + 10)))).toEqual([]);
      }
    }
  });
});
