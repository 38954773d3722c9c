// Server-sent events: what changed, for every open tab.

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
  const beat = setInterval(() => write(": still here\n\n"), HEARTBEAT_MS);
  return {
    add(response) {
      response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream; charset=utf-8" });
      response.write("retry: 1000\n\n");
      open.add(response);
      response.on("close", () => open.delete(response));
    },
    tell: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    close() {
      clearInterval(beat);
      for (const response of open) response.end();
    },
  };
}
