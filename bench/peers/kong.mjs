// As much of Kong's Admin API as decK 1.4 asks for: plugins in memory, pages of a thousand, nothing of any other kind.

import { createServer } from "node:http";

const plugins = new Map();

const server = createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const { pathname, searchParams } = new URL(request.url, "http://kong");
  const [kind, id] = pathname.split("/").slice(1);
  const answer = (text) => response.setHeader("content-type", "application/json").end(text);
  if (kind === "")
    return answer(JSON.stringify({ version: "2.1.0", configuration: { database: "postgres" } }));
  if (request.method === "GET") {
    const from = Number(searchParams.get("offset") ?? 0);
    const size = Number(searchParams.get("size"));
    const all = kind === "plugins" ? [...plugins.values()] : [];
    const more =
      from + size < all.length
        ? { next: `/plugins?offset=${from + size}`, offset: String(from + size) }
        : { next: null };
    return answer(`{"data":[${all.slice(from, from + size).join(",")}],${JSON.stringify(more).slice(1)}`);
  }
  if (kind !== "plugins" || !["PUT", "PATCH", "POST"].includes(request.method)) {
    response.statusCode = 404;
    return answer("{}");
  }
  const text = JSON.stringify({ enabled: true, ...JSON.parse(Buffer.concat(pieces)) });
  plugins.set(id, text);
  return answer(text);
});
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});
