import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { home, sandboxFor } from "./saved.ts";

async function listen(server: Server & { closeAllConnections(): void }): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

it("commands reach a platform through a proxy, with a certificate that only this machine trusts", async () => {
  const sandbox = await sandboxFor();
  const folder = tempFolder();
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=platform.test -addext subjectAltName=DNS:platform.test -keyout ${key} -out ${cert}`;
  execFileSync("openssl", words.split(" "), { stdio: "ignore" });
  const platform = createSecureServer(
    { key: readFileSync(key), cert: readFileSync(cert) },
    (incoming, outgoing) => {
      const { method, url } = incoming;
      // The sandbox answers only under loopback names.
      const headers = { ...incoming.headers, host: new URL(sandbox.url).host };
      const onward = send(sandbox.url + url, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(onward);
    },
  );
  const platformPort = await listen(platform);
  const tunnels: unknown[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    tunnels.push([request.url, request.headers.authorization]);
    const onward = connect(platformPort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on("error", () => {});
    socket.on("close", () => onward.destroy());
  });
  const HTTPS_PROXY = `http://127.0.0.1:${await listen(proxy)}`;

  const at = home({}, { command: runBuilt });
  const login = ["login", "--url", "https://platform.test", "--api-key", "-"];
  const input = "sandbox-key";
  const untrusted = await at.run(login, { env: { HTTPS_PROXY }, input });
  expect([untrusted.code, untrusted.stderr]).toEqual([1, expect.stringContaining("certificate")]);
  const env = { HTTPS_PROXY, NODE_EXTRA_CA_CERTS: cert };
  const trusted = await at.run(login, { env, input });
  expect(trusted.code, trusted.stderr).toBe(0);
  const who = await at.run(["whoami", "--json"], { env });
  expect(JSON.parse(who.stdout)).toMatchObject({ context: "platform", url: "https://platform.test" });
  // The token travels inside the tunnel, never to the proxy.
  expect(new Set(tunnels.map(String))).toEqual(new Set([String(["platform.test:443", undefined])]));
  expect(sandbox.requests.length).toBeGreaterThan(1);
});
