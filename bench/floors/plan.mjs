// The floor of a `plan` without changes: the same reading, then the list of workbooks page by page. Arguments: the project's folder,
// the platform's address, and `each` where the list shows no drafts and each workbook is read by itself.

import { eachOf, openClient } from "./client.mjs";
import { readFiles } from "./read-files.mjs";

const [project, url, each] = process.argv.slice(2);
readFiles(project);
const client = openClient(url);
const ids = [];
for await (const items of client.pages("/workbooks")) ids.push(...items.map(({ id }) => id));
if (ids.length === 0) throw new Error("a list without workbooks");
if (each) await eachOf(ids, async (id) => (await client.send("GET", `/workbooks/${id}`)).json());
await client.close();
