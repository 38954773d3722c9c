// An address that a key could leak at is refused by every command that would send one, before anything is sent or shown.
import { describe, expect, it } from "vitest";
import { TOKEN } from "../../cli/server.ts";
import { boardwright } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";

const ADDRESSES = [
  "http://acme.example.com",
  "http://127.evil.example",
  "http://127.0.0.1.evil.example",
  "http://localhost.evil.example",
  "http://128.0.0.1",
  "ftp://localhost",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "https://user:geheim@acme.example.com",
  "https://user@acme.example.com",
  "https://acme.example.com/a?key=geheim",
  "https://acme.example.com#geheim",
  "acme.example.com",
];
const COMMANDS = [
  ["plan", "--target", "t"],
  ["apply", "--target", "t", "--yes"],
  ["pull", "--all", "--target", "t"],
  ["lint", "--online", "--target", "t"],
];

describe.each(ADDRESSES)("the bad address %s", (address) => {
  it("of a target gets no key", async () => {
    const cwd = tempFolder({
      "boardwright.yaml": `version: 1\nproject: p\ntargets: { t: { url: ${JSON.stringify(address)}, deployment: 1 } }\n`,
      "dashboards/a.yaml": "workbooks: { a: { name: A } }\n",
    });
    for (const args of COMMANDS) await expectRefused(args, cwd, {});
  });

  it("of PLATFORM_API_URL and of a login gets none either", async () => {
    const cwd = tempFolder();
    await expectRefused(["api", "GET", "/api/v1/x"], cwd, { PLATFORM_API_URL: address });
    await expectRefused(["whoami"], cwd, { PLATFORM_API_URL: address });
    await expectRefused(["login", "--url", address, "--api-key", TOKEN], cwd, {});
  });
});

async function expectRefused(args: string[], cwd: string, more: Record<string, string>): Promise<void> {
  const { code, stdout, stderr } = await boardwright(args, {
    cwd,
    env: { PLATFORM_API_KEY: TOKEN, ...more },
  });
  expect([1, 64], `${args.join(" ")}: ${stderr}`).toContain(code);
  expect(stderr).toMatch(
    /is not https|is not the address of a platform|user name or password|query or a fragment|invalid-value/,
  );
  // The line of a project file is shown as it is: whoever reads the log reads the file.
  if (Object.keys(more).length > 0 || args[0] === "login") expect(stdout + stderr).not.toContain("geheim");
  expect(stdout + stderr).not.toContain(TOKEN);
}
