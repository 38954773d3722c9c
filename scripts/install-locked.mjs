// Installs the packages of a folder with a lockfile of its own, unless they are there: `node scripts/install-locked.mjs verify`.
// They are installed beside their place and then renamed into it, so an interrupted install leaves nothing half done.
// With --or-skip, a failure is reported and no error: the tests that need these packages skip themselves.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
/** A copy of the lockfile that the installed packages come from. */
const INSTALLED_LOCK = ".installed-lock.json";
const BESIDE = ".installing-";

/** Whether the packages of `folder` are installed as its lockfile has them. */
function isInstalled(folder) {
  const installed = join(folder, "node_modules", INSTALLED_LOCK);
  return (
    existsSync(installed) && readFileSync(installed).equals(readFileSync(join(folder, "package-lock.json")))
  );
}

/** What a killed install left behind. A younger one may be at work. */
function removeLeftovers(folder) {
  const hourAgo = Date.now() - 3_600_000;
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith(BESIDE)))
    if (statSync(join(folder, name)).mtimeMs < hourAgo) rmSync(join(folder, name), { recursive: true });
}

/** Runs no install scripts, prefers npm's cache to the network, and replaces what an older lockfile left. */
function install(folder) {
  // In the same folder: a rename does not cross file systems.
  const beside = mkdtempSync(join(folder, BESIDE));
  try {
    for (const name of ["package.json", "package-lock.json", ".npmrc"])
      if (existsSync(join(folder, name))) cpSync(join(folder, name), join(beside, name));
    const args = [
      "ci",
      "--ignore-scripts",
      "--prefer-offline",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      // These check output on the Node that is here, and `npm run` hands on the settings of the project.
      "--engine-strict=false",
    ];
    execFileSync("npm", args, { cwd: beside, stdio: ["ignore", "ignore", "inherit"] });
    cpSync(join(beside, "package-lock.json"), join(beside, "node_modules", INSTALLED_LOCK));
    const place = join(folder, "node_modules");
    if (existsSync(place)) renameSync(place, join(beside, "old"));
    renameSync(join(beside, "node_modules"), place);
  } catch (error) {
    // Another run may have put its own in place meanwhile.
    if (!isInstalled(folder)) throw error;
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

const [name, mode] = process.argv.slice(2);
const folder = resolve(ROOT, name);
if (!isInstalled(folder)) {
  console.log(`Installing the packages of ${name}/package-lock.json into ${name}/node_modules …`);
  try {
    removeLeftovers(folder);
    install(folder);
  } catch (error) {
    console.error(`The packages of ${name}/ could not be installed: ${error.message}`);
    console.error(`Once the npm registry can be reached, run: node scripts/install-locked.mjs ${name}`);
    if (mode !== "--or-skip") process.exitCode = 1;
    else console.error("The tests that need them are skipped.");
  }
}
