// The least that a client of the platform needs: a pool of eight connections, and pages of a list.

// These files alone, as Boardwright imports the pool: the whole of undici takes 70 ms more to load.
import request from "undici/lib/api/api-request.js";
import Pool from "undici/lib/dispatcher/pool.js";

const IN_FLIGHT = 8;
const DEPLOYMENT = "/api/v1/deployments/1";

export function openClient(url, apiKey = process.env.PLATFORM_API_KEY) {
  const pool = new Pool(url, { connections: IN_FLIGHT });
  const headers = { authorization: `Bearer ${apiKey}`, accept: "application/json" };
  const send = async (method, path, { query, body } = {}) => {
    const type = body && { "content-type": "application/json" };
    const options = { method, path: DEPLOYMENT + path, query, body, headers: { ...headers, ...type } };
    const answer = await request.call(pool, options);
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path}: ${answer.statusCode} ${await answer.body.text()}`);
    return answer.body;
  };
  return {
    send,
    /** Each page of a list, 100 at a time. */
    async *pages(path) {
      let after;
      do {
        const { items, pageInfo } = await (
          await send("GET", path, { query: { first: 100, ...(after && { after }) } })
        ).json();
        yield items;
        after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
      } while (after);
    },
    close: () => pool.close(),
  };
}

/** `run` for each item, eight at a time. */
export async function eachOf(items, run) {
  const left = items.values();
  const work = async () => {
    for (const item of left) await run(item);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
}
