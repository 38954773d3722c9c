// An answer without an end: a gateway gone wrong must not take a machine's memory.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

it("ends an answer that goes on and on, and says so", async () => {
  const chunk = Buffer.alloc(1024 * 1024, " ");
  let sent = 0;
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent += 1;
      sent += 1;
    };
    response.on("drain", more);
    more();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ran = await boardwright(["workbooks", "list", "12"], {
    cwd: tempFolder(),
    env: { PLATFORM_API_URL: url, PLATFORM_API_KEY: "key" },
  });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain("sends more than 256 MiB in one answer");
  // One request, or one for the description and one for the list: nothing is asked for again and again.
  expect(sent).toBeLessThan(4 * 256);
});
