// docs/guide is run as a reader would: every command in order, in a folder of its own, against a platform with dashboards that were
// made by hand. What the guide shows is what was printed. BOARDWRIGHT_UPDATE=1 writes anew what it shows: read it as a reader would.
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../src/model/index.ts";
import { createSandbox, type Sandbox, type Seed } from "../src/sandbox/index.ts";
import { hasTerminal, onTerminal } from "./cli/on-terminal.ts";
import type { Ran } from "./support/command.ts";
import { ROOT, readText } from "./support/documents.ts";
import { Names, type Step, stepsOf, withHost, withOutputs } from "./support/guide.ts";
import { CLI } from "./support/process.ts";
import { tempFolder } from "./support/temp.ts";

const PAGES = ["docs/guide/README.md", "docs/guide/promotion.md", "docs/guide/many-from-one.md"];
const HOST = "acme.example.com";
const PRODUCTION = 12;
const STAGING = 11;
const QUESTION = /^(?:Apply this to|Put this back on) .*\[y\/N\] y$/;
const update = process.env.BOARDWRIGHT_UPDATE !== undefined;

interface Place {
  cwd: string;
  sandbox: Sandbox;
  env: Record<string, string> & { HOME: string };
}

/** What happens elsewhere, by the words of the comment. */
const ELSEWHERE: Record<string, (place: Place) => void> = {
  "somebody makes a chart narrower in the UI": ({ sandbox }) =>
    sandbox.edit(
      "order-status",
      ({ dashboardDraft }) => {
        const widgets = dashboardDraft?.widgets as JsonObject[];
        const widget = widgets.find(({ id }) => id === "canceled");
        if (widget) widget.position = { x: 6, y: 0, w: 4, h: 4 };
      },
      PRODUCTION,
    ),
  "somebody writes another note for the north in the UI": ({ sandbox }) =>
    sandbox.edit(
      "sales-north",
      ({ dashboardDraft }) => {
        const widgets = dashboardDraft?.widgets as JsonObject[];
        const note = widgets.find(({ id }) => id === "note");
        if (note) note.config = { markdown: "Without the islands." };
      },
      STAGING,
    ),
};

async function open(): Promise<Place> {
  const seed = JSON.parse(readFileSync(new URL("guide/live.json", import.meta.url), "utf8")) as Seed;
  const sandbox = await createSandbox({ seed });
  onTestFinished(() => sandbox.close());
  const authorization = { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" };
  const published = await fetch(`${sandbox.url}/api/v1/deployments/${PRODUCTION}/workbooks/101/publish`, {
    method: "POST",
    headers: authorization,
    body: JSON.stringify({ workbookId: 101 }),
  });
  expect(published.status).toBe(200);
  const home = tempFolder({
    ".gitconfig": "[user]\n\tname = Ana\n\temail = ana@acme.example\n[init]\n\tdefaultBranch = main\n",
  });
  const cwd = join(home, "acme-dashboards");
  mkdirSync(join(home, "bin"));
  mkdirSync(cwd);
  chmodSync(CLI, 0o755);
  symlinkSync(CLI, join(home, "bin/boardwright"));
  const env = { PATH: `${join(home, "bin")}:${process.env.PATH}`, HOME: home, NO_COLOR: "1" };
  return { cwd, sandbox, env };
}

/** Runs a line of shell to its end. `react` is shown what is on the screen until it says that it did what it had to. */
const ended = (command: string, { cwd, env }: Place, react?: (screen: string) => boolean): Promise<Ran> =>
  new Promise((resolve, reject) => {
    // One stream, as on a screen.
    const child = spawn("sh", ["-c", `exec 2>&1\n${command}`], {
      cwd,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let stdout = "";
    let reacted = react === undefined;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (!reacted) reacted = react?.(stdout) ?? true;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr: "" }));
  });

/** Runs a command, and answers yes where the guide does. */
async function printed(step: Step & { kind: "command" }, command: string, place: Place): Promise<Ran> {
  const line = command.replace(`https://${HOST}`, place.sandbox.url);
  if (line.startsWith("boardwright login "))
    return ended(line, place, (screen) => {
      const [, code] = /shows the code (\S+)\./.exec(screen) ?? [];
      if (code !== undefined) place.sandbox.approveDevice(code);
      return code !== undefined;
    });
  if (!step.output.some((text) => QUESTION.test(text))) return ended(line, place);
  if (!hasTerminal) return ended(`${line} --yes`, place);
  const words = line.split(/ +/).slice(1);
  const { code, screen } = await onTerminal(words, { ...place, when: "[y/N]", keys: "y\r" });
  const shown = screen.replace(/\r\n/g, "\n").replace(/\r?\u001b\[[\d;]*[A-Za-z]/g, "\u0000");
  // The line of progress is written over, time and again.
  const still = shown
    .replace(/\u0000?applying [^\u0000\n]*/g, "")
    .replaceAll("\u0000", "")
    .replaceAll("\r", "");
  return { code, stdout: still, stderr: "" };
}

const nextSecond = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000)));

it("docs/guide: every step does what it says and prints what it shows", async () => {
  const place = await open();
  const { cwd, sandbox } = place;
  const host = new URL(sandbox.url).host;
  const names = new Names();
  for (const page of PAGES) {
    const text = readText(page);
    const outputs = new Map<number, readonly string[]>();
    for (const step of stepsOf(text)) {
      const where = `${page}:${step.line}`;
      if (step.kind === "hidden") {
        expect(ELSEWHERE, where).toHaveProperty([step.what]);
        ELSEWHERE[step.what]?.(place);
      } else if (step.kind === "file") {
        const path = join(cwd, step.path);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, step.text.replaceAll(`https://${HOST}`, sandbox.url));
      } else if (step.kind === "diff") {
        writeFileSync(join(place.env.HOME, "edit.diff"), step.text);
        const ran = await ended("git apply --unidiff-zero ../edit.diff", place);
        expect(ran, where).toMatchObject({ code: 0, stdout: "" });
      } else {
        // Runs of one second are told apart by longer names, and columns are as wide as names are.
        if (/^boardwright (?:apply|rollback)\b/.test(step.command)) await nextSecond();
        const ran = await printed(step, names.asRun(step.command), place);
        const without = (lines: readonly string[]) =>
          lines.filter((line) => hasTerminal || !QUESTION.test(line));
        const told = without(step.output).join("\n").trim();
        const plain = withHost(ran.stdout, host, HOST).replaceAll(cwd, "/home/ana/acme-dashboards");
        const output = names.asTold(plain, told).replace(/ +$/gm, "").trim();
        outputs.set(step.line, output === "" ? [] : output.split("\n"));
        expect(ran.code, `${where} ${step.command}\n${output}`).toBe(step.exit);
        if (!update) expect(output, `${where} ${step.command}`).toBe(told);
      }
    }
    if (update) writeFileSync(join(ROOT, page), withOutputs(text, outputs));
  }
});
