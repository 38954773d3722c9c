import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, connect as connectTcp, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { TOKEN } from "../support/loopback.ts";
import { tempFolder } from "../support/temp.ts";

// Extra certificates are read when node starts, so the client runs in processes of its own.
describe("a process of its own", () => {
  const HOSTS = { platform: "DNS:platform.test,DNS:localhost", proxy: "DNS:localhost" };
  const folder = tempFolder();
  const at = (name: string) => join(folder, name);
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  beforeAll(async () => {
    const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    openssl(
      "req",
      "-x509",
      ...key,
      "-keyout",
      "ca.key",
      "-out",
      "ca.pem",
      "-days",
      "2",
      "-subj",
      "/CN=Test CA",
    );
    for (const [name, hosts] of Object.entries(HOSTS)) {
      openssl("req", ...key, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}.test`);
      writeFileSync(at("names"), `subjectAltName=${hosts}\n`);
      const signed = [
        "-CA",
        "ca.pem",
        "-CAkey",
        "ca.key",
        "-CAcreateserial",
        "-days",
        "2",
        "-extfile",
        "names",
      ];
      openssl("x509", "-req", "-in", `${name}.csr`, "-out", `${name}.pem`, ...signed);
    }
    await build({
      entryPoints: [fileURLToPath(new URL("../../src/platform/index.ts", import.meta.url))],
      bundle: true,
      platform: "node",
      format: "cjs",
      outfile: at("platform.cjs"),
      logLevel: "error",
    });
    writeFileSync(
      at("client.cjs"),
      `const { connect, proxyFor, startDeviceLogin } = require("./platform.cjs");
       const [url, method, connectMs] = process.argv.slice(2);
       // With a step, each look at the clock is later than the one before: one attempt is all that fits.
       let now = 0;
       const clock = {
         now: () => (now += Number(process.env.CLOCK_STEP ?? 0)),
         sleep: async () => {},
         after: () => () => {},
       };
       const proxy = (target) => proxyFor(target, process.env);
       const platform = connect({
         url, token: ${JSON.stringify(TOKEN)}, scheme: "bearer", proxy, clock, random: () => 0,
         deadlines: { connectMs: Number(connectMs) },
       });
       const run = async () => {
         if (method === "login") return startDeviceLogin(url, { clientId: "x", proxy });
         const answer = await platform.request(method, "/api/v1/deployments");
         let text = "";
         for await (const chunk of answer.body) text += chunk;
         await platform.close();
         return { status: answer.status, text };
       };
       run().then(
         (value) => console.log(JSON.stringify(value)),
         ({ code, message, details }) => console.log(JSON.stringify({ code, message, details })),
       );`,
    );
  });

  async function listen(server: Server): Promise<number> {
    const sockets = new Set<Socket>();
    server.on("connection", (socket) => sockets.add(socket));
    server.on("secureConnection", (socket) => sockets.add(socket));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  const certificateOf = (name: keyof typeof HOSTS) => ({
    key: readFileSync(at(`${name}.key`)),
    cert: readFileSync(at(`${name}.pem`)),
  });

  interface Request {
    method: string | undefined;
    headers: Record<string, string | string[] | undefined>;
  }

  /** The platform over TLS, with a certificate that only the test's own authority vouches for. */
  async function servePlatform() {
    const seen: Request[] = [];
    const answer: RequestListener = (request, response) => {
      seen.push({ method: request.method, headers: request.headers });
      response.setHeader("content-type", "application/json").end('{"items":[]}');
    };
    return { port: await listen(createHttpsServer(certificateOf("platform"), answer)), seen };
  }

  type OnConnect = (socket: Socket, head: Buffer, count: number) => void;

  /** A proxy that finds every host at `to`; what goes through it is written down. */
  async function serveProxy(to: number, options: { secure?: boolean; onConnect?: OnConnect } = {}) {
    const seen: { url: string | undefined; headers: Request["headers"] }[] = [];
    const through: Buffer[] = [];
    const server = options.secure ? createHttpsServer(certificateOf("proxy")) : createHttpServer();
    server.on("connect", (request, socket: Socket, head: Buffer) => {
      seen.push({ url: request.url, headers: request.headers });
      if (options.onConnect !== undefined) return options.onConnect(socket, head, seen.length);
      const target = connectTcp(to, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        target.pipe(socket).on("error", () => {});
        socket.pipe(target).on("error", () => {});
      });
      socket.on("data", (chunk: Buffer) => through.push(chunk));
    });
    return { port: await listen(server), seen, through };
  }

  interface Result {
    status?: number;
    text?: string;
    code?: string;
    message?: string;
    details?: string[];
  }

  async function runClient(
    url: string,
    env: Record<string, string>,
    method = "GET",
    connectMs = 5000,
  ): Promise<Result & { stderr: string }> {
    const run = promisify(execFile);
    const { PATH = "" } = process.env;
    const args = [at("client.cjs"), url, method, String(connectMs)];
    const { stdout, stderr } = await run(process.execPath, args, { env: { PATH, ...env } });
    return { ...(JSON.parse(stdout) as Result), stderr };
  }

  const trusting = () => ({ NODE_EXTRA_CA_CERTS: at("ca.pem") });

  it("trusts the authorities of NODE_EXTRA_CA_CERTS, and says so where one is missing", async () => {
    const { port, seen } = await servePlatform();
    const url = `https://localhost:${port}`;
    expect(await runClient(url, trusting())).toMatchObject({ status: 200, text: '{"items":[]}' });
    const refused = await runClient(url, {});
    expect(refused.code).toBe("tls");
    expect(refused.details?.at(-1)).toContain("NODE_EXTRA_CA_CERTS");
    expect(seen).toHaveLength(1);
  });

  it("goes through the proxy by CONNECT, and the credential only inside the tunnel", async () => {
    const platform = await servePlatform();
    const proxy = await serveProxy(platform.port);
    const env = { ...trusting(), HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    // The name exists nowhere: only the proxy knows where it leads.
    expect(await runClient("https://platform.test", env)).toMatchObject({ status: 200, stderr: "" });
    expect(proxy.seen.map(({ url, headers }) => [url, headers.host])).toEqual([
      ["platform.test:443", "platform.test:443"],
    ]);
    expect(proxy.seen[0]?.headers.authorization).toBeUndefined();
    expect(proxy.seen[0]?.headers["proxy-authorization"]).toBeUndefined();
    expect(Buffer.concat(proxy.through).length).toBeGreaterThan(500);
    expect(Buffer.concat(proxy.through).toString("latin1")).not.toContain(TOKEN);
    expect(platform.seen[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(platform.seen[0]?.headers["proxy-authorization"]).toBeUndefined();
  });

  it("checks the platform's certificate inside the tunnel too", async () => {
    const platform = await servePlatform();
    const proxy = await serveProxy(platform.port);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect((await runClient("https://platform.test", env)).code).toBe("tls");
    const otherName = await runClient("https://other.test", { ...env, ...trusting() });
    expect(otherName.code).toBe("tls");
    expect(platform.seen).toEqual([]);
  });

  it("speaks TLS to a proxy that does, and names itself there", async () => {
    const platform = await servePlatform();
    const proxy = await serveProxy(platform.port, { secure: true });
    const env = { ...trusting(), HTTPS_PROXY: `https://us%20er:ge%40heim@localhost:${proxy.port}` };
    expect(await runClient("https://platform.test", env, "DELETE")).toMatchObject({ status: 200 });
    const basic = `Basic ${Buffer.from("us er:ge@heim").toString("base64")}`;
    expect(proxy.seen[0]?.headers["proxy-authorization"]).toBe(basic);
    expect(platform.seen[0]).toMatchObject({ method: "DELETE", headers: { "content-length": "0" } });
    expect(platform.seen[0]?.headers["proxy-authorization"]).toBeUndefined();
  });

  it("does not use it for what NO_PROXY names or what is loopback", async () => {
    const platform = await servePlatform();
    const proxy = await serveProxy(platform.port);
    const env = { ...trusting(), HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect((await runClient(`https://localhost:${platform.port}`, env)).status).toBe(200);
    const excepted = await runClient("https://platform.test", { ...env, NO_PROXY: ".test" });
    expect(["unknown-host", "unreachable"]).toContain(excepted.code);
    expect(proxy.seen).toEqual([]);
  });

  it("logs in through it too", async () => {
    const platform = await servePlatform();
    const proxy = await serveProxy(platform.port);
    const env = { ...trusting(), HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect((await runClient("https://platform.test", env, "login")).code).toBe("unexpected-answer");
    expect(platform.seen[0]).toMatchObject({ method: "POST" });
    expect(proxy.seen).toHaveLength(1);
  });

  it("says what the proxy said, and shows no password of it", async () => {
    const onConnect: OnConnect = (socket) =>
      void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n");
    const proxy = await serveProxy(0, { onConnect });
    const env = { ...trusting(), HTTPS_PROXY: `http://ann:geheim@127.0.0.1:${proxy.port}` };
    const result = await runClient("https://platform.test", env);
    expect(result.code).toBe("proxy");
    expect(result.message).toContain(
      `the proxy 127.0.0.1:${proxy.port} did not open a connection to platform.test (407)`,
    );
    expect(result.details?.at(-1)).toContain("HTTPS_PROXY");
    expect(JSON.stringify(result)).not.toContain("geheim");
    expect(proxy.seen).toHaveLength(1);
  });

  it("tries again where the proxy did not reach the host", async () => {
    const platform = await servePlatform();
    const onConnect: OnConnect = (socket, _head, count) => {
      if (count < 3) return void socket.end("HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n");
      const target = connectTcp(platform.port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        target.pipe(socket).on("error", () => {});
        socket.pipe(target).on("error", () => {});
      });
    };
    const proxy = await serveProxy(platform.port, { onConnect });
    const env = { ...trusting(), HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect((await runClient("https://platform.test", env)).status).toBe(200);
    expect(proxy.seen).toHaveLength(3);
  });

  it.each<[string, OnConnect | undefined, RegExp]>([
    ["is not there", undefined, /the proxy 127\.0\.0\.1:1 refused the connection/],
    ["never answers", () => {}, /the proxy 127\.0\.0\.1:\d+ did not accept a connection/],
    ["breaks off", (socket) => void socket.destroy(), /the connection broke/],
  ])("names a proxy that %s", async (_, onConnect, message) => {
    const port = onConnect === undefined ? 1 : (await serveProxy(0, { onConnect })).port;
    const env = { ...trusting(), HTTPS_PROXY: `http://127.0.0.1:${port}`, CLOCK_STEP: "20000" };
    const result = await runClient("https://platform.test", env, "GET", 50);
    expect(result.code).toBe("proxy");
    expect(result.message).toMatch(message);
  });
});
