// One server on 127.0.0.1: the page, its JSON, its events.

import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { UserError } from "../model/index.ts";
import type { Studio } from "../tasks/studio/studio.ts";
import { Failed, HEADERS, readBody, sendFailure, sendJson, sendNothing } from "./answer.ts";
import { openEvents } from "./events.ts";
import { openGate } from "./gate.ts";
import { listen } from "./listen.ts";
import { openInEditor } from "./open-editor.ts";
import type { SessionAnswer } from "./protocol.ts";
import { createRequest, editRequest, openRequest, takeRequest, textIn } from "./requests.ts";

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
    if (!gate.knows(request))
      throw new Failed(
        401,
        "no-session",
        "This page is from an earlier run.",
        "Open the address that the terminal shows.",
      );
    if (route === "GET /api/events") return events.add(response);
    if (route === "GET /api/rows") return sendRows(searchParams, response);
    if (method === "GET") return sendJson(response, await read(pathname, searchParams));
    if (method !== "POST") throw new Failed(405, "wrong-method", "There is no such request.");
    return post(pathname, await readBody(request), response);
  }

  async function enter(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry = gate.exchange((await readBody(request)).token);
    if (entry === undefined)
      throw new Failed(
        401,
        "old-token",
        "This page is from an earlier run.",
        "Open the address that the terminal shows.",
      );
    if (entry !== "used") return sendJson(response, entry satisfies SessionAnswer);
    // Another tab of the browser that came in first.
    if (gate.knows(request)) return sendNothing(response);
    throw new Failed(
      401,
      "used-token",
      "This address was opened before, and opens once.",
      "Go on in the browser that opened it, or start boardwright serve again.",
    );
  }

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

  return {
    url: `http://127.0.0.1:${port}/#token=${gate.token}`,
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
