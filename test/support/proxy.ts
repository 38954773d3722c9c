// A real server in front of the sandbox: sees every exchange and may change it, as platforms and what stands before them do.
import { isObject, type Json, type JsonObject } from "../../src/model/index.ts";
import { serve } from "./loopback.ts";

export interface Asked {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  /** As it came. */
  text: string;
  body: JsonObject | undefined;
}

export type Answered = { status: number; headers?: Record<string, string> } & (
  | { body: Json }
  | { html: string }
  | { text: string }
);

/** What the sandbox answered: read, and byte for byte. */
interface Forwarded {
  status: number;
  body: Json;
  text: string;
}

/** `forward` sends the request on, with another body if one is given. "drop" breaks the connection without an answer. */
export type Hook = (
  asked: Asked,
  forward: (body?: JsonObject | string) => Promise<Forwarded>,
) => Promise<Answered | "drop">;

/** Its address; it is closed when the test is over. */
export async function openProxy(sandboxUrl: string, hook: Hook): Promise<string> {
  const { url } = await serve(async (seen, response) => {
    const { method, path, body: text } = seen;
    const forward = async (body: JsonObject | string = text): Promise<Forwarded> => {
      const sent = typeof body === "string" ? body : JSON.stringify(body);
      const authorization = seen.headers.authorization ?? "";
      const answer = await fetch(sandboxUrl + seen.url, {
        method,
        headers: { authorization, "content-type": "application/json" },
        ...(sent !== "" && { body: sent }),
      });
      const answered = await answer.text();
      return { status: answer.status, body: JSON.parse(answered), text: answered };
    };
    const query = new URLSearchParams(seen.query);
    const body = text === "" ? undefined : (JSON.parse(text) as JsonObject);
    const answered = await hook({ method, path, query, text, body }, forward);
    if (answered === "drop") return void response.destroy();
    const isPage = "html" in answered;
    const type = { "content-type": isPage ? "text/html" : "application/json" };
    response.writeHead(answered.status, { ...type, ...answered.headers });
    if (isPage) response.end(answered.html);
    else response.end("body" in answered ? JSON.stringify(answered.body) : answered.text);
  });
  return url;
}

/** The text of an answer, changed or not; undefined refuses it, as to a credential that may not read it. */
export type Distortion = (answer: string, asked: Asked) => string | undefined;

/** Changes the texts of answers, so that also what JavaScript cannot hold comes through; `receive` those of requests. */
export function distorting(distort: Distortion, receive: typeof distort = (text) => text): Hook {
  return async (asked, forward) => {
    const { status, text } = await forward(receive(asked.text, asked));
    const shown = distort(text, asked);
    return shown === undefined ? { status: 403, body: { error: "Forbidden" } } : { status, text: shown };
  };
}

/** The answer with `change` made to each object that it holds: the items of a list, or itself. */
export function alterItems(answer: Answered, change: (item: JsonObject) => JsonObject): Answered {
  if (!("body" in answer) || !isObject(answer.body)) return answer;
  const alter = (item: Json): Json => (isObject(item) ? change(item) : item);
  const { items } = answer.body;
  const body = Array.isArray(items) ? { ...answer.body, items: items.map(alter) } : alter(answer.body);
  return { ...answer, body };
}
