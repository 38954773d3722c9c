// The files of a folder that globs choose, for tests that read the repository or what a command wrote.
import { readdirSync } from "node:fs";
import picomatch from "picomatch";

interface Choice {
  cwd: string;
  /** Hidden files too. */
  dot?: boolean;
  ignore?: readonly string[];
}

/** Names relative to `cwd`, in no order. Installed packages and Git's own files are never among them. */
export function listFiles(
  globs: string | readonly string[],
  { cwd, dot = false, ignore = [] }: Choice,
): string[] {
  const isChosen = picomatch([globs].flat(), { dot, ignore: [...ignore] });
  const isSkipped = picomatch([...ignore, "**/node_modules/**", "**/.git/**"], { dot: true });
  const list = (folder: string): string[] =>
    readdirSync(`${cwd}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
      const path = folder + entry.name;
      if (!entry.isDirectory()) return entry.isFile() && isChosen(path) ? [path] : [];
      return isSkipped(`${path}/`) ? [] : list(`${path}/`);
    });
  return list("");
}
