// boardwright init: a project to start from. Never overwrites.

import { appendFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ensureFolder, readRegular } from "../../disc/index.ts";
import { EXIT, UserError } from "../../model/index.ts";
import { schemaFiles } from "../../tasks/schema-files.ts";
import type { Declaration } from "../declaration.ts";
import { initFiles } from "../init-files.ts";

export const command: Declaration = {
  examples: ["mkdir acme-dashboards && cd acme-dashboards && boardwright init"],
  async run(terminal, _args, flags) {
    const { cwd } = terminal;
    const written: string[] = [];
    const kept: string[] = [];
    const schemas = schemaFiles(BOARDWRIGHT_VERSION);
    for (const { path, text } of [...initFiles(projectName(cwd), BOARDWRIGHT_VERSION), ...schemas]) {
      const done =
        path === ".gitignore" ? await addLines(join(cwd, path), text) : await writeNew(join(cwd, path), text);
      (done ? written : kept).push(path);
    }
    if (flags.json) {
      terminal.out(`${JSON.stringify({ written, kept }, null, 2)}\n`);
      return EXIT.ok;
    }
    for (const path of written) terminal.out(`wrote  ${path}`);
    for (const path of kept) terminal.out(`kept   ${path}   (it was there already)`);
    terminal.out(
      "\nNext: boardwright lint, boardwright plan, boardwright apply. They run on the embedded sandbox;",
    );
    terminal.out(
      "boardwright.yaml says how to add your own platform, and `boardwright pull --all` takes in what it has.",
    );
    return EXIT.ok;
  },
};

async function writeNew(path: string, text: string): Promise<boolean> {
  ensureFolder(dirname(path));
  try {
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Adds the lines that are missing: a project has a .gitignore of its own long before it has us. */
async function addLines(path: string, text: string): Promise<boolean> {
  const present = await readRegular(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (present === undefined) throw new UserError(`${path} is not a regular file; no lines were added to it`);
  const known = new Set(present.split(/\r?\n/).map((line) => line.trim()));
  const missing = text.split("\n").filter((line) => line !== "" && !known.has(line));
  if (missing.length === 0) return false;
  const lead = present === "" || present.endsWith("\n") ? "" : "\n";
  await appendFile(path, `${lead}${missing.join("\n")}\n`);
  return true;
}

/** The folder's name, in the characters that a project's name takes. */
function projectName(folder: string): string {
  return (
    basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || "dashboards"
  );
}
