// What changed, for every open tab: a line of JSON each, in an answer without an end. (An EventSource sends no key.)

import type { ServerResponse } from "node:http";
import { HEADERS } from "./answer.ts";
import type { StudioEvent } from "./protocol.ts";

const HEARTBEAT_MS = 15_000;

export interface Events {
  add(response: ServerResponse): void;
  tell(event: StudioEvent): void;
  close(): void;
}

export function openEvents(): Events {
  const open = new Set<ServerResponse>();
  const write = (text: string) => {
    for (const response of open) response.write(text);
  };
  const beat = setInterval(() => write("\n"), HEARTBEAT_MS);
  return {
    add(response) {
      response.writeHead(200, { ...HEADERS, "content-type": "application/x-ndjson" });
      response.write("\n");
      open.add(response);
      response.on("close", () => open.delete(response));
    },
    tell: (event) => write(`${JSON.stringify(event)}\n`),
    close() {
      clearInterval(beat);
      for (const response of open) response.end();
    },
  };
}
