// What the step prints, and what is said of a command that could not do its work.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { failed } from "../../src/action/failure.ts";
import { openLog } from "../../src/action/log.ts";
import { knowSecrets, UserError } from "../../src/model/index.ts";

/** What is written while `run` runs. */
function written(run: () => void): string {
  let text = "";
  const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    text += String(chunk);
    return true;
  });
  try {
    run();
  } finally {
    write.mockRestore();
  }
  return text;
}

describe("the log", () => {
  it("holds a text line by line, between a line that stops commands and one that lets them go on", () => {
    const lines = written(() => openLog().print("a\n\nb\n")).split("\n");
    const token = lines[0]?.replace("::stop-commands::", "");
    expect(token).toMatch(/^[0-9a-f-]{36}$/);
    expect(lines).toEqual([`::stop-commands::${token}`, "a", "", "b", `::${token}::`, ""]);
    // Somebody who knew it could start commands again.
    expect(written(() => openLog().print("x"))).not.toContain(token);
  });

  it("folds a section under its heading", () => {
    const lines = written(() => openLog().section("plan of a\nb", "text")).split("\n");
    expect([lines[0], lines[2], lines.at(-2)]).toEqual(["::group::plan of a↵b", "text", "::endgroup::"]);
  });
});

describe("what failed before there was a project", () => {
  const end = (cause: unknown, cancelled = false) => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const log = { color: false, print, section: () => {}, warn: () => {} };
    const outcome = failed(cause, { command: "plan", log, job: undefined, cancelled });
    return { outcome, log: printed.join("\n"), summary: outcome.summary(["a note"]) };
  };

  it("is said with what to do about it, without colours and secrets, and makes no comment", () => {
    const cause = new UserError("no such geheim-1234", { details: ["Give another."], exitCode: 64 });
    onTestFinished(knowSecrets(["geheim-1234"]));
    const { outcome, log, summary } = end(cause);
    expect(outcome).toMatchObject({ exitCode: 64, errors: 1, changes: false, verdict: cause.message });
    expect(outcome.comment).toBeUndefined();
    expect(log).toBe("error: no such ***\n  Give another.\n");
    for (const told of ["plan failed", "Give another.", "a note"]) expect(summary).toContain(told);
    expect(summary).not.toContain("geheim");
  });

  it("is a bug of ours unless it is a mistake or refused by the file system", () => {
    const { outcome, log, summary } = end(new TypeError("x is not a function"));
    expect(outcome.exitCode).toBe(1);
    expect(outcome.verdict).toContain("this is a bug in Boardwright");
    for (const told of ["this is a bug", "TypeError: x is not a function", "command: boardwright plan"])
      expect(log).toContain(told);
    expect(summary).not.toContain("TypeError");
    const full = Object.assign(new Error("ENOSPC: no space"), {
      code: "ENOSPC",
      syscall: "write",
      path: "/x",
    });
    expect(end(full).log).toMatch(/^error: the file system refused/);
  });

  it("is cancelled where it was", () => {
    const { outcome } = end(new UserError("interrupted"), true);
    expect(outcome).toMatchObject({ exitCode: 130, verdict: "cancelled: interrupted" });
  });
});
