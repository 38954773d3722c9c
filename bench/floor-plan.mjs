// The floor of a no-op `plan`: the same reading, then the list of workbooks page by page. Arguments: the project's folder, the
// platform's address.

// These files alone, as Boardwright imports the pool: the whole of undici takes 70 ms more to load.
import request from "undici/lib/api/api-request.js";
import Pool from "undici/lib/dispatcher/pool.js";
import { readFiles } from "./read-files.mjs";

const [project, url] = process.argv.slice(2);
readFiles(project);
const pool = new Pool(url, { connections: 8 });
const headers = { authorization: `Bearer ${process.env.PLATFORM_API_KEY}`, accept: "application/json" };
let after;
do {
  const query = { first: 100, ...(after && { after }) };
  const { body } = await request.call(pool, {
    method: "GET",
    path: "/api/v1/deployments/1/workbooks",
    query,
    headers,
  });
  const { items, pageInfo } = await body.json();
  if (!items?.length) throw new Error("a page without workbooks");
  after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
} while (after);
await pool.close();
