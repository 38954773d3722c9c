// The port of the server, on 127.0.0.1 alone.

import { once } from "node:events";
import type { Server } from "node:http";
import { UserError } from "../model/index.ts";

/** In no list of well-known ports. */
const USUAL_PORT = 4460;
const TRIES = 40;

/** Resolves to the port: `named`, or the usual one or the next that is free. Rejects with a UserError if it cannot be used. */
export async function listen(server: Server, named: number | undefined): Promise<number> {
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
