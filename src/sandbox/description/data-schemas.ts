import type { JsonObject } from "../../model/index.ts";
import { COUNT, listOf, OPEN, object, ref, STRING } from "./write.ts";

const WAIT: JsonObject = object("Not yet: send the same request again", ["error"], {
  error: { type: "string", const: "Continue wait" },
});

/** The data API's queries and their answers (field notes, A.10). */
export const DATA_SCHEMAS: JsonObject = {
  DataQuery: object("A query of the data API", [], {
    measures: listOf(STRING),
    dimensions: listOf(STRING),
    segments: listOf(STRING),
    timeDimensions: listOf(
      object("A time dimension", ["dimension"], {
        dimension: STRING,
        granularity: { type: ["string", "null"], description: "Without it, only `dateRange` counts" },
        dateRange: { description: "`last 12 months`, one day, or two" },
      }),
    ),
    filters: { ...listOf(OPEN), description: "The sandbox looks at `equals` alone" },
    order: { description: "An object, or a list of pairs: a member, and `asc` or `desc`" },
    limit: { ...COUNT, maximum: 50_000, default: 10_000 },
    offset: { ...COUNT, default: 0 },
  }),
  DataQueryInput: object("What to ask", ["query"], { query: ref("DataQuery") }),
  DataRows: {
    description: "The rows, or the answer that they are not ready yet",
    oneOf: [
      object("The rows", ["query", "data", "annotation"], {
        query: OPEN,
        data: listOf({ ...OPEN, description: "By member; numbers are text" }),
        annotation: { ...OPEN, description: "Title and type of each member, by kind" },
      }),
      WAIT,
    ],
  },
  DataSql: object("The query as SQL", ["sql"], {
    sql: object("Its text and parameters", ["sql"], { status: STRING, sql: { type: "array", items: {} } }),
  }),
};
