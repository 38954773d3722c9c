// Holds the house of rooms: each folder of src/ imports only from folders above it, and siblings do not know each other.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));

/** Room → the rooms it may import from. What is not listed here is no room. */
const MAY_IMPORT: Record<string, string[]> = {
  model: [],
  disc: [],
  platform: ["model"],
  desired: ["model"],
  lint: ["model"],
  "model-check": ["model", "lint"],
  plan: ["model"],
  live: ["model", "platform", "plan"],
  apply: ["model", "disc", "platform", "plan", "live"],
  pull: ["model", "platform", "desired", "plan", "live"],
  preview: ["model", "platform", "plan", "live", "apply"],
  report: ["model", "lint", "plan"],
  sandbox: ["model", "platform"],
  contexts: ["model", "disc"],
  commands: [
    "model",
    "disc",
    "platform",
    "desired",
    "lint",
    "model-check",
    "plan",
    "live",
    "apply",
    "pull",
    "preview",
    "report",
    "sandbox",
    "contexts",
  ],
  action: ["model", "disc", "platform", "desired", "plan", "report", "commands"],
  "cli.ts": ["commands"],
  "index.ts": ["model", "desired", "plan", "apply", "commands"],
};

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

function readImports(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  const found = text.matchAll(
    /\b(import|export)\s+(type\s+)?[^;"']*?from\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|^import\s+"([^"]+)"/gm,
  );
  return [...found].map((match) => ({
    from: file,
    to: match[3] ?? match[4] ?? match[5] ?? "",
    typeOnly: match[2] !== undefined,
  }));
}

const FILES = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && !file.includes("generated"))
  .map((file) => join(SRC, file));
const IMPORTS = FILES.flatMap(readImports);
const roomOf = (file: string) => relative(SRC, file).split("/")[0] as string;

describe("the rooms of src/", () => {
  it("are the ones that are written down", () => {
    expect([...new Set(FILES.map(roomOf))].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  });

  it("import only from rooms above them", () => {
    const wrong = IMPORTS.filter(({ to }) => to.startsWith(".")).flatMap(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(resolve(dirname(from), to))];
      return room === other || MAY_IMPORT[room]?.includes(other) ? [] : [`${relative(SRC, from)} → ${to}`];
    });
    expect(wrong).toEqual([]);
  });

  it("are entered by their index, save for the wire types", () => {
    const wrong = IMPORTS.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(resolve(dirname(from), to))];
      if (!to.startsWith(".") || room === other) return false;
      // The Action is an entry beside the command line: it takes up the commands' own functions, which have no index.
      if (room === "action" && other === "commands") return false;
      return (
        basename(to) !== "index.ts" &&
        !to.endsWith("platform/wire.ts") &&
        room !== "index.ts" &&
        room !== "cli.ts"
      );
    });
    expect(wrong.map(({ from, to }) => `${relative(SRC, from)} → ${to}`)).toEqual([]);
  });

  it("let the sandbox take nothing but wire types from the client: a shared mistake must not hide", () => {
    const wrong = IMPORTS.filter(
      ({ from, to, typeOnly }) =>
        roomOf(from) === "sandbox" && to.includes("/platform/") && !(typeOnly && to.endsWith("/wire.ts")),
    );
    expect(wrong).toEqual([]);
  });

  it("keep planning pure, and each given library in its one place", () => {
    const users = (name: RegExp) =>
      [...new Set(IMPORTS.filter(({ to }) => name.test(to)).map(({ from }) => roomOf(from)))].sort();
    expect(users(/^node:(fs|http|net|child_process|timers)/)).not.toContain("plan");
    expect(users(/^undici/)).toEqual(["platform"]);
    expect(users(/^deep-diff$/)).toEqual(["plan"]);
    expect(users(/^commander$/)).toEqual(["commands"]);
    expect(users(/^@actions\//)).toEqual(["action"]);
    expect(IMPORTS.filter(({ to }) => to === "deep-diff").map(({ from }) => basename(from))).toEqual([
      "diff.ts",
    ]);
  });

  it("stay small", () => {
    const long = FILES.filter((file) => readFileSync(file, "utf8").split("\n").length > 251);
    expect(long.map((file) => relative(SRC, file))).toEqual([]);
  });

  it("leave the process alone: exits and exit codes belong to the command line", () => {
    const exits = FILES.filter((file) => /process\.(exit|exitCode)\b/.test(readFileSync(file, "utf8")));
    expect(exits.map((file) => relative(SRC, file)).sort()).toEqual([
      "cli.ts",
      "commands/process-terminal.ts",
    ]);
  });
});
