// Holds the house of rooms: each folder of src/ imports only from the rooms below it, neighbours do not know each other, and in no
// folder at any depth do imports run in a circle. docs/decisions/house.md says why the walls are where they are.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FAST_FOLDERS } from "./support/lanes.ts";

const SRC = fileURLToPath(new URL("../src", import.meta.url));
const TEST = fileURLToPath(new URL(".", import.meta.url));

const BELOW_PROJECT = [
  "model",
  "files",
  "cache",
  "desired",
  "lint",
  "model-check",
  "plan",
  "platform",
  "live",
  "edit",
  "apply",
  "sandbox",
  "target",
];

/** Room → the rooms it may import from. What is not listed here is no room. */
const MAY_IMPORT: Record<string, string[]> = {
  model: [],
  files: ["model"],
  cache: ["model", "files"],
  desired: ["model", "cache"],
  lint: ["model"],
  "model-check": ["model", "lint"],
  plan: ["model"],
  platform: ["model"],
  live: ["model", "platform", "plan"],
  edit: ["model", "desired", "plan"],
  apply: ["model", "files", "platform", "plan", "live"],
  report: ["model", "lint", "plan"],
  sandbox: ["model", "files", "platform"],
  target: ["model", "files", "platform", "sandbox"],
  project: BELOW_PROJECT,
  features: [...BELOW_PROJECT, "project"],
  cli: [...BELOW_PROJECT, "project", "features", "report", "serve"],
  action: [...BELOW_PROJECT, "project", "features", "report"],
  serve: [...BELOW_PROJECT, "project", "features", "report"],
  library: [...BELOW_PROJECT, "project", "features", "report"],
  "index.ts": ["model", "plan", "library"],
  "cli.ts": ["cli"],
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

const readFolder = (root: string) =>
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts") && !file.includes("generated"))
    .map((file) => join(root, file));
/** Relative imports as paths from `root`. */
const insideOf = (root: string, imports: readonly Import[]): Import[] =>
  imports
    .filter(({ to }) => to.startsWith("."))
    .map(({ from, to, typeOnly }) => ({
      from: relative(root, from),
      to: relative(root, resolve(dirname(from), to)),
      typeOnly,
    }));

const FILES = readFolder(SRC);
const IMPORTS = FILES.flatMap(readImports);
const INSIDE = insideOf(SRC, IMPORTS);
const roomOf = (file: string) => file.split("/")[0] as string;
const shown = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;

/** Rooms that are entered file by file: everything they hold is for others, and an index would load all of it at start-up. */
const WITHOUT_INDEX = ["project", "features"];
const FACES = ["cli", "cli.ts", "action", "library", "index.ts"];

describe("the rooms of src/", () => {
  it("are the ones that are written down", () => {
    const rooms = new Set(FILES.map((file) => roomOf(relative(SRC, file))));
    expect([...rooms].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
  });

  it("import only from rooms below them", () => {
    const wrong = INSIDE.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return room !== other && !MAY_IMPORT[room]?.includes(other);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("hold no circle: in every folder, its files and inner folders import from one another in one direction", () => {
    expect(findCircles(INSIDE.map(({ from, to }) => besideEachOther(from, to)))).toEqual([]);
  });

  it("are entered by their index, save for those of a project and the wire types", () => {
    const wrong = INSIDE.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      if (room === other || WITHOUT_INDEX.includes(other) || room.endsWith(".ts")) return false;
      return basename(to) !== "index.ts" && to !== "platform/wire/wire.ts";
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("start the studio's server from its command alone", () => {
    const users = INSIDE.filter(({ from, to }) => roomOf(to) === "serve" && roomOf(from) !== "serve");
    expect([...new Set(users.map(shown))]).toEqual(["cli/commands/serve.ts → serve/index.ts"]);
  });

  it("keep each feature to its folder: none asks another, but a pull renames in the files what was renamed live", () => {
    const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1];
    const wrong = INSIDE.filter(({ from, to }) => {
      const [feature, other] = [featureOf(from), featureOf(to)];
      return feature !== undefined && other !== undefined && feature !== other;
    });
    expect(wrong.map(shown)).toEqual(["features/pull/make-pull.ts → features/rename/make-rename.ts"]);
  });

  it("let no face import another", () => {
    const wrong = INSIDE.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      return room !== other && FACES.includes(other) && !room.endsWith(".ts");
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("let the sandbox take nothing but wire types from the client: a shared mistake must not hide", () => {
    const wrong = INSIDE.filter(
      ({ from, to, typeOnly }) =>
        roomOf(from) === "sandbox" &&
        roomOf(to) === "platform" &&
        !(typeOnly && to === "platform/wire/wire.ts"),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it("let the studio's page know nothing but the protocol's types and its own packages: it runs in a browser", () => {
    const web = (file: string) => file.startsWith("serve/web/");
    const wrong = INSIDE.filter(({ from, to, typeOnly }) =>
      web(from) ? !web(to) && !(typeOnly && to === "serve/protocol.ts") : web(to),
    );
    expect(wrong.map(shown)).toEqual([]);
    const packages = IMPORTS.filter(({ from, to }) => web(relative(SRC, from)) && !to.startsWith("."));
    expect([...new Set(packages.map(({ to }) => to))].sort()).toEqual([
      "chart.js",
      "dompurify",
      "marked",
      "preact",
      "preact/hooks",
    ]);
  });

  it("keep planning pure, and each given library in its one place", () => {
    const users = (name: RegExp) =>
      [
        ...new Set(IMPORTS.filter(({ to }) => name.test(to)).map(({ from }) => roomOf(relative(SRC, from)))),
      ].sort();
    expect(users(/^node:(fs|http|net|child_process|timers)/)).not.toContain("plan");
    expect(users(/^undici/)).toEqual(["platform"]);
    expect(users(/^deep-diff$/)).toEqual(["plan"]);
    expect(users(/^commander$/)).toEqual(["cli"]);
    expect(users(/^@actions\//)).toEqual(["action"]);
    expect(IMPORTS.filter(({ to }) => to === "deep-diff").map(({ from }) => basename(from))).toEqual([
      "diff.ts",
    ]);
  });

  it("read and write JSON with readJson and writeJson where values of the platform pass: large numbers survive", () => {
    const rooms = ["live", "plan", "apply", "report"];
    // Canonical texts have their own words for numbers, and only quote texts.
    const found = FILES.filter((file) => rooms.includes(roomOf(relative(SRC, file))))
      .filter((file) => /JSON\.(parse|stringify)\(/.test(readFileSync(file, "utf8")))
      .map((file) => relative(SRC, file));
    expect(found).toEqual(["plan/state/canonical.ts"]);
  });

  it("leave the process alone: exits and exit codes belong to the command line", () => {
    const exits = FILES.filter((file) =>
      /\b(process|host)\.(exit|exitCode)\b/.test(readFileSync(file, "utf8")),
    );
    expect(exits.map((file) => relative(SRC, file)).sort()).toEqual(["cli.ts", "cli/process-terminal.ts"]);
  });
});

describe("the tests of the fast lane", () => {
  it("start no process, also by what they import", () => {
    const imports = readFolder(TEST).flatMap(readImports);
    const starting = new Set(
      imports.filter(({ to }) => to === "node:child_process").map(({ from }) => relative(TEST, from)),
    );
    const inside = insideOf(TEST, imports);
    // What is added while the set is walked is walked as well.
    for (const file of starting) for (const { from, to } of inside) if (to === file) starting.add(from);
    const isFast = (file: string) =>
      /^[^.]+\.test\.ts$/.test(file) && (!file.includes("/") || FAST_FOLDERS.includes(roomOf(file)));
    expect([...starting].filter(isFast)).toEqual([]);
  });
});

/** An import as one between two entries of the innermost folder that holds both: `a/b/c.ts → a/d/e.ts` as `a/b → a/d`. */
function besideEachOther(from: string, to: string): [string, string] {
  const [parts, others] = [from.split("/"), to.split("/")];
  const end = parts.findIndex((part, index) => part !== others[index]) + 1;
  return [parts.slice(0, end).join("/"), others.slice(0, end).join("/")];
}

/** One circle for each entry that closes one, as `a → b → a`. */
function findCircles(arrows: readonly (readonly [string, string])[]): string[] {
  const targets = new Map<string, string[]>();
  for (const [from, to] of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (entry: string, path: readonly string[]): void => {
    const start = path.indexOf(entry);
    if (start >= 0) {
      circles.push([...path.slice(start), entry].join(" → "));
      return;
    }
    if (done.has(entry)) return;
    for (const next of targets.get(entry) ?? []) visit(next, [...path, entry]);
    done.add(entry);
  };
  for (const entry of targets.keys()) visit(entry, []);
  return circles;
}
