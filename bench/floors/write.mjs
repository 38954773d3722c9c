// The floor of an `apply`: the requests alone, their bodies ready in a file of JSON lines. Arguments: the platform's address, the file,
// and `update` where the list and each workbook are read first.

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { eachOf, openClient } from "./client.mjs";

const [url, file, update] = process.argv.slice(2);
const client = openClient(url);
const ids = new Map();
if (update)
  for await (const items of client.pages("/workbooks")) for (const { slug, id } of items) ids.set(slug, id);
const lines = [];
for await (const line of createInterface(createReadStream(file))) lines.push(JSON.parse(line));
await eachOf(lines, async ({ slug, body }) => {
  if (update) await (await client.send("GET", `/workbooks/${ids.get(slug)}`)).json();
  await (await client.send("PUT", `/workbooks/by-slug/${slug}`, { body })).json();
});
await client.close();
