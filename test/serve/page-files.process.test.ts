// What the build makes of the page: small, whole, and nothing in it that its policy would have to allow.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const STUDIO = fileURLToPath(new URL("../../dist/studio/", import.meta.url));
const files = () => readdirSync(STUDIO).sort();
const text = (file: string) => readFileSync(STUDIO + file, "utf8");

it("is four files of at most 120 KB together, compressed", () => {
  expect(files()).toEqual(["icon.svg", "index.html", "page.css", "page.js"]);
  const size = files().reduce((sum, file) => sum + gzipSync(text(file)).length, 0);
  expect(size).toBeLessThan(120 * 1024);
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
  expect(text("page.js")).not.toMatch(/\beval\(|new Function\(/);
});
