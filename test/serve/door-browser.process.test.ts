// Who else is on the machine: another user's server on another port of 127.0.0.1, and whoever reads the arguments of programs.
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Browser, hasBrowser } from "../support/browser.ts";
import { start } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { ORDERS, open, openStudio, PROJECT, type StudioPage, tile } from "./studio-page.ts";

const FILE = "dashboards/orders.yaml";

/** Remembers what the browser tells it, and shows a page that may do what it likes. */
async function openNeighbour() {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers);
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Neighbour</title>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, seen };
}

describe.skipIf(!hasBrowser)("the studio's door", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await open();
  });

  it("is closed to a page on another port, and to its server with all that the browser sends there", async () => {
    const { page, address, newTab, text } = await openStudio(browser);
    await tile(page, "open").waitFor();
    const studio = new URL(address).origin;
    const neighbour = await openNeighbour();
    const tab = await newTab();
    await tab.goto(neighbour.url);
    const edit = JSON.stringify({ slug: "orders" });
    const tried = await tab.evaluate(`Promise.all([
      ...["project", "board?slug=orders", "events"].map((path) =>
        fetch("${studio}/api/" + path, { credentials: "include" }).then(({ status }) => status, () => "no")),
      fetch("${studio}/api/undo", { method: "POST", credentials: "include", mode: "no-cors", body: ${JSON.stringify(edit)} })
        .then(({ status, type }) => type + status, () => "no"),
      new Promise((done) => {
        const events = new EventSource("${studio}/api/events", { withCredentials: true });
        events.onopen = () => done("open");
        events.onerror = () => { events.close(); done("no"); };
      }),
      String(localStorage.getItem("boardwright-key")),
    ])`);
    expect(tried).toEqual(["no", "no", "no", expect.stringMatching(/^(?:opaque0|no)$/), "no", "null"]);
    // The server of that page is no browser: it says what it likes of itself.
    expect(neighbour.seen.length).toBeGreaterThan(0);
    for (const { cookie } of neighbour.seen) {
      const headers = {
        origin: studio,
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
        ...(cookie !== undefined && { cookie }),
      };
      for (const path of ["project", "board?slug=orders", "events"])
        expect((await fetch(`${studio}/api/${path}`, { headers })).status).toBe(401);
      const writing = await fetch(`${studio}/api/undo`, { method: "POST", headers, body: edit });
      expect(writing.status).toBe(401);
    }
    await expect.poll(() => text(FILE)).toBe(ORDERS);
    // The page itself goes on.
    await page.reload();
    await tile(page, "open").waitFor();
  });

  it("is opened by a file that only this user may read, which goes with the studio: no argument has the token", async () => {
    const cwd = tempFolder({ "boardwright.yaml": PROJECT, [FILE]: ORDERS, "bin/x": "" });
    const opener = join(cwd, "bin/xdg-open");
    writeFileSync(
      opener,
      `#!/bin/sh\nenv > "${cwd}/env"; printf '%s\\n' "$*" > "${cwd}/part" && mv "${cwd}/part" "${cwd}/opened"\n`,
    );
    chmodSync(opener, 0o755);
    const { child, ended } = start(["serve"], {
      cwd,
      env: {
        ...{ PATH: `${dirname(opener)}:${process.env.PATH}`, DISPLAY: ":7" },
        ...{ PLATFORM_API_KEY: "key-of-acme", GITHUB_TOKEN: "token-of-acme" },
      },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    let said = "";
    child.stdout?.on("data", (part: string) => {
      said += part;
    });
    while (!existsSync(join(cwd, "opened")) || !said.includes("#token="))
      await new Promise((resolve) => setTimeout(resolve, 20));
    const [, token = "?"] = /#token=([0-9a-f]{32})/.exec(said) ?? [];
    const opened = readFileSync(join(cwd, "opened"), "utf8").trim();
    expect(opened).toMatch(/^file:\/\/\/\S+\.html$/);
    expect(opened).not.toContain(token);
    const seen = readFileSync(join(cwd, "env"), "utf8");
    expect(seen).toContain("DISPLAY=:7");
    expect(seen).not.toContain("of-acme");
    const file = fileURLToPath(opened);
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readFileSync(file, "utf8")).toContain(token);
    const page = (await browser.newPage()) as unknown as StudioPage;
    await page.goto(opened);
    await tile(page, "open").waitFor();
    child.kill("SIGINT");
    await ended;
    expect(existsSync(dirname(file))).toBe(false);
  });
});
