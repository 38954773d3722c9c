// The floor of `pull --all`: both lists page by page, and each workbook as one file of js-yaml. Arguments: the platform's address, the
// folder.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dump } from "js-yaml";
import { openClient } from "./client.mjs";

const [url, folder] = process.argv.slice(2);
const client = openClient(url);
mkdirSync(folder, { recursive: true });
for (const list of ["reports", "workbooks"])
  for await (const items of client.pages(`/${list}`))
    for (const { slug, publicId, ...rest } of items)
      writeFileSync(join(folder, `${slug ?? publicId}.yaml`), dump(rest));
await client.close();
