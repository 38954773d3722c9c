// What the build makes of the page: small, whole, and nothing in it that its policy would have to allow.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const STUDIO = fileURLToPath(new URL("../../dist/studio/", import.meta.url));
const files = () => readdirSync(STUDIO).sort();
const text = (file: string) => readFileSync(STUDIO + file, "utf8");

const sizeOf = (file: string) => gzipSync(text(file)).length;

it("is four files of at most 120 KB together, compressed, and the chart library, which is loaded with the first chart alone", () => {
  const [library, ...page] = files();
  expect([library, ...page]).toEqual(["charts.js", "icon.svg", "index.html", "page.css", "page.js"]);
  expect(page.reduce((sum, file) => sum + sizeOf(file), 0)).toBeLessThan(120 * 1024);
  expect(sizeOf("charts.js")).toBeLessThan(72 * 1024);
  // Nothing of it is in the page, which names it once.
  expect(text("page.js").match(/\.\/charts\.js/g)).toHaveLength(1);
  expect(text("page.js")).not.toContain("DoughnutController");
});

it("has no script, style or handler within its HTML, and asks nobody else for anything", () => {
  const html = text("index.html");
  expect(html).not.toMatch(/<style|style=|\son\w+=|<script>|<script [^>]*>[^<]/);
  expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to]) => to)).toEqual([
    "icon.svg",
    "page.css",
    "page.js",
  ]);
  expect(text("page.css")).not.toMatch(/url\(|@import|https?:/);
  // Names of XML's vocabularies, and what marked says about its own faults: nothing that is asked for.
  const addresses = [...text("page.js").matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host]) => host);
  expect([...new Set(addresses)].sort()).toEqual(["github.com", "www.w3.org"]);
  expect([...text("charts.js").matchAll(/https?:\/\/[\w./-]+/g)].map(([address]) => address)).toEqual([]);
  expect(text("page.js") + text("charts.js")).not.toMatch(/\beval\(|new Function\(/);
});
