// No part of a secret is told: it is blanked before a text is cut to fit, in every format, spelled in whatever way, whoever gave it.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { blankSecrets, knowSecrets } from "../../src/model/index.ts";
import { boardwright } from "../support/command.ts";
import { json, serve } from "../support/loopback.ts";
import { tempFolder } from "../support/temp.ts";
import { PROJECT } from "../support/world.ts";
import { everyFormat } from "./held/attacked.ts";

/** Longer than what a message quotes of a name, and with what Markdown, HTML, XML, JSON and URLs write in another way. */
const KEY = `bw_live:4711/AbCdEfGh+IjKl0815@"MnOpQrSt"&<UvWxYz>${"0a1B2c3D".repeat(8)}`;
const FORMATS = ["pretty", "json", "sarif", "junit", "github", "codequality"];

/** Any ten characters of the key, in the form in which a text would be read. */
function expectNothingOf(key: string, text: string, what = ""): void {
  for (let at = 0; at + 10 <= key.length; at++) {
    const found = text.indexOf(key.slice(at, at + 10));
    expect(found < 0 ? "" : text.slice(Math.max(0, found - 60), found + 40), what).toBe("");
  }
}

function spelled(key: string): string[] {
  const bytes = Buffer.from(key);
  const basic = Buffer.from(`user:${key}`).toString("base64");
  return [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), bytes.toString("base64"), basic];
}

/** A project in which the text is pasted wherever a message quotes a name, with `before` in front of it. */
function pasted(key: string, before: number): Record<string, string> {
  const text = JSON.stringify("x".repeat(before) + key);
  const at = (x: number) => `position: { x: ${x}, y: 0, w: 1, h: 1 }`;
  return {
    "boardwright.yaml": PROJECT,
    "dashboards/a.yaml": `workbooks:
  a:
    name: a
    nmae: ${text}
    dashboard:
      kind: ${text}
      widgets:
        - { id: ${text}, type: ${text}, ${at(0)} }
        - { id: ${text}, type: CHART, ${at(0)}, config: { reportId: { $report: ${text} }, ${text}: 1 } }
        - { type: CHART, config: { title: ${text} } }
  ${text}: { name: b, dashbord: {} }
reports:
  ${text}: { name: r }
`,
    "dashboards/b.yaml": `workbooks:\n  c: { $include: ${text} }\n  [${text}]: {}\n  ? ${text}\n  : {}\n`,
    "dashboards/c.yaml": `workbooks:\n  d: { name: ${text}, dashboard: !${/^\w+$/.test(key) ? key : "x"} {} }\n`,
  };
}

const PLAIN = `bwlive4711AbCdEfGhIjKl0815MnOpQrStUvWxYz${"0a1B2c3D".repeat(8)}`;

describe("a key that is pasted into files", () => {
  it.each([PLAIN, KEY])("is told by no format of lint, wherever a quotation is cut: %#", async (key) => {
    for (const before of [0, 20, 45, 59]) {
      const cwd = tempFolder(pasted(key, before));
      for (const format of FORMATS) {
        const ran = await boardwright(["lint", "--format", format], { cwd, env: { PLATFORM_API_KEY: key } });
        expect(ran.code).toBe(1);
        expectNothingOf(PLAIN, ran.stdout + ran.stderr, `${format} ${before}`);
        expectNothingOf(key, ran.stdout + ran.stderr, `${format} ${before}`);
      }
    }
  });

  it("is told neither as URLs, JSON and base64 spell it", async () => {
    for (const text of spelled(KEY)) {
      const cwd = tempFolder(pasted(text, 0));
      for (const format of FORMATS) {
        const ran = await boardwright(["lint", "--format", format], { cwd, env: { PLATFORM_API_KEY: KEY } });
        expectNothingOf(text.slice(8, -4), ran.stdout + ran.stderr, format);
      }
    }
  });

  it("is told neither when it is the token of a saved login, and becomes no content", async () => {
    const saved = `[contexts.other]\nurl = "https://elsewhere.test"\napi_key = "${PLAIN}"\nrefresh_token = "r-${PLAIN}"\n`;
    const config = { ".config/boardwright/config.toml": saved };
    const cwd = tempFolder({ ...pasted(PLAIN, 12), ...config });
    for (const format of FORMATS) {
      const ran = await boardwright(["lint", "--format", format], { cwd });
      expect(ran.code).toBe(1);
      expectNothingOf(PLAIN, ran.stdout + ran.stderr, format);
    }
    const settings = `version: 1\nproject: acme\ntargets:\n  test: { url: "sandbox:data.json", deployment: 1 }\n`;
    const clean = tempFolder({
      "boardwright.yaml": settings,
      "dashboards/a.yaml": `workbooks:\n  a: { name: "${PLAIN}" }\n`,
      ...config,
    });
    for (const args of [["plan"], ["apply", "--yes"]]) {
      const ran = await boardwright(args, { cwd: clean });
      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain("holds the text of a credential");
      expectNothingOf(PLAIN, ran.stdout + ran.stderr);
    }
  });
});

describe("a key in what the platform says", () => {
  /** Refuses everything with a sentence that ends in the credential it was given. */
  async function openEcho(before: number): Promise<string> {
    const { url } = await serve(({ headers }, response) => {
      const key = (headers.authorization ?? "").replace(/^Bearer /, "");
      const id = { "x-request-id": `${"i".repeat(before % 120)}${key}` };
      json(response, 400, { message: `${"x".repeat(before)}${key} is wrong` }, id);
    });
    return url;
  }

  it("is told by no error, wherever it is cut, with and without -v", async () => {
    for (const before of [0, 90, 300, 340, 380, 395]) {
      const env = { PLATFORM_API_URL: await openEcho(before), PLATFORM_API_KEY: PLAIN };
      const cwd = tempFolder({
        "boardwright.yaml": PROJECT,
        "dashboards/a.yaml": "workbooks:\n  a: { name: a }\n",
      });
      const query = `/api/v1/deployments/1/workbooks?q=${encodeURIComponent(PLAIN)}`;
      for (const args of [
        ["plan"],
        ["plan", "--json"],
        ["-v", "plan"],
        ["-v", "api", "GET", query],
        ["workbooks", "list", "--json"],
      ]) {
        const ran = await boardwright(args, { cwd, env });
        expect(ran.code).not.toBe(0);
        expectNothingOf(PLAIN, ran.stdout + ran.stderr, `${args.join(" ")} ${before}`);
      }
    }
  });
});

describe("a key in a report", () => {
  it.each([KEY, PLAIN])("is told by no format, wherever a value is cut: %#", (key) => {
    onTestFinished(knowSecrets([key]));
    for (const before of [1, 7, 20, 33, 50, 58, 75, 100, 118]) {
      const { json, terminal, markdown, html, xml, github } = everyFormat("y".repeat(before) + key);
      // What a command prints goes through the terminal, which blanks it once more.
      const texts = [...terminal, ...json, ...markdown, html, xml, github].map(blankSecrets);
      for (const text of texts) expectNothingOf(PLAIN.slice(-64), text, `${before}`);
      for (const text of texts) expectNothingOf(PLAIN.slice(0, 40), text, `${before}`);
      for (const text of texts) expect(text).not.toContain("bw_live");
    }
  });
});

describe("the sources", () => {
  it("cut texts of others in one way, which blanks secrets first", () => {
    const root = fileURLToPath(new URL("../../src", import.meta.url));
    // A browser knows no secret: what its page cuts has come through the server, which blanked it.
    const isChecked = (file: string) =>
      file.endsWith(".ts") && file !== "model/secret.ts" && !file.startsWith("serve/web/");
    const cuts = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter(isChecked)
      .filter((file) => /\.(?:slice|substring)\(0, [^)]*\)\}…/.test(readFileSync(`${root}/${file}`, "utf8")));
    expect(cuts).toEqual([]);
  });
});
