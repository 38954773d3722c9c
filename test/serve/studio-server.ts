// The command with a project of its own, asked over loopback HTTP as its page asks.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type {
  BoardView,
  DashboardEdit,
  EditAnswer,
  EditRequest,
  ProjectView,
  SessionAnswer,
} from "../../src/serve/studio/protocol.ts";
import { begin, type CommandOptions } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Of a POST, without what every browser says of the page that posts. */
  isAnonymous?: true;
}

export interface Server {
  folder: string;
  url: URL;
  token: string;
  /** The header with the key that the page keeps. */
  authorization: string;
  /** With nothing but what is given, and the Origin of a POST: what any program may send. */
  send(path: string, asked?: Asked): Promise<Answer>;
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: object): Promise<T>;
  project(): Promise<ProjectView>;
  board(slug: string): Promise<BoardView>;
  /** On the board as it is now. */
  edit(slug: string, edits: DashboardEdit[], more?: Partial<EditRequest>): Promise<EditAnswer>;
  text(file: string): string;
  write(file: string, text: string): void;
  remove(file: string): void;
  /** Ends it as Ctrl-C does. */
  end(): Promise<{ code: number | null; stderr: string }>;
}

export const PROJECT = "version: 1\nproject: studio\n";

/** The command, until it has said its address. It is ended as Ctrl-C does. `run`: in this process, or as a user has it. */
export async function startServe(args: readonly string[], options: CommandOptions, run = begin) {
  const running = run([...args, "--no-open", "--json"], options);
  let isEnded = false;
  const ended = running.ended.finally(() => {
    isEnded = true;
  });
  const end = () => {
    if (!isEnded) running.interrupt();
    return ended;
  };
  onTestFinished(async () => void (await end()));
  while (!running.printed().includes("\n")) {
    if (isEnded) throw new Error(`serve ended: ${running.said()}`);
    await sleep(5);
  }
  return { url: new URL((JSON.parse(running.printed()) as { url: string }).url), end };
}

export async function startStudio(
  files: Record<string, string>,
  options: {
    command?: string[];
    args?: string[];
    env?: Record<string, string>;
    /** Of its folder, before the command starts. */
    prepare?: (folder: string) => void;
    run?: typeof begin;
  } = {},
): Promise<Server> {
  const folder = tempFolder(files);
  options.prepare?.(folder);
  const args = [...(options.command ?? ["serve"]), ...(options.args ?? [])];
  const { url, end } = await startServe(args, { cwd: folder, env: options.env ?? {} }, options.run);
  const token = url.hash.replace("#token=", "");
  const send = (path: string, { method = "GET", headers: given = {}, body, isAnonymous }: Asked = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const origin = method === "POST" && !isAnonymous ? { origin: url.origin } : {};
      const headers = { ...origin, ...given };
      const sent = request({ host: "127.0.0.1", port: url.port, path, method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => {
          text += part;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const json = { "content-type": "application/json" };
  const entered = await send("/api/session", {
    method: "POST",
    headers: json,
    body: JSON.stringify({ token }),
  });
  const authorization = `Bearer ${(JSON.parse(entered.text) as SessionAnswer).key}`;
  const read = async <T>(answer: Promise<Answer>): Promise<T> => {
    const { status, text } = await answer;
    if (status >= 400) throw new Error(`${status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
  const get = <T>(path: string) => read<T>(send(path, { headers: { authorization } }));
  const post = <T>(path: string, body: object) =>
    read<T>(send(path, { method: "POST", headers: { ...json, authorization }, body: JSON.stringify(body) }));
  const board = (slug: string) => get<BoardView>(`/api/board?slug=${slug}`);
  return {
    folder,
    url,
    token,
    authorization,
    send,
    get,
    post,
    project: () => get("/api/project"),
    board,
    edit: async (slug, edits, more = {}) => {
      const version = more.version ?? (await board(slug)).version;
      return post("/api/edit", { slug, version, edits, ...more });
    },
    text: (file) => readFileSync(join(folder, file), "utf8"),
    write: (file, text) => writeFileSync(join(folder, file), text),
    remove: (file) => rmSync(join(folder, file)),
    end,
  };
}

/** Asks again until it holds: a file that was saved is on the page soon after. */
export async function until<T>(ask: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask();
    if (holds(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
