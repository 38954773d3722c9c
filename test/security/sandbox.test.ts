// A website in a browser on the same machine reaches the port of the sandbox: it reads nothing, writes nothing and approves nothing.
import { request } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../src/sandbox/index.ts";

interface Sent {
  method?: string;
  path?: string;
  headers: Record<string, string>;
  body?: string;
}

async function open() {
  const sandbox = await createSandbox({
    seed: { workbooks: [{ id: 1, deploymentId: 1, slug: "a", name: "A" }] } as never,
  });
  onTestFinished(() => sandbox.close());
  const { port, host } = new URL(sandbox.url);
  const send = ({ method = "GET", path = "/api/v1/deployments/1/workbooks", headers, body }: Sent) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const all = { authorization: `Bearer ${sandbox.apiKey}`, host, ...headers };
      const sent = request({ host: "127.0.0.1", port, method, path, headers: all }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on("error", reject).end(body);
    });
  const approve = async (headers: Record<string, string>) => {
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const begun = await send({
      method: "POST",
      path: "/auth/device/code",
      headers: form,
      body: "client_id=x",
    });
    const { user_code: code } = JSON.parse(begun.text) as { user_code: string };
    const body = new URLSearchParams({ user_code: code, action: "approve" }).toString();
    return send({ method: "POST", path: "/auth/device", headers: { ...form, ...headers }, body });
  };
  return { sandbox, host, port, send, approve };
}

const FOREIGN: [string, Record<string, string>][] = [
  ["under a name that resolves to this machine", { host: "evil.example.com" }],
  ["under such a name with its port", { host: "evil.example.com:80" }],
  ["under a name that only begins like ours", { host: "127.0.0.1.evil.example.com" }],
  ["under localhost.evil", { host: "localhost.evil.example.com" }],
  ["from another site", { origin: "https://evil.example.com" }],
  ["from a page without an origin", { origin: "null" }],
  ["from another port of this machine", { origin: "http://127.0.0.1:1" }],
  ["by a form of another site", { "sec-fetch-site": "cross-site" }],
  ["by a page on another port", { "sec-fetch-site": "same-site" }],
];

describe("a page of the web", () => {
  it.each(FOREIGN)("gets nothing %s", async (_, headers) => {
    const { send, approve, sandbox } = await open();
    const read = await send({ headers });
    expect(read.status).toBe(403);
    expect(read.text).not.toContain('"a"');
    const path = "/api/v1/deployments/1/workbooks/by-slug/b";
    const type = { "content-type": "application/json" };
    const written = await send({
      method: "PUT",
      path,
      headers: { ...type, ...headers },
      body: '{"name":"B"}',
    });
    expect(written.status).toBe(403);
    expect(sandbox.workbook("b")).toBeUndefined();
    expect((await approve(headers)).status).toBe(403);
  });

  it("gets no permission from a preflight request", async () => {
    const { send } = await open();
    const headers = { origin: "https://evil.example.com", "access-control-request-method": "PUT" };
    const answer = await send({ method: "OPTIONS", headers });
    expect(answer.status).toBe(403);
  });
});

describe("programs and people of this machine", () => {
  it("are answered under every loopback name, with the page's own origin", async () => {
    const { send, approve, host, port } = await open();
    for (const name of [host, `localhost:${port}`, `[::1]:${port}`, "127.0.0.1"])
      expect((await send({ headers: { host: name } })).status).toBe(200);
    const own = { origin: `http://${host}`, "sec-fetch-site": "same-origin" };
    expect((await approve(own)).status).toBe(200);
    expect((await send({ headers: { "sec-fetch-site": "none" } })).status).toBe(200);
  });
});
