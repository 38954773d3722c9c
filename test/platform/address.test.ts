import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { readAddress } from "../../src/platform/http/address.ts";
import { connect } from "../../src/platform/index.ts";
import { failure, TOKEN } from "../support/loopback.ts";

describe("the address", () => {
  it.each([
    ["https://acme.example.com/", "https://acme.example.com"],
    ["https://acme.example.com/platform//", "https://acme.example.com/platform"],
    ["https://ACME.example.com:443", "https://acme.example.com"],
    ["http://localhost:4000/", "http://localhost:4000"],
    ["http://127.1:80/", "http://127.0.0.1"],
    ["http://127.200.3.4:8080", "http://127.200.3.4:8080"],
    ["http://[::1]:8080/x/", "http://[::1]:8080/x"],
  ])("%s is %s", (written, url) => {
    expect(readAddress(written).url).toBe(url);
  });

  const HTTPS = "Use https://";
  it.each([
    [
      "http://acme.example.com:8080",
      "http://acme.example.com:8080 is not https",
      `${HTTPS}acme.example.com:8080`,
    ],
    ["http://127.evil.example", "is not https", HTTPS],
    ["http://127.0.0.1.evil.example", "is not https", HTTPS],
    ["http://localhost.evil.example", "is not https", HTTPS],
    ["http://128.0.0.1", "is not https", HTTPS],
    ["ftp://localhost", '"ftp://localhost" is not the address of a platform', "PLATFORM_API_URL"],
    ["sandbox:.boardwright/sandbox.json", "is not the address of a platform", "https://acme.example.com"],
    ["acme.example.com", "is not the address of a platform", "https://acme.example.com"],
    ["", '"" is not the address of a platform', "https://acme.example.com"],
    [
      "https://user:geheim@acme.example.com",
      "acme.example.com contains a user name or password",
      "Remove them",
    ],
    ["https://user@acme.example.com", "acme.example.com contains a user name or password", "Remove them"],
    ["https://:geheim@acme.example.com", "acme.example.com contains a user name or password", "Remove them"],
    [
      "https://acme.example.com/a?key=geheim",
      "contains a query or a fragment",
      "https://acme.example.com/a.",
    ],
    [
      "https://acme.example.com#geheim",
      "contains a query or a fragment",
      "Give only https://acme.example.com/.",
    ],
    ["nonsense://user:geheim@acme.example.com", "is not the address of a platform", "PLATFORM_API_URL"],
  ])("%s is refused without showing what is secret", async (url, message, advice) => {
    const error = await failure((async () => connect({ url, token: TOKEN }))(), UserError);
    expect([error.message, ...error.details].join("\n")).not.toContain("geheim");
    expect(error.message).toContain(message);
    expect(error.details).toEqual([expect.stringContaining(advice)]);
  });

  it.each([
    ["", "there is no credential"],
    ["  ", "there is no credential"],
    ["two words", "the credential contains characters that no API key has"],
    ["line\nbreak", "the credential contains"],
    ["ключ", "the credential contains"],
    ["key\u007f", "the credential contains"],
    ["\u0001key", "the credential contains"],
  ])("a token like %j is refused", async (token, message) => {
    const error = await failure(
      (async () => connect({ url: "https://acme.example.com", token }))(),
      UserError,
    );
    expect(error.message).toContain(message);
    expect(error.details.join()).toContain("PLATFORM_API_KEY");
  });
});
