// A platform that echoes the key in its answer, escaped in any way that JSON allows: nothing of it is printed.
import { expect, it, onTestFinished } from "vitest";
import { boardwright } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";
import { standBy } from "../server.ts";

const KEY = "sk-VerySecret/Key==42";

it.each([
  ["a slash", KEY.replace("/", "\\/"), []],
  [
    "all but letters and digits",
    KEY.replace(/[^A-Za-z0-9]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
    [],
  ],
  ["some of it", KEY.replace("=", "\\u003D").replace("V", "\\u0056"), ["--json"]],
])("blanks a key that is echoed with %s escaped", async (_, escaped, flags) => {
  const server = await standBy((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(`{"said":"${escaped}"}`),
  );
  onTestFinished(() => server.close());
  const env = { PLATFORM_API_URL: server.url, PLATFORM_API_KEY: KEY };
  const { code, stdout } = await boardwright(["api", "GET", "/api/v1/x", ...flags], {
    cwd: tempFolder(),
    env,
  });
  expect([code, JSON.parse(stdout).said]).toEqual([0, "***"]);
});
