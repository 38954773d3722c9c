// A real server in front of the sandbox: sees every exchange and may change it, as platforms and what stands before them do.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { isObject, type Json, type JsonObject } from "../../src/model/index.ts";

export interface Asked {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  body: JsonObject | undefined;
}

export type Answered = { status: number; headers?: Record<string, string> } & (
  | { body: Json }
  | { html: string }
);

/** `forward` sends the request on, with another body where one is given. "drop" breaks the connection without an answer. */
export type Hook = (
  asked: Asked,
  forward: (body?: JsonObject) => Promise<Answered>,
) => Promise<Answered | "drop">;

/** Its address; it is closed when the test is over. */
export async function openProxy(sandboxUrl: string, hook: Hook): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const url = new URL(request.url ?? "", sandboxUrl);
    const method = request.method ?? "";
    const forward = async (body?: JsonObject): Promise<Answered> => {
      const sent = body ? JSON.stringify(body) : text;
      const answer = await fetch(url, {
        method,
        headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
        ...(sent === "" ? {} : { body: sent }),
      });
      return { status: answer.status, body: (await answer.json()) as Json };
    };
    const body = text === "" ? undefined : (JSON.parse(text) as JsonObject);
    const answered = await hook({ method, path: url.pathname, query: url.searchParams, body }, forward);
    if (answered === "drop") return void response.destroy();
    const isPage = "html" in answered;
    const type = { "content-type": isPage ? "text/html" : "application/json" };
    response.writeHead(answered.status, { ...type, ...answered.headers });
    response.end(isPage ? answered.html : JSON.stringify(answered.body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The answer with `change` made to each object that it holds: the items of a list, or itself. */
export function alterItems(answer: Answered, change: (item: JsonObject) => JsonObject): Answered {
  if (!("body" in answer) || !isObject(answer.body)) return answer;
  const alter = (item: Json): Json => (isObject(item) ? change(item) : item);
  const { items } = answer.body;
  const body = Array.isArray(items) ? { ...answer.body, items: items.map(alter) } : alter(answer.body);
  return { ...answer, body };
}
