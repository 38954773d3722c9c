// Opens a file in the editor of the person at the terminal. Never through a shell: a file's name is no command.

import { spawn } from "node:child_process";
import { basename } from "node:path";
import { Failed } from "./answer.ts";

/** Editors of the terminal would fight with the server for it. */
const IN_TERMINAL = /^(?:vi|vim|nvim|nano|emacs|pico|ed|ne|joe|micro|hx|helix|kak)$/;
const TAKES_PLACE = /^(?:code|code-insiders|codium|vscodium|cursor|windsurf)$/;

export async function openInEditor(
  path: string,
  line: number,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const chosen = env.VISUAL?.trim() || env.EDITOR?.trim() || "";
  const [named = "code", ...given] = chosen === "" ? [] : chosen.split(/\s+/);
  const name = basename(named).replace(/\.(?:exe|cmd)$/i, "");
  const [program, args] = IN_TERMINAL.test(name)
    ? ["code", []]
    : [named, given.filter((one) => one !== "--wait" && one !== "-w")];
  const at = TAKES_PLACE.test(basename(program)) ? ["-g", `${path}:${line}`] : [path];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [...args, ...at], { detached: true, stdio: "ignore", shell: false });
    child.once("error", () =>
      reject(
        new Failed(
          501,
          "no-editor",
          "No editor could be opened.",
          "Set VISUAL or EDITOR to one that has a window, as `code`.",
        ),
      ),
    );
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}
