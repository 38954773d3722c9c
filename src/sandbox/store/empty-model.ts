// The data model of a sandbox that was given no seed: the members that the example of `init` names, so that its preview can be looked at.

import type { Json } from "../../model/index.ts";

const member = (name: string, type: string) => ({ name: `orders.${name}`, type });

/** For every branch. */
export const EMPTY_MODEL: Json[] = [
  {
    name: "orders",
    type: "view",
    measures: [member("count", "number"), member("revenue", "number")],
    dimensions: [member("created_at", "time"), member("status", "string")],
  },
];
