// A project that is reached over a symbolic link is in the repository that Git finds from where the link leads.
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { git } from "../security/repository.ts";
import { boardwright } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

it("records the commit of a project whose folder is a link into a repository", async () => {
  const root = tempFolder({
    "sales/boardwright.yaml":
      "version: 1\nproject: acme\ntargets: { local: { url: sandbox:s.json, deployment: 1 } }\n",
    "sales/dashboards/a.yaml": "workbooks:\n  a: { name: A }\n",
  });
  git(root, "init", "-q");
  git(root, "add", ".");
  git(root, "commit", "-qm", "first");
  const cwd = tempFolder();
  symlinkSync(join(root, "sales"), join(cwd, "link"));
  const config = ["--config", "link/boardwright.yaml"];
  expect((await boardwright(["apply", "--yes", ...config], { cwd })).code).toBe(0);
  const { stdout } = await boardwright(["rollback", "--json", ...config], { cwd });
  expect(stdout).toContain(git(root, "rev-parse", "HEAD").trim());
});
