// The programs by others in verify/, which has a lockfile of its own. `npm test` installs them; where they are missing, the tests that
// need them say so and are skipped. Types are declared by the callers: the project type-checks without these packages.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const VERIFY = new URL("../../verify/", import.meta.url);
const require = createRequire(new URL("package.json", VERIFY));

export const hasVerifiers = existsSync(new URL("node_modules", VERIFY));
if (!hasVerifiers)
  console.log(
    "verify/node_modules is not there (`npm test` installs it): some output is not checked by others",
  );

/** Loads a package of verify/. */
export const loadVerifier = <T>(name: string): T => require(name) as T;

/** The path of a file of a package, such as `package/package.json`. */
export const resolveVerifier = (name: string): string => require.resolve(name);

/** Where the commands of these packages are. */
export const VERIFIER_COMMANDS = fileURLToPath(new URL("node_modules/.bin", VERIFY));
