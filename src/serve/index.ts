// The studio's server (contract 13): the page and its JSON on this machine alone. Only the command starts it.

export { type Serving, serve } from "./serve.ts";
