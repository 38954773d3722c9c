// Through a proxy in this process: what it is asked, and what is said where it does not open a tunnel. test/platform/proxy.slow.process.test.ts
// goes through one to a platform, with certificates of its own.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { readProxy } from "../../src/platform/http/proxy.ts";
import { ProxyFailure } from "../../src/platform/http/proxy-failure.ts";
import { openTunnels } from "../../src/platform/http/tunnel.ts";
import { PlatformError } from "../../src/platform/index.ts";
import { connectTo, failure, TOKEN } from "../support/loopback.ts";

/** A proxy that answers CONNECT with `status`, or breaks off. */
async function serveProxy(status: (count: number) => number | "break") {
  const seen: { url: string | undefined; authorization: string | undefined; host: string | undefined }[] = [];
  const through: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", (request, socket: Socket) => {
    const { "proxy-authorization": authorization, host } = request.headers;
    seen.push({ url: request.url, authorization, host });
    const answer = status(seen.length);
    if (answer === "break") return void socket.destroy();
    socket.write(`HTTP/1.1 ${answer} Said\r\n\r\n`);
    // What comes first through a tunnel is TLS, which this end does not speak.
    socket.on("data", (chunk: Buffer) => {
      through.push(chunk.toString("latin1"));
      socket.end("nothing that TLS knows");
    });
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen, through };
}

const ask = (proxy: string, url = "https://platform.test") => {
  const { platform, clock } = connectTo(url, { proxy });
  return { asked: failure(platform.upsertWorkbook(1, "a", {}), PlatformError), platform, clock };
};

describe("through a proxy", () => {
  it.each([
    ["https://platform.test", "platform.test:443"],
    ["https://platform.test:8443/base", "platform.test:8443"],
  ])("to %s: a tunnel to %s is asked for, and the credential is not shown to it", async (url, authority) => {
    const proxy = await serveProxy(() => 200);
    const error = await ask(`http://us%20er:ge%40heim@${proxy.host}`, url).asked;
    expect(error.code).toBe("tls");
    const authorization = `Basic ${Buffer.from("us er:ge@heim").toString("base64")}`;
    expect(proxy.seen).toEqual([{ url: authority, host: authority, authorization }]);
    // A client's hello, with the platform's name.
    expect(proxy.through.join("")).toMatch(/^\x16\x03/);
    expect(proxy.through.join("")).toContain("platform.test");
    expect(proxy.through.join("")).not.toContain(TOKEN);
  });

  it("without a user name none is given", async () => {
    const proxy = await serveProxy(() => 204);
    expect((await ask(proxy.host).asked).code).toBe("tls");
    expect(proxy.seen[0]?.authorization).toBeUndefined();
  });

  it.each([
    [407, 1],
    [403, 1],
    [302, 1],
    // As often as fits into 15 s: it may pass.
    [502, 8],
  ])("that answers %i: it is named with its answer, after %i attempts", async (status, attempts) => {
    const proxy = await serveProxy(() => status);
    const { asked, clock, platform } = ask(`http://ann:geheim@${proxy.host}`);
    const error = await asked;
    expect(error.code).toBe("proxy");
    expect(error.message).toContain(
      `the proxy ${proxy.host} did not open a connection to platform.test (${status})`,
    );
    expect(error.details.at(-1)).toContain("HTTPS_PROXY");
    expect(JSON.stringify([error.message, error.details])).not.toContain("geheim");
    expect(proxy.seen.length).toBe(attempts);
    expect(clock.slept).toHaveLength(attempts - 1);
    await platform.close();
  });

  it("that breaks off, or is not there, is named as well", async () => {
    const proxy = await serveProxy(() => "break");
    const broken = await ask(proxy.host).asked;
    expect([broken.code, broken.message]).toEqual(["proxy", expect.stringContaining("the connection broke")]);
    const gone = await ask("127.0.0.1:1").asked;
    expect([gone.code, gone.message]).toEqual([
      "proxy",
      expect.stringContaining("the proxy 127.0.0.1:1 refused the connection"),
    ]);
  });

  it("one is chosen for each host, and its secrets are hidden from then on", async () => {
    const proxy = await serveProxy(() => 407);
    const hosts: string[] = [];
    const { platform } = connectTo("https://platform.test", {
      proxy(url) {
        hosts.push(url);
        return `http://ann:long-password@${proxy.host}`;
      },
    });
    for (const slug of ["a", "long-password"]) {
      const error = await failure(platform.upsertWorkbook(1, slug, {}), PlatformError);
      expect([error.message, error.url].join()).not.toContain("long-password");
    }
    expect(hosts).toEqual(["https://platform.test"]);
    await Promise.all([platform.close(), platform.close()]);
  });
});

it("a tunnel that fails tells why to who asked for it", async () => {
  const proxy = await serveProxy(() => 503);
  const tunnels = openTunnels(readProxy(proxy.host), 5000);
  const target = { hostname: "platform.test", protocol: "https:", port: "", host: "platform.test" };
  const error = await new Promise<unknown>((resolve) =>
    tunnels.connect(target, (...[reason]) => resolve(reason)),
  );
  expect(error).toBeInstanceOf(ProxyFailure);
  expect(error).toMatchObject({ code: "PROXY", proxy: proxy.host, status: 503 });
  expect(String(error)).toContain(`the proxy ${proxy.host} failed`);
  await tunnels.close();
});

describe("the address of a proxy", () => {
  it.each<[string, object]>([
    ["proxy:3128", { origin: "http://proxy:3128", host: "proxy:3128", hostname: "proxy", secrets: [] }],
    ["HTTPS://proxy/", { origin: "https://proxy", host: "proxy", hostname: "proxy", secrets: [] }],
    ["http://ann@proxy", { authorization: "Basic YW5uOg==", secrets: ["ann:", ""] }],
    ["http://:pw@proxy", { authorization: "Basic OnB3", secrets: [":pw", "pw"] }],
    ["ann:p%40w@proxy:1", { authorization: "Basic YW5uOnBAdw==", secrets: ["ann:p@w", "p@w"] }],
    // Not a valid escape: taken as it is.
    ["http://ann:100%@proxy", { secrets: ["ann:100%", "100%"] }],
  ])("%s is read", (written, address) => {
    expect(readProxy(written)).toMatchObject(address);
    expect("authorization" in readProxy(written)).toBe("authorization" in address || written.includes("@"));
  });

  it.each(["socks5://proxy", "ftp://proxy", "http://", "http:// proxy", "pro xy"])(
    "%s is refused",
    (written) => {
      expect(() => readProxy(written)).toThrow(UserError);
      try {
        readProxy(written);
      } catch (error) {
        expect((error as UserError).details.join()).toContain("HTTPS_PROXY should be like http://");
      }
    },
  );
});
