// The floor of `lint`: the least that any tool on these packages has to do. Argument: the project's folder.

import { readFiles } from "./read-files.mjs";

readFiles(process.argv[2]);
