// What an answer is taken for: by its status, its type and its first bytes.
import { describe, expect, it } from "vitest";
import { readErrorBody } from "../../src/platform/http/error-body.ts";
import type { Incoming } from "../../src/platform/http/exchange.ts";
import {
  isSuccess,
  isText,
  judgeCredential,
  READ_FILE,
  READ_JSON,
  READ_RAW,
  READ_RAW_OR_PAGE,
  READ_TEXT,
} from "../../src/platform/http/reading.ts";
import { FORM, writeBody } from "../../src/platform/http/request-body.ts";

const answer = (text: string, status = 200): Incoming => ({
  status,
  headers: {},
  text,
  bytes: Buffer.from(text),
});
const WAIT = '{"error":"Continue wait"}';
const PAGE = " <!doctype html><p>app";

describe("a body", () => {
  it.each([
    ["read as JSON", READ_JSON],
    ["read as a file", READ_FILE],
    ["read as it is", READ_RAW],
  ] as const)("%s: a web page and `Continue wait` are no success", (_, reading) => {
    expect(reading.read(answer(PAGE))).toMatchObject({ trouble: { code: "no-such-operation" } });
    expect(reading.read(answer(WAIT))).toMatchObject({
      trouble: { code: "continue-wait", kind: "continue-wait" },
    });
  });

  it("read as JSON is its value, undefined if there is none", () => {
    expect(READ_JSON.read(answer('{"a":1}'))).toEqual({ value: { a: 1 } });
    expect(READ_JSON.read(answer('{"error":"else"}'))).toEqual({ value: { error: "else" } });
    expect(READ_JSON.read(answer(" \n"))).toEqual({ value: undefined });
    expect(READ_JSON.read(answer("null"))).toEqual({ value: null });
    // A byte order mark is one only at the beginning.
    expect(READ_JSON.read(answer('\ufeff{"a":"b\ufeffc"}'))).toEqual({ value: { a: "b\ufeffc" } });
    expect(READ_JSON.read(answer('{"a":"b\ufeffc"}'))).toEqual({ value: { a: "b\ufeffc" } });
    expect(READ_JSON.read(answer("OK"))).toMatchObject({ trouble: { code: "not-json" } });
  });

  it("read as text is the text, web pages too", () => {
    for (const text of ["a", PAGE, ""]) expect(READ_TEXT.read(answer(text))).toEqual({ value: text });
  });

  it("read as it is, is the answer; a page only where it was asked for", () => {
    for (const text of ['{"a":1}', "OK", ""]) {
      const incoming = answer(text);
      expect(READ_RAW.read(incoming)).toEqual({ value: incoming });
      expect(READ_RAW_OR_PAGE.read(incoming)).toEqual({ value: incoming });
    }
    expect(READ_RAW_OR_PAGE.read(answer(PAGE))).toEqual({ value: answer(PAGE) });
    expect(READ_RAW_OR_PAGE.read(answer(WAIT))).toMatchObject({ trouble: { code: "continue-wait" } });
    expect(READ_RAW.readRefusal?.(answer("no", 404))).toEqual(answer("no", 404));
  });

  it("of JSON is no file, and says what it is; an empty one is an empty file", async () => {
    const long = JSON.stringify({ words: "x".repeat(500) });
    expect(READ_FILE.read(answer(long))).toMatchObject({
      trouble: {
        kind: "final",
        code: "unexpected-answer",
        reason: "the answer is not a file",
        platformMessage: `${long.slice(0, 199)}…`,
      },
    });
    const read = READ_FILE.read(answer(""));
    const chunks: unknown[] = [];
    if ("value" in read) for await (const chunk of read.value) chunks.push(chunk);
    expect(["value" in read, chunks]).toEqual([true, []]);
  });

  it.each<[number, string | undefined, string, boolean]>([
    [200, "text/csv", "a,b", true],
    [206, "application/pdf", "%PDF", true],
    [200, undefined, "a,b", true],
    [404, "text/csv", "a,b", false],
    [200, "application/json; charset=utf-8", "{", false],
    [200, "Application/Problem+JSON", "{", false],
    [200, "TEXT/HTML", "a", false],
    [200, "text/plain", " <html>", false],
    [200, "application/xhtml+xml", "a", true],
    [200, "text/plain", `${" ".repeat(64)}<`, true],
  ])("of a %i of type %s that begins with %j is streamed: %s", (status, type, first, streamed) => {
    const headers = type === undefined ? {} : { "content-type": type };
    expect(READ_FILE.streams?.(status, headers, Buffer.from(first))).toBe(streamed);
    expect(READ_RAW.streams?.(status, headers, Buffer.from(first))).toBe(streamed);
  });

  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ["text/plain", true],
    [" Text/HTML; charset=utf-8", true],
    ["application/csv", true],
    ["application/xml", true],
    ["image/svg+xml", true],
    ["application/yaml", true],
    ["application/javascript", true],
    ["application/x-www-form-urlencoded", true],
    ["application/problem+json", true],
    ["application/octet-stream", false],
    ["image/png", false],
    ["application/x-text/odd", false],
  ])("of type %s is text that may hold a secret: %s", (type, text) => {
    expect(isText(type === undefined ? {} : { "content-type": type })).toBe(text);
  });
});

describe("what an answer says of the credential", () => {
  it.each<[number, string, "accepted" | "rejected" | "open"]>([
    [200, "{}", "accepted"],
    [204, "", "accepted"],
    [299, "{}", "accepted"],
    [401, "{}", "rejected"],
    [403, "{}", "accepted"],
    [199, "{}", "open"],
    [300, "", "open"],
    [404, "{}", "open"],
    [502, "", "open"],
    [200, PAGE, "open"],
  ])("%i with %j: %s", (status, text, verdict) => {
    expect(judgeCredential(answer(text, status), READ_JSON)).toBe(verdict);
    expect(isSuccess(status)).toBe(status >= 200 && status < 300);
  });

  it("nothing if anybody may read it, unless it is refused", () => {
    expect(judgeCredential(answer("openapi"), READ_TEXT)).toBe("open");
    expect(judgeCredential(answer("", 403), READ_TEXT)).toBe("accepted");
    expect(judgeCredential(answer("", 401), READ_TEXT)).toBe("rejected");
  });
});

describe("the platform's words", () => {
  it.each<[unknown, string]>([
    [{ detail: "SCIM says so" }, "SCIM says so"],
    [{ message: null, error: "", detail: "last" }, "last"],
    [{ error: { msg: "short", field: "name" } }, "name: short"],
    [{ error: { message: "m", msg: "s" } }, "m"],
    [{ error: { message: "m", property: "p" } }, "p: m"],
    [{ error: { message: "m", param: "q" } }, "q: m"],
    [{ error: { message: "m", loc: ["body", "a"] } }, "body.a: m"],
    [{ error: { message: "m", path: 7 } }, "m"],
    [{ error: { a: "", b: "c", d: null } }, "b: c"],
    [{ error: [null, "", "a", 0, false] }, "a; 0; false"],
    [{ error: [[[["deep enough"]]]] }, "deep enough"],
    [{ error: [[[[["too deep"]]]]], detail: "else" }, "else"],
    [7, "7"],
    [null, "null"],
  ])("in %j are %j", (body, message) => {
    const read = readErrorBody(JSON.stringify(body)).message;
    expect(read).toBe(body === null ? undefined : message);
  });

  it("in a web page without a title are its text, not its scripts and styles", () => {
    const page = "<html><style>p {}</style><body><SCRIPT>x()</SCRIPT><p>It   is\n<b>down</b></p>";
    expect(readErrorBody(page)).toEqual({ message: "It is down" });
    expect(readErrorBody("<title lang='en'>\n</title><p>text</p>").message).toBe("text");
    expect(readErrorBody("<title lang='en'>Named</title>").message).toBe("Named");
  });

  it("are one line of 400 characters; a code is a word of at most 64", () => {
    const of = (words: string) => readErrorBody(JSON.stringify({ error: words })).message;
    expect(of("x".repeat(400))).toBe("x".repeat(400));
    expect(of("x".repeat(401))).toBe(`${"x".repeat(399)}…`);
    expect(of("  a \u0007\u009b b  ")).toBe("a b");
    expect(readErrorBody('{"error":" ","code":"a.b-c_1"}')).toEqual({
      message: undefined,
      code: "a.b-c_1",
    });
    for (const [code, read] of [
      ["x".repeat(64), "x".repeat(64)],
      ["x".repeat(65), undefined],
      ["", undefined],
      ["a!", undefined],
      ["!a", undefined],
    ])
      expect(readErrorBody(JSON.stringify({ code })).code).toBe(read);
  });
});

describe("a body that is sent", () => {
  it("is JSON, or a form: lists repeated, objects as JSON, null left out", async () => {
    const body = { a: "x y", list: [1, null, { b: 2 }], none: null, flag: false };
    const json = { content: JSON.stringify(body), type: "application/json" };
    expect(await writeBody(body)).toEqual(json);
    expect(await writeBody(body, "application/json")).toEqual(json);
    expect(await writeBody(body, FORM)).toEqual({
      content: "a=x+y&list=1&list=%7B%22b%22%3A2%7D&flag=false",
      type: FORM,
    });
    expect(await writeBody("text", FORM)).toEqual({ content: "", type: FORM });
  });

  it("is multipart for form data, with the bytes of files as they are", async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 128]);
    const form = new FormData();
    form.append("fileName", "a/\u00fc.bin");
    form.append("file", new Blob([bytes]), "\u00fc.bin");
    const { content, type } = await writeBody(form);
    const read = await new Response(content, { headers: { "content-type": type } }).formData();
    expect(read.get("fileName")).toBe("a/\u00fc.bin");
    expect(Buffer.from(await (read.get("file") as Blob).arrayBuffer())).toEqual(bytes);
  });
});
