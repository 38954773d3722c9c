// A third-party SCIM server, SCIMMY, that serves given users: the reference for the sandbox.
import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { loadVerifier } from "../support/verifiers.ts";

interface Scimmy {
  Resources: {
    User: unknown;
    declare(resource: unknown): { egress(read: () => unknown): unknown };
  };
}
interface ScimmyRouters {
  default: new (options: {
    type: "bearer";
    baseUri(request: IncomingMessage): string;
    handler(request: IncomingMessage): string;
  }) => object;
}
type Express = () => {
  use(path: string, router: object): { listen(port: number, host: string): Server };
};

/** Serves `users` under /api/scim/v2 to clients with the key `sandbox-key`. */
export async function startScimServer(
  users: readonly object[],
): Promise<{ url: string; close: () => Promise<void> }> {
  const { Resources } = loadVerifier<Scimmy>("scimmy");
  Resources.declare(Resources.User).egress(() => structuredClone(users));
  const router = new (loadVerifier<ScimmyRouters>("scimmy-routers").default)({
    type: "bearer",
    baseUri: (request) => `http://${request.headers.host}`,
    handler({ headers: { authorization } }) {
      if (authorization === undefined) throw new Error("The Authorization header is missing");
      if (!/^(Bearer|Api-Key) sandbox-key$/.test(authorization))
        throw new Error("The API key is unknown or has expired");
      return "1";
    },
  });
  const express = loadVerifier<Express>("express");
  const server = express().use("/api/scim/v2", router).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
