// What the page imports: the shapes of the studio's JSON. They are declared where the work is done, which the page must not reach.
export type * from "./studio/protocol.ts";
