// A release made from descriptions of changes, in a repository of its own: nothing is published here.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, readText } from "../support/documents.ts";
import { tempFolder } from "../support/temp.ts";

const absent = !existsSync(join(ROOT, ".ci/release/node_modules"));
if (absent) console.log("skipped: .ci/release/node_modules is not here (.ci/run installs it)");

const LEAD = "# Changes\n\nThe format is that of others.\n\n";
const FIRST = "## 0.1.0\n\nThe main job.\n\n### Added\n\n- `init`.\n";

function repository(changelog: string) {
  const folder = tempFolder({
    "CHANGELOG.md": changelog,
    "package.json": JSON.stringify({ name: "boardwright", version: "0.1.0" }),
    "package-lock.json": JSON.stringify({ version: "0.1.0", packages: { "": { version: "0.1.0" } } }),
    ".changeset/config.json": JSON.stringify({
      ...JSON.parse(readText(".changeset/config.json")),
      changelog: join(ROOT, ".ci/release/changelog.cjs"),
    }),
    ".changeset/README.md": "about this folder\n",
    ".github/CODEOWNERS": "* @example/dashboards\n",
    "docs/action.md": "uses: example/boardwright@v0.1.0\n",
    "examples/workflows/a.yml": `uses: acme/boardwright@${"0".repeat(40)} # v0.1.0\n`,
  });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      stdio: "ignore",
    });
  const origin = join(tempFolder(), "origin");
  mkdirSync(origin);
  git("init", "--bare", "-q", origin);
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "Begin");
  git("remote", "add", "origin", origin);
  const release = (command: string): string =>
    execFileSync(process.execPath, [join(ROOT, "scripts/release.mjs"), command], {
      cwd: folder,
      encoding: "utf8",
    });
  const read = (path: string): string => readFileSync(join(folder, path), "utf8");
  return { folder, git, release, read };
}

describe.skipIf(absent)("scripts/release.mjs", () => {
  it("makes a version of what changes say, in the changelog's own order and words", () => {
    const { folder, release, read } = repository(LEAD + FIRST);
    const say = (name: string, bump: string, text: string) =>
      writeFileSync(join(folder, `.changeset/${name}.md`), `---\n"boardwright": ${bump}\n---\n\n${text}\n`);
    say("one", "minor", "`drift` opens a pull request\nwith the edits.");
    say("two", "patch", "A widget that was cut is whole.");
    expect(release("state")).toBe("version=0.1.0\nrelease=false\n");
    release("version");
    const section =
      "### Added\n\n- `drift` opens a pull request\n  with the edits.\n\n### Fixed\n\n- A widget that was cut is whole.\n";
    expect(read("CHANGELOG.md")).toBe(`${LEAD}## 0.2.0\n\n${section}\n${FIRST}`);
    expect(release("notes")).toBe(section);
    expect(JSON.parse(read("package.json")).version).toBe("0.2.0");
    expect(JSON.parse(read("package-lock.json"))).toMatchObject({
      version: "0.2.0",
      packages: { "": { version: "0.2.0" } },
    });
    expect(read("examples/workflows/a.yml")).toContain("0 # v0.2.0\n");
    expect(readdirSync(join(folder, ".changeset")).sort()).toEqual(["README.md", "config.json"]);
    expect(release("state")).toBe("version=0.2.0\nrelease=true\n");
  });

  it("refuses to publish while placeholders are left, and names their places", () => {
    const { folder, release } = repository(LEAD + FIRST);
    writeFileSync(join(folder, ".github/CODEOWNERS"), "# owners\n* @acme/boardwright\n");
    const digest = "0".repeat(64);
    writeFileSync(join(folder, "docs/action.md"), `image: ghcr.io/example/boardwright@sha256:${digest}\n`);
    expect(() => release("state")).toThrow(
      /placeholders are left[\s\S]*\n {2}\.github\/CODEOWNERS:2\n {2}docs\/action\.md:1\n/,
    );
  });

  it("publishes nothing that is unfinished, and nothing twice", () => {
    const begun = repository(LEAD + FIRST.replace("0.1.0", "0.1.0 (unreleased)"));
    expect(begun.release("state")).toBe("version=0.1.0\nrelease=false\n");
    const { git, release } = repository(LEAD + FIRST);
    expect(release("state")).toBe("version=0.1.0\nrelease=true\n");
    git("tag", "v0.1.0");
    git("push", "-q", "origin", "v0.1.0");
    expect(release("state")).toBe("version=0.1.0\nrelease=false\n");
  });

  it("knows the files of this repository", () => {
    const { heading, version } = {
      heading: /^## (.+)$/m.exec(readText("CHANGELOG.md"))?.[1],
      version: JSON.parse(readText("package.json")).version,
    };
    expect(heading?.split(" ")[0]).toBe(version);
  });
});
