import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { readAddress } from "../../src/platform/http/address.ts";
import { connect } from "../../src/platform/index.ts";
import { failure, TOKEN } from "./loopback.ts";

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

  it.each([
    "http://acme.example.com",
    "http://127.evil.example",
    "http://localhost.evil.example",
    "http://128.0.0.1",
    "ftp://localhost",
    "sandbox:.boardwright/sandbox.json",
    "acme.example.com",
    "",
    "https://user:geheim@acme.example.com",
    "https://acme.example.com?key=geheim",
    "nonsense://user:geheim@acme.example.com",
  ])("%s is refused without showing what is secret", async (url) => {
    const error = await failure((async () => connect({ url, token: TOKEN }))(), UserError);
    expect([error.message, ...error.details].join("\n")).not.toContain("geheim");
    expect(error.details).toHaveLength(1);
  });

  it.each(["", "  ", "two words", "line\nbreak", "ключ"])("a token like %j is refused", async (token) => {
    await failure((async () => connect({ url: "https://acme.example.com", token }))(), UserError);
  });
});
