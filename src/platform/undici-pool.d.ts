// undici's main entry loads fetch, WebSocket, caches and mocks (95 ms); its pool alone takes 28 ms. The package ships these
// files without types of their own.
declare module "undici/lib/dispatcher/pool.js" {
  import { Pool } from "undici";
  export default Pool;
}

declare module "undici/lib/core/connect.js" {
  import { buildConnector } from "undici";
  export default buildConnector;
}
