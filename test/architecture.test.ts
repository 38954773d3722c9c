// Holds the house of rooms: each folder of src/ imports only from the rooms below it, neighbours do not know each other, and no
// two files import each other. docs/decisions/house.md says why the walls are where they are.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../src", import.meta.url));

const BELOW_TASKS = [
  "model",
  "disc",
  "cache",
  "desired",
  "lint",
  "model-check",
  "plan",
  "platform",
  "live",
  "edit",
  "pull",
  "apply",
  "preview",
  "sandbox",
  "target",
];

/** Room → the rooms it may import from. What is not listed here is no room. */
const MAY_IMPORT: Record<string, string[]> = {
  model: [],
  disc: ["model"],
  cache: ["model", "disc"],
  desired: ["model", "cache"],
  lint: ["model"],
  "model-check": ["model", "lint"],
  plan: ["model"],
  platform: ["model"],
  live: ["model", "platform", "plan"],
  edit: ["model", "desired", "plan"],
  pull: ["model", "desired", "plan", "platform", "live", "edit"],
  apply: ["model", "disc", "platform", "plan", "live"],
  preview: ["model", "platform", "plan", "live", "apply"],
  report: ["model", "lint", "plan"],
  sandbox: ["model", "disc", "platform"],
  target: ["model", "disc", "platform", "sandbox"],
  tasks: BELOW_TASKS,
  cli: [...BELOW_TASKS, "tasks", "report", "serve"],
  action: [...BELOW_TASKS, "tasks", "report"],
  serve: [...BELOW_TASKS, "tasks", "report"],
  library: [...BELOW_TASKS, "tasks", "report"],
  "index.ts": ["model", "desired", "plan", "library"],
  "cli.ts": ["cli"],
};

/** Rooms with rooms inside: each imports only from those named, and never from the files beside it. */
const INNER: Record<string, Record<string, string[]>> = {
  desired: {
    generated: [],
    glob: [],
    yaml: [],
  },
  edit: {
    form: [],
    values: ["form"],
    rows: ["values"],
  },
  platform: {
    http: [],
    failure: ["http"],
    wire: [],
    login: ["http"],
    operations: ["http", "wire"],
  },
  plan: {
    generated: [],
    state: [],
    stamp: ["state"],
    change: ["state", "stamp"],
    planner: ["state", "stamp", "change"],
    rollback: ["state", "stamp", "change", "planner"],
    document: ["state", "stamp", "change", "generated"],
  },
  report: {
    text: [],
    change: ["text"],
    review: ["text", "change"],
    json: ["text", "change"],
    lint: ["text", "json"],
    lineage: ["text", "json"],
    terminal: ["text", "change"],
    findings: ["text", "json", "lint", "terminal"],
    markdown: ["text", "change", "review"],
    queries: ["text", "json", "lint", "markdown", "review"],
    html: ["text", "change", "review"],
    fleet: ["text", "change", "json", "markdown"],
  },
  sandbox: {
    store: [],
    data: [],
    description: ["store"],
    api: ["store", "data", "description"],
    account: ["store", "api"],
    server: ["store", "description", "api", "account"],
  },
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
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts") && !file.includes("generated"))
  .map((file) => join(SRC, file));
const IMPORTS = FILES.flatMap(readImports);
const INSIDE = IMPORTS.filter(({ to }) => to.startsWith(".")).map(({ from, to, typeOnly }) => ({
  from: relative(SRC, from),
  to: relative(SRC, resolve(dirname(from), to)),
  typeOnly,
}));
const roomOf = (file: string) => file.split("/")[0] as string;
/** The room inside a room; undefined for a file that is directly in its room. */
const innerOf = (file: string) => (file.split("/").length > 2 ? file.split("/")[1] : undefined);
const shown = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;

/** Rooms that are entered file by file: everything they hold is for others, and an index would load all of it at start-up. */
const WITHOUT_INDEX = ["tasks"];
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

  it("keep the same direction inside", () => {
    const wrong = INSIDE.filter(({ from, to }) => {
      const [inner, other] = [innerOf(from), innerOf(to)];
      const walls = INNER[roomOf(from)];
      if (!walls || roomOf(from) !== roomOf(to) || inner === undefined || inner === other) return false;
      return other === undefined || !walls[inner]?.includes(other);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("hold no circle: no file reaches itself through its imports", () => {
    const imports = new Map<string, string[]>();
    for (const { from, to } of INSIDE) imports.set(from, [...(imports.get(from) ?? []), to]);
    expect(findCircles(imports)).toEqual([]);
  });

  it("are entered by their index, save for tasks and the wire types", () => {
    const wrong = INSIDE.filter(({ from, to }) => {
      const [room, other] = [roomOf(from), roomOf(to)];
      if (room === other || WITHOUT_INDEX.includes(other) || room.endsWith(".ts")) return false;
      return basename(to) !== "index.ts" && to !== "platform/wire/wire.ts";
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  it("start the studio's server from its command alone", () => {
    const users = INSIDE.filter(({ from, to }) => roomOf(to) === "serve" && roomOf(from) !== "serve");
    expect(users.map(shown)).toEqual(["cli/commands/serve.ts → serve/index.ts"]);
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

/** One circle for each file that closes one, as `a → b → a`. */
function findCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) {
      circles.push([...path.slice(start), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}
