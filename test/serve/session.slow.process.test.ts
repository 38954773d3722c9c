// Who may come in, and what nobody may.
import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import type { SessionAnswer } from "../../src/serve/studio/protocol.ts";
import { runBuilt } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { ORDERS } from "./studio-page.ts";
import { PROJECT, startStudio } from "./studio-server.ts";

const FILES = { "boardwright.yaml": PROJECT, "dashboards/orders.yaml": ORDERS };
const JSON_TYPE = { "content-type": "application/json" };

describe("the studio's server", () => {
  it("lets in who has the token, with a key that no browser adds to a request by itself", async () => {
    const { send, token, authorization } = await startStudio(FILES);
    expect(authorization).toMatch(/^Bearer [0-9a-f]{32}$/);
    expect(authorization).not.toContain(token);
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect((await send("/api/project", { headers: { authorization } })).status).toBe(200);
  });

  it("gives every browser a key of its own for the token, and another tab of one no other", async () => {
    const { send, token, authorization } = await startStudio(FILES);
    const enter = (headers: Record<string, string>) =>
      send("/api/session", {
        method: "POST",
        headers: { ...JSON_TYPE, ...headers },
        body: JSON.stringify({ token }),
      });
    const other = await enter({});
    const { key } = JSON.parse(other.text) as SessionAnswer;
    expect(`Bearer ${key}`).not.toBe(authorization);
    expect((await send("/api/project", { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    const tab = await enter({ authorization });
    expect([tab.status, tab.text]).toEqual([204, ""]);
    expect((await send("/api/project", { headers: { authorization } })).status).toBe(200);
  });

  it("answers nothing of the project without the key, whatever else comes", async () => {
    const { send, token, authorization } = await startStudio(FILES);
    const old = "0".repeat(32);
    const tries = [
      ...[
        "project",
        "board?slug=orders",
        "inspect?slug=orders&widget=open",
        "live?slug=orders",
        "events",
        "rows?slug=orders&widget=open",
        "choices",
        "x",
      ].map((path) => send(`/api/${path}`)),
      // A cookie is sent to every port of 127.0.0.1, so that somebody else's server has it, and all that it says.
      send("/api/project", { headers: { cookie: `boardwright=${authorization.slice(7)}` } }),
      send(`/api/project?key=${authorization.slice(7)}`, { headers: { authorization: `Bearer ${token}` } }),
      ...["edit", "undo", "redo", "live", "open"].map((path) =>
        send(`/api/${path}`, { method: "POST", headers: JSON_TYPE, body: "{}" }),
      ),
      ...[old, token.slice(1), "", null, [token]].map((one) =>
        send("/api/session", { method: "POST", headers: JSON_TYPE, body: JSON.stringify({ token: one }) }),
      ),
    ];
    for (const { status, text } of await Promise.all(tries)) {
      expect(status).toBe(401);
      expect(JSON.parse(text).error.message).toBe("This page is from an earlier run.");
      expect(text).not.toContain("Orders");
    }
  });

  it("does not take the key of an earlier run", async () => {
    const before = await startStudio(FILES);
    await before.end();
    const { send } = await startStudio(FILES);
    const { authorization } = before;
    expect((await send("/api/project", { headers: { authorization } })).status).toBe(401);
  });

  it("refuses a foreign host and a foreign origin, also with the key", async () => {
    const { send, url, authorization, token } = await startStudio(FILES);
    const foreign: Record<string, string>[] = [
      { host: "evil.example" },
      { host: `evil.example:${url.port}` },
      { host: `localhost:${url.port}` },
      { host: "127.0.0.1" },
      { host: `127.0.0.1:${url.port}.evil.example` },
      { origin: "http://evil.example" },
      { origin: `http://localhost:${url.port}` },
      { origin: `https://127.0.0.1:${url.port}` },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ];
    for (const headers of foreign) {
      for (const path of ["/", "/page.js", "/api/project", "/api/events"])
        expect([headers, (await send(path, { headers: { ...headers, authorization } })).status]).toEqual([
          headers,
          403,
        ]);
      const body = JSON.stringify({ token });
      const entering = await send("/api/session", {
        method: "POST",
        headers: { ...JSON_TYPE, ...headers },
        ...("origin" in headers ? {} : { isAnonymous: true }),
        body,
      });
      expect([entering.status, entering.text]).toEqual([403, expect.stringContaining("foreign")]);
    }
  });

  it("shows its page to who follows a link, which brings no key, and nothing in a frame or to a script", async () => {
    const { send, authorization } = await startStudio(FILES);
    const link = {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    expect((await send("/", { headers: link })).status).toBe(200);
    expect((await send("/api/project", { headers: link })).status).toBe(401);
    for (const other of [{ "sec-fetch-dest": "iframe" }, { "sec-fetch-mode": "no-cors" }])
      expect((await send("/", { headers: { ...link, ...other, authorization } })).status).toBe(403);
  });

  it("takes only JSON that says so, of a size that a page sends", async () => {
    const { send, authorization } = await startStudio(FILES);
    const post = (headers: Record<string, string>, body: string) =>
      send("/api/undo", { method: "POST", headers: { authorization, ...headers }, body }).then(
        ({ status }) => status,
      );
    const body = '{"slug":"orders"}';
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "application/jsonx",
    ])
      expect(await post({ "content-type": type }, body)).toBe(415);
    expect(await post({}, body)).toBe(415);
    for (const one of ["", "x", "[]", "null", '"a"', '{"slug":1}', "{}"])
      expect(await post(JSON_TYPE, one)).toBe(400);
    expect(await post(JSON_TYPE, JSON.stringify({ slug: "a".repeat(5_000_000) }))).toBe(413);
    expect(await post(JSON_TYPE, body)).toBe(200);
    const anonymous = {
      method: "POST",
      headers: { authorization, ...JSON_TYPE },
      body,
      isAnonymous: true,
    } as const;
    expect((await send("/api/undo", anonymous)).status).toBe(403);
  });

  it("has the page's files and nothing else, by whatever path", async () => {
    const { send, authorization } = await startStudio(FILES);
    const page = await send("/");
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    for (const path of [
      "/..",
      "/../cli.cjs",
      "/%2e%2e/cli.cjs",
      "/..%2fcli.cjs",
      "/page.js/",
      "//page.js/x",
      "/boardwright.yaml",
      "/dashboards/orders.yaml",
      "/index.html",
      "/api/../../x",
      "/.git/config",
    ]) {
      const { status, text } = await send(path, { headers: { authorization } });
      expect([path, status]).toEqual([path, 404]);
      expect(Object.keys(JSON.parse(text))).toEqual(["error"]);
    }
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"])
      expect((await send("/api/project", { method, headers: { authorization } })).status).toBe(405);
  });

  it("says of every answer that no other page may use it", async () => {
    const { send, authorization } = await startStudio(FILES);
    for (const path of ["/", "/page.js", "/page.css", "/icon.svg", "/api/project", "/api/x", "/nothing"]) {
      const { headers } = await send(path, { headers: { authorization } });
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self'; .*frame-ancestors 'none'$/,
      );
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  it("opens no file that is not of the project, and none when it is read-only", async () => {
    const files = { ...FILES, ".env": "TOKEN=1\n", "run.sh": "exit\n" };
    const { send, authorization } = await startStudio(files, { env: { EDITOR: "true" } });
    const open = (file: string) =>
      send("/api/open", {
        method: "POST",
        headers: { ...JSON_TYPE, authorization },
        body: JSON.stringify({ file, line: 1 }),
      });
    for (const file of [
      "../x.yaml",
      "/etc/passwd",
      ".env",
      "run.sh",
      "dashboards/../../x.yaml",
      "none.yaml",
      "$(id).yaml",
    ])
      expect([file, (await open(file)).status]).toEqual([file, 404]);
    expect((await open("dashboards/orders.yaml")).status).toBe(204);
    const still = await startStudio(FILES, { args: ["--read-only"], env: { EDITOR: "true" } });
    const body = JSON.stringify({ file: "dashboards/orders.yaml", line: 1 });
    const headers = { ...JSON_TYPE, authorization: still.authorization };
    expect((await still.send("/api/open", { method: "POST", headers, body })).status).toBe(403);
  });

  it("takes the port that is named, or says that it cannot", async () => {
    const other = createServer();
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    const { port } = other.address() as { port: number };
    const { code, stderr } = await runBuilt(["serve", "--no-open", "--port", String(port)], {
      cwd: tempFolder(FILES),
    });
    other.close();
    expect([code, stderr]).toEqual([1, expect.stringContaining(`port ${port} of 127.0.0.1 cannot be used`)]);
  });

  it("ends with Ctrl-C, also while a page listens", async () => {
    const { send, authorization, end } = await startStudio(FILES);
    void send("/api/events", { headers: { authorization } }).catch(() => undefined);
    expect(await end()).toMatchObject({ code: 0 });
  });

  it("has a page to say that there is no project, and finds one that is made", async () => {
    const { send, authorization, write, project } = await startStudio({ "x.txt": "" });
    expect((await send("/")).status).toBe(200);
    const { status, text } = await send("/api/project", { headers: { authorization } });
    expect([status, JSON.parse(text).error.message]).toEqual([404, "No boardwright.yaml here or above."]);
    write("boardwright.yaml", "version: 1\nproject: [\n");
    expect((await send("/api/project", { headers: { authorization } })).status).toBe(404);
    write("boardwright.yaml", PROJECT);
    expect((await project()).name).toBe("studio");
  });
});

it("takes the next port that is free, and says nothing of those that were not", async () => {
  const held: number[] = [];
  const others = Array.from({ length: 14 }, (_, at) => {
    const port = 4460 + at;
    const other = createServer();
    onTestFinished(() => void other.close());
    // One that somebody else has now may be free in a moment.
    return new Promise<void>((resolve) => {
      other.once("error", () => resolve()).once("listening", () => resolve(void held.push(port)));
      other.listen(port, "127.0.0.1");
    });
  });
  await Promise.all(others);
  const { url, end } = await startStudio(FILES);
  expect(held).not.toEqual([]);
  expect(held).not.toContain(Number(url.port));
  expect(await end()).toMatchObject({ code: 0, stderr: "" });
});
