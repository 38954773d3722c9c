// boardwright rename that is interrupted or killed: the files are renamed or they are not, no other file is left beside them, and where a
// kill left some of each, the same command writes the rest.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { runBuilt, start } from "../support/process.ts";
import { tempFolder } from "../support/temp.ts";
import { chart, renamingPlace } from "./rename-place.ts";

const COUNT = 150;
const RENAME = ["rename", "report", "r", "s"];
const NAMES = Array.from({ length: COUNT }, (_, at) => `w${String(at).padStart(3, "0")}.yaml`);
const KEY = "reports:\n  r: { name: X }\n";

const place = () =>
  renamingPlace({
    ...Object.fromEntries(
      NAMES.map((name) => [
        `dashboards/${name}`,
        chart("{ reportId: { $report: r } }").replace("one:", `${name.slice(0, 4)}:`),
      ]),
    ),
    "dashboards/x.yaml": KEY,
  });
const noteOf = (folder: string) => join(folder, ".boardwright/renaming.json");
const stagedIn = (folder: string) =>
  readdirSync(join(folder, "dashboards")).filter((name) => name.startsWith("."));
const textsOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(join(folder, "dashboards")).map((name) => [
      name,
      readFileSync(join(folder, "dashboards", name), "utf8"),
    ]),
  );

/** Runs the command and sends a signal while its texts are written beside the files; again, if it was too fast. */
async function runUntilStaged(signal: NodeJS.Signals) {
  for (;;) {
    const folder = place();
    const before = textsOf(folder);
    const { child, ended } = start(RENAME, { cwd: folder });
    while (child.exitCode === null && stagedIn(folder).length < 3) await setImmediate();
    const isSent = child.exitCode === null && child.kill(signal);
    const ran = await ended;
    const isDuring = signal !== "SIGKILL" || stagedIn(folder).length > 0;
    if (isSent && ran.code !== 0 && isDuring) return { folder, before, ran, signal: child.signalCode };
  }
}

async function renamedTwin() {
  const twin = place();
  expect((await runBuilt(RENAME, { cwd: twin })).code).toBe(0);
  return textsOf(twin);
}

describe("boardwright rename while it writes", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("finishes after %s, and says so", async (signal) => {
    const { folder, ran } = await runUntilStaged(signal);
    expect(ran.code).toBe(130);
    expect(ran.stderr).toContain("Stopping: the files are being written");
    expect(ran.stderr).toContain("Interrupted: all files had been renamed by then.");
    expect(ran.stdout).toContain(`Renamed the report r to s: ${COUNT + 2} places in ${COUNT + 1} files.`);
    expect(textsOf(folder)).toEqual(await renamedTwin());
    expect(existsSync(noteOf(folder))).toBe(false);
  });

  it("killed before the first file is replaced, leaves all as they were, and the next run removes what is beside them", async () => {
    const { folder, before, signal } = await runUntilStaged("SIGKILL");
    expect(signal).toBe("SIGKILL");
    expect(textsOf(folder)).toMatchObject(before);
    expect((await runBuilt(RENAME, { cwd: folder })).code).toBe(0);
    expect(textsOf(folder)).toEqual(await renamedTwin());
    expect(existsSync(noteOf(folder))).toBe(false);
  });

  it("killed between the files, is finished by the same command, and refuses another one until then", async () => {
    const { folder } = await runUntilStaged("SIGKILL");
    const twin = await renamedTwin();
    // As the replacing leaves it: some have their new text, each whole. No file loads as it should now: it names a report that is not there.
    for (const name of ["x.yaml", ...NAMES.slice(0, 70)])
      writeFileSync(join(folder, "dashboards", name), twin[name]!);
    const other = await runBuilt(["rename", "workbook", "w001", "w1000", "--json"], { cwd: folder });
    expect(other.code).toBe(1);
    expect(JSON.parse(other.stdout).error.message).toBe(
      `the report r is renamed to s in 71 of ${COUNT + 1} files: a run was killed there`,
    );
    expect(JSON.parse(other.stdout).error.details[0]).toContain("`boardwright rename report r s`");
    const finished = await runBuilt(RENAME, { cwd: folder });
    expect(finished.code).toBe(0);
    expect(finished.stderr).toContain(`71 of ${COUNT + 1} files had been renamed`);
    expect(textsOf(folder)).toEqual(twin);
    expect(existsSync(noteOf(folder))).toBe(false);
  });

  it("forgets a run that was killed once its files say something else", async () => {
    const { folder, before } = await runUntilStaged("SIGKILL");
    const twin = await renamedTwin();
    writeFileSync(join(folder, "dashboards/x.yaml"), twin["x.yaml"]!);
    const edited = before["w000.yaml"]!.replace("$report: r", "$report: s").concat("# mine\n");
    writeFileSync(join(folder, "dashboards/w000.yaml"), edited);
    const refused = await runBuilt(RENAME, { cwd: folder });
    expect(refused.code).toBe(1);
    expect(readFileSync(join(folder, "dashboards/w000.yaml"), "utf8")).toBe(edited);
    expect(readFileSync(join(folder, "dashboards/w001.yaml"), "utf8")).toBe(before["w001.yaml"]);
    expect(existsSync(noteOf(folder))).toBe(false);
  });

  it("takes no note of a branch for its own that names files which no rename writes", async () => {
    const note = {
      version: 1,
      renaming: { kind: "report", from: "r", to: "s" },
      texts: [
        [".github/w.yml", { before: "a", after: "b" }],
        ["dashboards/x.yaml", { before: "", after: KEY }],
      ],
      ...{ places: [], left: [] },
    };
    const folder = tempFolder({
      ".github/w.yml": "a",
      ".boardwright/renaming.json": JSON.stringify(note),
      "boardwright.yaml":
        "version: 1\nproject: acme\ntargets: { local: { url: 'sandbox:s.json', deployment: 1 } }\n",
      "dashboards/x.yaml": KEY,
    });
    expect((await runBuilt(RENAME, { cwd: folder })).code).toBe(0);
    expect(readFileSync(join(folder, ".github/w.yml"), "utf8")).toBe("a");
    expect(readFileSync(join(folder, "dashboards/x.yaml"), "utf8")).toContain("s: {");
  });
});
