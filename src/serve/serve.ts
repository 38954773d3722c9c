// One server on 127.0.0.1: the page, its JSON, its events.

import { spawn } from "node:child_process";
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { UserError } from "../model/index.ts";
import { windowEnvironment } from "../project/programs.ts";
import { Failed, HEADERS, readBody, sendFailure, sendJson, sendNothing } from "./answer.ts";
import type {
  Box,
  CreateRequest,
  DashboardEdit,
  EditRequest,
  FixRequest,
  ForRows,
  OpenRequest,
  SessionAnswer,
  StudioEvent,
  TakeRequest,
  Template,
} from "./protocol.ts";
import type { Studio } from "./studio/studio.ts";

// Bodies of POSTs as what they have to be: a page of our own sends nothing else.

type Body = Record<string, unknown>;

const MOST_EDITS = 10_000;
const LARGEST = 100_000;

function textIn(body: Body, key: string): string {
  const value = body[key];
  if (typeof value === "string" && value.length <= 1_000_000) return value;
  throw wrong(`\`${key}\` has to be a text.`);
}

function editRequest(body: Body): EditRequest {
  const { edits, scope, rows } = body;
  if (!Array.isArray(edits) || edits.length === 0 || edits.length > MOST_EDITS)
    throw wrong("`edits` has to be a list of edits.");
  if (scope !== undefined && scope !== "here" && scope !== "shared")
    throw wrong("`scope` is `here` or `shared`.");
  return {
    slug: textIn(body, "slug"),
    version: textIn(body, "version"),
    edits: edits.map(edit),
    ...(scope === undefined ? {} : { scope }),
    ...rowsOf(rows),
  };
}

function takeRequest(body: Body): TakeRequest {
  const { widget, preview, shown, rows } = body;
  if (preview !== undefined && typeof preview !== "boolean") throw wrong("`preview` is true or false.");
  return {
    slug: textIn(body, "slug"),
    version: textIn(body, "version"),
    ...(widget === undefined ? {} : { widget: widget === null ? null : textIn(body, "widget") }),
    ...rowsOf(rows),
    ...(preview === undefined ? {} : { preview }),
    ...(shown === undefined ? {} : { shown: textIn(body, "shown") }),
  };
}

function rowsOf(rows: unknown): { rows?: ForRows } {
  if (rows === undefined) return {};
  if (rows === "all" || rows === "one") return { rows };
  throw wrong("`rows` is `all` or `one`.");
}

function openRequest(body: Body): OpenRequest {
  const { line } = body;
  if (!Number.isInteger(line) || Number(line) < 1) throw wrong("`line` has to be the number of a line.");
  return { file: textIn(body, "file"), line: Number(line) };
}

function fixRequest(body: Body): FixRequest {
  const { column } = body;
  if (!Number.isInteger(column)) throw wrong("`column` has to be a whole number.");
  return { ...openRequest(body), column: Number(column) };
}

function edit(value: unknown): DashboardEdit {
  const body = objectOf(value, "an edit");
  if (body.kind === "about")
    return { kind: "about", field: aboutField(body.field), text: textIn(body, "text") };
  if (body.kind === "publish") return { kind: "publish", publish: body.publish === true };
  const widget = textIn(body, "widget");
  switch (body.kind) {
    case "place":
      return {
        kind: "place",
        widget,
        breakpoint: breakpointOf(textIn(body, "breakpoint")),
        box: boxOf(body.box),
      };
    case "title":
      return { kind: "title", widget, title: textIn(body, "title") };
    case "text":
      return { kind: "text", widget, markdown: textIn(body, "markdown") };
    case "delete":
      return { kind: "delete", widget };
    case "duplicate":
      return { kind: "duplicate", widget, boxes: boxesOf(body.boxes) };
    case "add":
      return {
        kind: "add",
        widget,
        template: templateOf(body.template),
        title: textIn(body, "title"),
        boxes: boxesOf(body.boxes),
        ...(body.report !== undefined && { report: textIn(body, "report") }),
        ...(body.member !== undefined && { member: textIn(body, "member") }),
      };
    default:
      throw wrong("There is no such edit.");
  }
}

function aboutField(value: unknown): "name" | "title" | "folder" {
  if (value === "name" || value === "title" || value === "folder") return value;
  throw wrong("There is no such value.");
}

function createRequest(body: Body): CreateRequest {
  const from = body.from === null ? null : textIn(body, "from");
  const folder = body.folder === null ? null : textIn(body, "folder");
  const file = textIn(body, "file");
  const slug = textIn(body, "slug");
  const title = textIn(body, "title");
  return { file, slug, title, folder, from };
}

const TEMPLATES: ReadonlySet<unknown> = new Set<Template>(["chart", "text", "filter", "divider"]);

function templateOf(value: unknown): Template {
  if (TEMPLATES.has(value)) return value as Template;
  throw wrong("There is no such template.");
}

const BREAKPOINTS: ReadonlySet<string> = new Set(["default", "lg", "md", "sm", "xs", "xxs"]);

function breakpointOf(name: string): string {
  if (BREAKPOINTS.has(name)) return name;
  throw wrong("There is no such breakpoint.");
}

function boxesOf(value: unknown): Record<string, Box> {
  const boxes = Object.entries(objectOf(value, "`boxes`"));
  return Object.fromEntries(boxes.map(([name, box]) => [breakpointOf(name), boxOf(box)]));
}

function boxOf(value: unknown): Box {
  const { x, y, w, h } = objectOf(value, "a position");
  const isWhole = [x, y, w, h].every((one) => Number.isInteger(one) && Math.abs(Number(one)) <= LARGEST);
  if (!isWhole || Number(x) < 0 || Number(y) < 0 || Number(w) < 1 || Number(h) < 1)
    throw wrong("A position is four whole numbers, on the grid.");
  return { x, y, w, h } as Box;
}

function objectOf(value: unknown, what: string): Body {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Body;
  throw wrong(`${what} has to be an object.`);
}

const wrong = (message: string) => new Failed(400, "invalid-request", message);

// Opens a file in the editor of the person at the terminal. Never through a shell: a file's name is no command.

/** Editors of the terminal would fight with the server for it. */
const IN_TERMINAL = /^(?:vi|vim|nvim|nano|emacs|pico|ed|ne|joe|micro|hx|helix|kak)$/;
const TAKES_PLACE = /^(?:code|code-insiders|codium|vscodium|cursor|windsurf)$/;

async function openInEditor(
  path: string,
  line: number,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const chosen = env.VISUAL?.trim() || env.EDITOR?.trim() || "";
  const [named = "code", ...given] = chosen === "" ? [] : chosen.split(/\s+/);
  const name = basename(named).replace(/\.(?:exe|cmd)$/i, "");
  const [program, args] = IN_TERMINAL.test(name)
    ? ["code", []]
    : [named, given.filter((one) => one !== "--wait" && one !== "-w")];
  const at = TAKES_PLACE.test(basename(program)) ? ["-g", `${path}:${line}`] : [path];
  await new Promise<void>((resolve, reject) => {
    const options = { detached: true, stdio: "ignore", shell: false, env: windowEnvironment(env) } as const;
    const child = spawn(program, [...args, ...at], options);
    child.once("error", () =>
      reject(
        new Failed(
          501,
          "no-editor",
          "No editor could be opened.",
          "Set VISUAL or EDITOR to one that has a window, as `code`.",
        ),
      ),
    );
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}

// The port of the studio: the one that was named, or the usual one, or the next that is free.

/** In no list of well-known ports. */
const USUAL_PORT = 4460;
const TRIES = 40;

/** The port on 127.0.0.1. Rejects with a UserError if the named one cannot be used, or none of the usual ones. */
async function listen(server: Server, named: number | undefined): Promise<number> {
  for (let port = named ?? USUAL_PORT; ; port += 1) {
    server.listen({ host: "127.0.0.1", port, exclusive: true });
    const error = await once(server, "listening").then(
      () => undefined,
      (cause: NodeJS.ErrnoException) => cause,
    );
    const address = server.address();
    if (!error && typeof address === "object" && address) return address.port;
    if (error?.code === "EADDRINUSE" && named === undefined && port < USUAL_PORT + TRIES) continue;
    const why = error?.code === "EADDRINUSE" ? "another program uses it" : (error?.message ?? "no address");
    throw new UserError(`port ${port} of 127.0.0.1 cannot be used: ${why}`, {
      details: ["Name another one with --port, or leave it out."],
    });
  }
}

// What changed, for every open tab: a line of JSON each, in an answer without an end. (An EventSource sends no key.)

const HEARTBEAT_MS = 15_000;

interface Events {
  add(response: ServerResponse): void;
  tell(event: StudioEvent): void;
  /** Ends every answer; later ones may be added. */
  endAll(): void;
  close(): void;
}

function openEvents(): Events {
  const open = new Set<ServerResponse>();
  const write = (text: string) => {
    for (const response of open) response.write(text);
  };
  const beat = setInterval(() => write("\n"), HEARTBEAT_MS);
  const endAll = () => {
    for (const response of open) response.end();
  };
  return {
    add(response) {
      response.writeHead(200, { ...HEADERS, "content-type": "application/x-ndjson" });
      response.write("\n");
      open.add(response);
      response.on("close", () => open.delete(response));
    },
    tell: (event) => write(`${JSON.stringify(event)}\n`),
    endAll,
    close() {
      clearInterval(beat);
      endAll();
    },
  };
}

export interface ServeOptions {
  /** Undefined: there is no project, and the page says so. Asked again when the page is loaded again. */
  openStudio(): Promise<Studio | undefined>;
  env: Readonly<Record<string, string | undefined>>;
  /** Undefined: the usual one, or the next that is free. */
  port: number | undefined;
  /** The folder with the page's files. */
  page: string;
  isReadOnly: boolean;
}

export interface Serving {
  /** With the token in its fragment. */
  url: string;
  /** Makes another address. Nobody who came in with an old one is let in any longer. */
  renewUrl(): string;
  close(): Promise<void>;
}

const PAGE: Readonly<Record<string, readonly [file: string, type: string]>> = {
  "/": ["index.html", "text/html; charset=utf-8"],
  "/page.js": ["page.js", "text/javascript; charset=utf-8"],
  "/page.css": ["page.css", "text/css; charset=utf-8"],
  "/charts.js": ["charts.js", "text/javascript; charset=utf-8"],
  "/icon.svg": ["icon.svg", "image/svg+xml"],
};

export async function serve(options: ServeOptions): Promise<Serving> {
  const { page } = options;
  const events = openEvents();
  const gate = openGate(() => port);
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => sendFailure(response, error));
  });
  const port = await listen(server, options.port).catch((cause: unknown) => {
    events.close();
    throw cause;
  });
  let studio: Promise<Studio | undefined> | undefined;
  /** Two tabs that are loaded at once open one. */
  const findStudio = (): Promise<Studio | undefined> => {
    studio ??= options.openStudio().then(
      (found) => {
        found?.listen(events.tell);
        if (!found) studio = undefined;
        return found;
      },
      (error: unknown) => {
        studio = undefined;
        throw error;
      },
    );
    return studio;
  };
  try {
    await findStudio();
  } catch (error) {
    events.close();
    server.close();
    throw error;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const why = gate.refuse(request);
    if (why !== undefined) throw new Failed(403, "foreign", why);
    // As it was sent: nothing that a URL would put straight is a path of ours.
    const [pathname = "", query] = (request.url ?? "").split("?", 2);
    const searchParams = new URLSearchParams(query);
    const { method } = request;
    const file = PAGE[pathname];
    if (file && method === "GET") return sendFile(response, join(page, file[0]), file[1]);
    const route = `${method} ${pathname}`;
    if (route === "POST /api/session") return enter(request, response);
    if (!pathname.startsWith("/api/") && !file) throw new Failed(404, "not-found", "There is nothing here.");
    if (!gate.knows(request)) throw shut("no-session", keyOf(request));
    if (route === "GET /api/events") return events.add(response);
    if (route === "GET /api/rows") return sendRows(searchParams, response);
    if (method === "GET") return sendJson(response, await read(pathname, searchParams));
    if (method !== "POST") throw new Failed(405, "wrong-method", "There is no such request.");
    return post(pathname, await readBody(request), response);
  }

  async function enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { token } = await readBody(request);
    if (!gate.takes(token)) throw shut("old-token", token);
    // Another tab of a browser that is in.
    if (gate.knows(request)) return sendNothing(response);
    sendJson(response, { key: gate.giveKey() } satisfies SessionAnswer);
  }

  const shut = (code: string, secret: unknown) => {
    const why = gate.isFormer(secret) ? "The studio has a new address." : "This page is from an earlier run.";
    return new Failed(401, code, why, "Open the address that the terminal shows.");
  };

  async function read(pathname: string, query: URLSearchParams): Promise<unknown> {
    const open = await requireProject();
    const slug = query.get("slug") ?? "";
    switch (pathname) {
      case "/api/project":
        return open.project();
      case "/api/board":
        return found(open.board(slug), `${slug} is gone.`);
      case "/api/inspect":
        return found(open.inspect(slug, query.get("widget") ?? ""), "There are no lines to show.");
      case "/api/find":
        return open.find(query.get("query") ?? "");
      case "/api/choices":
        return open.choices();
      case "/api/live":
        return found(open.live(slug), "What is live is not known.");
      default:
        throw new Failed(404, "not-found", "There is nothing here.");
    }
  }

  /** Ends what it asks for when nobody waits for it any more: the chart left the screen. */
  async function sendRows(query: URLSearchParams, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.once("close", () => left.abort());
    const open = await requireProject();
    const rows = open.rows(query.get("slug") ?? "", query.get("widget") ?? "", left.signal);
    sendJson(response, await found(rows, "This widget asks for no rows."));
  }

  async function post(
    pathname: string,
    body: Record<string, unknown>,
    response: ServerResponse,
  ): Promise<void> {
    const open = await requireProject();
    switch (pathname) {
      case "/api/edit":
        return sendJson(response, await open.edit(editRequest(body)));
      case "/api/take":
        return sendJson(response, await open.take(takeRequest(body)));
      case "/api/undo":
        return sendJson(response, await open.undo(textIn(body, "slug")));
      case "/api/redo":
        return sendJson(response, await open.redo(textIn(body, "slug")));
      case "/api/create":
        return sendJson(response, await open.create(createRequest(body)));
      case "/api/fix":
        return sendJson(response, await open.fix(fixRequest(body)));
      case "/api/put-back":
        return sendJson(response, await open.putBack(textIn(body, "slug")));
      case "/api/live":
        void open.readLive();
        return sendNothing(response);
      case "/api/open": {
        const { file, line } = openRequest(body);
        if (options.isReadOnly) throw new Failed(403, "read-only", "The studio is read-only.");
        if (!open.holds(file)) throw new Failed(404, "no-file", "That is no file of this project.");
        await openInEditor(join(open.root, file), line, options.env);
        return sendNothing(response);
      }
      default:
        throw new Failed(404, "not-found", "There is nothing here.");
    }
  }

  async function requireProject(): Promise<Studio> {
    const found = await findStudio().catch(asFailed);
    if (found) return found;
    throw new Failed(
      404,
      "no-project",
      "No boardwright.yaml here or above.",
      "Make one with `boardwright init`, then reload.",
    );
  }

  const urlNow = () => `http://127.0.0.1:${port}/#token=${gate.token()}`;
  return {
    url: urlNow(),
    renewUrl() {
      gate.renew();
      events.endAll();
      return urlNow();
    },
    async close() {
      events.close();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
      await (await studio)?.close();
    },
  };
}

/** Of a project file with errors, which was made since the start. */
function asFailed(cause: unknown): never {
  if (!(cause instanceof UserError)) throw cause;
  throw new Failed(404, "no-project", cause.message, cause.details?.join(" ") || null);
}

function found<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new Failed(404, "not-found", message);
  return value;
}

async function sendFile(response: ServerResponse, path: string, type: string): Promise<void> {
  const bytes = await readFile(path).catch(() => undefined);
  if (!bytes) throw new Failed(404, "not-found", "The page is not in this installation.");
  response.writeHead(200, { ...HEADERS, "content-type": type });
  response.end(bytes);
}

// Who may come in: requests to this very address, from this very page, with the key that the token of the address was changed for. Only the
// page's own script has the key, in the storage of this port: a browser adds it to no request by itself, as it adds a cookie to those of every
// port of 127.0.0.1. A page of another site that has its name point here (DNS rebinding) sends a foreign Host; one that posts here sends a
// foreign Origin.

interface Gate {
  /** 128 bits, for the fragment of the address, which no request carries. */
  token(): string;
  /** Another token; the keys of the one before open nothing. */
  renew(): void;
  /** Whether it is a token or a key of this run from before that. */
  isFormer(secret: unknown): boolean;
  /** Why a request is let nowhere; undefined if it may go on. */
  refuse(request: IncomingMessage): string | undefined;
  takes(token: unknown): boolean;
  /** For one browser, which may show the token again when it has lost it. */
  giveKey(): string;
  knows(request: IncomingMessage): boolean;
}

function openGate(port: () => number): Gate {
  let token = randomSecret();
  const keys = new Set<string>();
  const former = new Set<unknown>();
  return {
    token: () => token,
    renew() {
      for (const secret of [token, ...keys]) former.add(secret);
      token = randomSecret();
      keys.clear();
    },
    isFormer: (secret) => former.has(secret),
    refuse({ headers, method }) {
      const host = `127.0.0.1:${port()}`;
      if (headers.host !== host) return "The studio answers only at its own address.";
      const { origin } = headers;
      if (origin !== undefined && origin !== `http://${host}`) return "The studio answers only its own page.";
      // Every browser names the page that posts.
      if (origin === undefined && method === "POST") return "The studio answers only its own page.";
      // A link leads to the page, from wherever it is, and brings no key.
      const isVisit = headers["sec-fetch-mode"] === "navigate" && headers["sec-fetch-dest"] === "document";
      const site = headers["sec-fetch-site"];
      if (origin === undefined && !isVisit && site !== undefined && site !== "same-origin" && site !== "none")
        return "The studio answers only its own page.";
      return undefined;
    },
    takes: (given) => typeof given === "string" && isSame(given, token),
    giveKey() {
      const key = randomSecret();
      keys.add(key);
      return key;
    },
    knows: (request) => [...keys].some((key) => isSame(keyOf(request), key)),
  };
}

const keyOf = ({ headers }: IncomingMessage) => (headers.authorization ?? "").replace(/^Bearer /, "");

const randomSecret = () => randomBytes(16).toString("hex");

/** In a time that says nothing of how much of it is right. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
