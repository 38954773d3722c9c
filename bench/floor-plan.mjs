// The floor of a no-op `plan`: the same reading, then the list of workbooks page by page. Arguments: the project's folder, the
// platform's address.

import { Pool } from "undici";
import { readFiles } from "./read-files.mjs";

const [project, url] = process.argv.slice(2);
readFiles(project);
const pool = new Pool(url, { connections: 8 });
const headers = { authorization: `Bearer ${process.env.PLATFORM_API_KEY}`, accept: "application/json" };
let after;
do {
  const query = { first: 100, ...(after && { after }) };
  const { body } = await pool.request({
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
