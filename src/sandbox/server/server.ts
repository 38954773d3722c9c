// The HTTP side: one request in, one answer out, faults in between. Listens only on 127.0.0.1.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { type Json, UserError } from "../../model/index.ts";
import { checkBody } from "../api/check-body.ts";
import type { OpenContext, Rules } from "../api/context.ts";
import { branchChanged, json, Refusal, type Reply, WEB_APP } from "../api/reply.ts";
import { markBigIntegers } from "../store/big-integers.ts";
import { parseBody, parseForm, parseParts, readBody } from "./body.ts";
import type { RequestKind } from "./fault-dice.ts";
import type { FaultKind, Faults } from "./faults.ts";
import { decodeParams, findRoute, SPEC_PATH } from "./router.ts";
import type { Route } from "./routes/route.ts";
import { refuseOtherSites } from "./same-site.ts";
import { halve, send, withDigits } from "./send.ts";

/** Milliseconds that an idle client can delay the shutdown. */
const GRACE = 2000;

export interface RecordedRequest {
  method: string;
  /** With the query, as sent. */
  path: string;
  /** 0 until the answer is sent, and if the connection was dropped instead. */
  status: number;
  /** The JSON that was sent, or the text if it is not JSON. */
  body?: Json;
}

/** The state that a reset replaces: the server gets it for every request. */
export interface Session extends Pick<OpenContext, "store" | "devices" | "lateLists" | "mustWait"> {
  roll(request: RequestKind): FaultKind | undefined;
}

interface Service {
  session(): Session;
  rules: Rules;
  faults: Faults;
  now(): string;
  /** Keeps the request; the status and the body are filled in later. */
  record(request: RecordedRequest): void;
}

export interface Server {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** Finishes the requests in flight and accepts no new ones. */
  close(): Promise<void>;
}

/** Throws UserError if the port is taken or not permitted. */
export async function startServer(port: number, service: Service): Promise<Server> {
  const inFlight = new Set<Promise<void>>();
  let count = 0;
  let origin = "";
  const server = createServer((request, response) => {
    count += 1;
    response.setHeader("x-request-id", `req-${count}`);
    const done = serve(request, response, service, origin).finally(() => inFlight.delete(done));
    inFlight.add(done);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) =>
      reject(
        new UserError(`the sandbox cannot listen on 127.0.0.1:${port}: ${cause.message}`, {
          details: ["Choose another port, or none to get a free one."],
          cause,
        }),
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      await Promise.race([Promise.all(inFlight), wait(GRACE, undefined, { ref: false })]);
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  service: Service,
  origin: string,
): Promise<void> {
  const record: RecordedRequest = { method: request.method ?? "", path: request.url ?? "", status: 0 };
  service.record(record);
  try {
    const [path = "", query = ""] = record.path.split(/\?(.*)/s);
    const found = findRoute(record.method, path);
    const fault = service.session().roll({
      spec: found?.route.path === SPEC_PATH,
      post: record.method === "POST",
      upsert: found?.route.text.upsert === true,
      rows: found?.route.text.rows === true,
    });
    const { latency, slowQuery = 0 } = service.faults;
    if (latency > 0) await wait(latency);
    if (slowQuery > 0 && found?.route.text.rows) await wait(slowQuery);
    if (fault === "drop-before") return void request.socket.destroy();
    const keepsDigits = service.rules.quirks.has("big-integers");
    const mark = keepsDigits ? markBigIntegers : String;
    const act = async (): Promise<Reply> => {
      refuseOtherSites(request.headers);
      const bytes = await readBody(request);
      if (bytes.length > 0) record.body = recordedBody(bytes, mark);
      if (fault === "conflict") throw branchChanged();
      if (fault === "failed-query") throw new Refusal(500, "Injected fault: the database refused the query");
      if (typeof fault === "number") throw new Refusal(fault, `Injected fault: ${fault}`);
      if (fault === "html" || !found) return WEB_APP;
      const context: OpenContext = {
        ...service.session(),
        rules: service.rules,
        now: service.now,
        hasNoRows: fault === "empty-query",
        origin,
        authorization: request.headers.authorization,
        query: new URLSearchParams(query),
        params: decodeParams(found.params),
        body: async () => checkBody(found.route.text.body!, parseBody(bytes, mark)),
        form: () => parseForm(bytes, request.headers["content-type"]),
        parts: () => parseParts(bytes, request.headers["content-type"]),
      };
      return found.route.handler(context);
    };
    const answer = await act().catch((cause: unknown) => replyToError(cause, found?.route));
    const reply = keepsDigits ? withDigits(answer) : answer;
    if (fault === "drop-after") return void request.socket.destroy();
    if (typeof fault === "number" && service.faults.retryAfter !== undefined)
      response.setHeader("retry-after", service.faults.retryAfter);
    record.status = reply.status;
    await send(response, fault === "truncate" ? halve(reply) : reply);
  } catch {
    // The client has gone: there is nobody to answer.
    request.socket.destroy();
  }
}

function replyToError(cause: unknown, route: Route | undefined): Reply {
  if (cause instanceof Refusal) return route?.text.errors?.(cause) ?? cause.toReply();
  return json({ error: `The sandbox failed, which is a bug: ${String(cause)}` }, 500);
}

function recordedBody(bytes: Buffer, mark: (json: string) => string): Json {
  const text = bytes.toString();
  try {
    return JSON.parse(mark(text)) as Json;
  } catch {
    return text;
  }
}
