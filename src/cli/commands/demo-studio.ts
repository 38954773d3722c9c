// boardwright demo --studio: the example project in the studio, in a folder of its own that is gone afterwards.

import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { EXIT, type ExitCode, isObject, UserError, widgetsOf } from "../../model/index.ts";
import { createSandbox } from "../../sandbox/index.ts";
import type { Terminal } from "../terminal.ts";
import { type ApplyFlags, command as applyCommand } from "./apply.ts";
import { type ServeFlags, command as serveCommand } from "./serve.ts";

/** Applied to the embedded platform first, and then edited on both sides, so that there is something to see. */
export async function openStudio(
  terminal: Terminal,
  { json, open, port, color }: ServeFlags,
): Promise<ExitCode> {
  const example = join(BOARDWRIGHT_CHUNKS ?? "dist/chunks", "../../examples/acme");
  const cwd = await mkdtemp(join(tmpdir(), "boardwright-demo-"));
  try {
    await cp(example, cwd, { recursive: true }).catch((cause: unknown) => {
      throw new UserError("this installation has no example project", {
        details: ["It comes with the package from npm, not with the container image."],
        cause,
      });
    });
    // The example runs on its own target, whatever this machine is set up for.
    const { VISUAL, EDITOR } = terminal.env;
    const inside: Terminal = { ...terminal, cwd, env: { VISUAL, EDITOR } };
    const globals = color === undefined ? {} : { color };
    const data = join(cwd, ".boardwright/sandbox.json");
    await mkdir(dirname(data));
    await copyFile(join(cwd, "sandbox.seed.json"), data);
    const applying: ApplyFlags = { ...globals, yes: true, quiet: true };
    const silent: Terminal = {
      ...inside,
      out() {},
      err() {},
      show() {},
      progress() {},
      explainInterrupt() {},
    };
    const code = await applyCommand.run(silent, [], applying);
    if (inside.interrupted.aborted) return EXIT.interrupted;
    if (code !== EXIT.ok) throw new Error(`the demo's apply exited ${code}, not ${EXIT.ok}`);
    await editFile(join(cwd, "dashboards/revenue.yaml"));
    await editLive(data);
    if (!json)
      inside.err(`The example is in ${cwd}: run there what the page names. It is gone when this ends.`);
    const flags: ServeFlags = {
      ...globals,
      data: true,
      open: open !== false,
      ...(json && { json }),
      ...(port !== undefined && { port }),
    };
    return await serveCommand.run(inside, [], flags);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

async function editFile(path: string): Promise<void> {
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace("title: By region", "title: Revenue by region"));
}

async function editLive(data: string): Promise<void> {
  const sandbox = await createSandbox({ data, record: false });
  try {
    sandbox.edit("customer-health", ({ dashboardDraft }) => {
      const widgets = widgetsOf(dashboardDraft).filter(isObject);
      const config = widgets.find(({ id }) => id === "at-risk")?.config;
      if (isObject(config)) config.title = "Customers at risk";
    });
  } finally {
    await sandbox.close();
  }
}
