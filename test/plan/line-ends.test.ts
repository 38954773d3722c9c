// Line ends are no content: what a checkout or an editor on Windows does to texts is no edit.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canonical } from "../../src/plan/index.ts";
import { isCanonical, isSame } from "../../src/plan/state/canonical.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

describe("line ends", () => {
  it("make no other value, wherever two are compared", () => {
    const [lf, crlf] = [{ a: ["one\ntwo\n"] }, { a: ["one\r\ntwo\r\n"] }];
    expect(canonical(crlf)).toBe(canonical(lf));
    expect([isSame(crlf, lf), isCanonical(crlf, canonical(lf))]).toEqual([true, true]);
    expect([isSame("a\rb", "a\nb"), isSame("a\r\nb", "a b")]).toEqual([false, false]);
  });

  it("of files, and of what is live, are no difference", async () => {
    const cwd = tempFolder({
      "boardwright.yaml":
        "version: 1\nproject: acme\ntargets: { t: { url: 'sandbox:s.json', deployment: 1 } }\n",
      "dashboards/a.yaml":
        "workbooks:\n  a: { name: A, dashboard: { widgets: [{ id: w, type: TEXT, position: [0, 0, 6, 4], config: { markdown: { $file: ./a.md } } }] } }\n",
      "dashboards/a.md": "one\ntwo\n",
    });
    const plan = () => boardwright(["plan", "--detailed-exitcode"], { cwd });
    expect((await boardwright(["apply", "--yes"], { cwd })).code).toBe(0);
    writeFileSync(join(cwd, "dashboards/a.md"), "one\r\ntwo\r\n");
    expect((await plan()).code).toBe(0);
    const data = join(cwd, "s.json");
    writeFileSync(data, readFileSync(data, "utf8").replaceAll("one\\ntwo\\n", "one\\r\\ntwo\\r\\n"));
    expect((await plan()).code).toBe(0);
    writeFileSync(join(cwd, "dashboards/a.md"), "one\ntwo\n");
    expect((await plan()).code).toBe(0);
    expect((await boardwright(["drift"], { cwd })).code).toBe(0);
  });
});
