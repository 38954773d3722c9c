import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { renderBug, renderError } from "../../src/report/index.ts";

const CONTEXT = { version: "0.1.0", node: "v20.20.2", args: ["plan"], color: false };

describe("an error that a user can mend", () => {
  it("says what was tried, what came back and what next, without a stack", () => {
    const error = new UserError("the platform refused to move revenue-overview (403)", {
      details: [
        "PUT https://acme.example.com/x   request req-81f2",
        '"Manage access is required"\nAsk its owner.',
      ],
      cause: new Error("inner"),
    });
    expect(renderError(error, { color: false })).toBe(`\
error: the platform refused to move revenue-overview (403)
  PUT https://acme.example.com/x   request req-81f2
  "Manage access is required"
  Ask its owner.
`);
    expect(renderError(error, { color: true })).toContain("\u001b[31merror:\u001b[39m");
  });

  it("shows what came back without obeying it", () => {
    const error = new UserError("no", { details: ["\u001b[2J\u0007\n::stop-commands::x\n##[error]y"] });
    expect(renderError(error, { color: false })).toBe(
      "error: no\n  ␛[2J␇\n  :\u200b:stop-commands::x\n  #\u200b#[error]y\n",
    );
  });
});

describe("a bug of ours", () => {
  it("is shown whole, with its causes and what to report", () => {
    const text = renderBug(new TypeError("x is not a function", { cause: new Error("deep") }), CONTEXT);
    expect(text).toMatch(/^error: this is a bug in boardwright/);
    expect(text).toMatch(/\n {2}TypeError: x is not a function\n {6}at /);
    expect(text).toContain("caused by Error: deep");
    expect(text).toContain("boardwright 0.1.0, node v20.20.2\n  command: boardwright plan\n");
  });

  it.each([["text"], [undefined], [null], [{ a: 1 }], [42]])("is shown when %j was thrown", (thrown) => {
    expect(renderBug(thrown, CONTEXT)).toContain(
      String(thrown === null || typeof thrown !== "object" ? thrown : "a: 1"),
    );
  });

  it("ends where its causes go round in circles", () => {
    const error = new Error("round");
    error.cause = error;
    expect(renderBug(error, CONTEXT).match(/Error: round/g)).toHaveLength(1);
  });

  it.each([
    [["login", "--api-key", "SECRET"], "login --api-key …"],
    [["login", "--api-key=SECRET"], "login --api-key=…"],
    [["--api-key", "SECRET", "plan"], "--api-key … …"],
    [["api", "POST", "/x?token=SECRET", "-d", '{"password":"SECRET"}'], "api … … … …"],
    [["SECRET"], "…"],
  ])("keeps the values of arguments to itself: %j", (args, shown) => {
    const text = renderBug(new Error("failed with Authorization: Bearer SECRET and sk-SECRET"), {
      ...CONTEXT,
      args,
    });
    expect(text).not.toContain("SECRET");
    expect(text).toContain(`command: boardwright ${shown}\n`);
  });
});
