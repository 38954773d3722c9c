// What the reference server of scim.test.ts uses of express, which brings no types of its own.
declare module "express" {
  import type { IncomingMessage, Server } from "node:http";

  export interface Request extends IncomingMessage {
    header(name: string): string | undefined;
  }
  export class Router {}
  interface Application {
    use(path: string, router: Router): Application;
    listen(port: number, host: string): Server;
  }
  export default function express(): Application;
}
