// What the release workflow does to files and asks of them, so that it can be tried without it:
//   node scripts/release.mjs version   makes the next version out of .changeset/: version, changelog, lockfile, examples, bundle
//   node scripts/release.mjs state     whether this commit is a release to publish, as outputs of a step: version=…, release=true|false
//   node scripts/release.mjs notes     the changelog of this version
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CHANGESETS = `${ROOT}.ci/release/node_modules/.bin/changeset`;
/** What changesets calls the kinds of changes, and what the changelog does. */
const HEADINGS = { "Major Changes": "Changed", "Minor Changes": "Added", "Patch Changes": "Fixed" };

const read = (path) => readFileSync(path, "utf8");
const run = (program, args) => execFileSync(program, args, { stdio: ["ignore", "inherit", "inherit"] });
const versionNow = () => JSON.parse(read("package.json")).version;

/** The newest version's heading and text. */
function newestSection() {
  const [, heading = "", text = ""] =
    /^## (.+)\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(read("CHANGELOG.md")) ?? [];
  return { heading: heading.trim(), text: text.trim() };
}

function makeVersion() {
  const lead = /^# .+\n[\s\S]*?(?=^## )/m.exec(read("CHANGELOG.md"))[0];
  run(process.execPath, [CHANGESETS, "version"]);
  // Changesets writes right under the title, above what introduces the file.
  const [title] = lead.split("\n", 1);
  const body = lead.slice(title.length).trim();
  let changelog = read("CHANGELOG.md").replace(body, "").replace(`${title}\n`, `${title}\n\n${body}\n`);
  for (const [theirs, ours] of Object.entries(HEADINGS))
    changelog = changelog.replace(`### ${theirs}\n`, `### ${ours}\n`);
  writeFileSync("CHANGELOG.md", changelog.replace(/\n{3,}/g, "\n\n"));

  const version = versionNow();
  const lock = JSON.parse(read("package-lock.json"));
  lock.version = version;
  lock.packages[""].version = version;
  writeFileSync("package-lock.json", `${JSON.stringify(lock, null, 2)}\n`);
  // The commit of a release is known after it is made: examples keep zeros, and name the version that they belong to.
  const folder = "examples/workflows";
  for (const path of readdirSync(folder).map((name) => join(folder, name)))
    writeFileSync(path, read(path).replace(/(@0{40} # v)\S+/g, `$1${version}`));
}

/** Where a stand-in is left that only the owner of the repository can replace: its name, the digest of an image, the commit of a release. */
function findPlaceholders() {
  const placeholder = /acme\/boardwright|@acme\/|sha256:0{64}|@0{40}/;
  const documents = readdirSync("docs", { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name));
  return ["package.json", ".github/CODEOWNERS", ...documents.sort()].flatMap((path) =>
    read(path)
      .split("\n")
      .flatMap((line, index) => (placeholder.test(line) ? [`${path}:${index + 1}`] : [])),
  );
}

/** Published are versions whose section is finished, that have nothing left to describe, and no tag yet. */
function printState() {
  const version = versionNow();
  const pending = readdirSync(".changeset").filter((name) => name.endsWith(".md") && name !== "README.md");
  const isFinished = newestSection().heading === version;
  const tag = execFileSync("git", ["ls-remote", "--tags", "origin", `refs/tags/v${version}`], {
    encoding: "utf8",
  });
  const release = pending.length === 0 && isFinished && tag === "";
  const placeholders = release ? findPlaceholders() : [];
  if (placeholders.length > 0) {
    console.error(
      `Not released: placeholders are left, the owner or a digest of zeros.\n  ${placeholders.join("\n  ")}`,
    );
    process.exit(1);
  }
  console.log(`version=${version}\nrelease=${release}`);
}

const commands = {
  version: makeVersion,
  state: printState,
  notes: () => console.log(newestSection().text),
};
const command = commands[process.argv[2]];
if (!command) throw new Error(`${dirname(process.argv[1])}: say one of ${Object.keys(commands).join(", ")}`);
command();
