// The studio's server (contract 13): the page and its JSON on this machine alone. Only the command starts it.

export { serve } from "./serve.ts";
export { openStudio } from "./studio/studio.ts";
