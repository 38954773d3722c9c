// The licences of what the bundle holds: they ask to go where the code goes.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes dist/THIRD-PARTY-NOTICES.txt for the packages among the bundle's inputs. */
export function writeNotices(root, inputs) {
  const packages = new Set(
    inputs.flatMap((input) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  const notices = [...packages].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text =
      file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8").trim() : "";
    return `${name} ${version} (${license})\n\n${text}`;
  });
  const lead =
    "The files of this folder hold code of the packages below, under the licences that stand with them.";
  writeFileSync(
    join(root, "dist/THIRD-PARTY-NOTICES.txt"),
    `${[lead, ...notices].join(`\n\n${"-".repeat(80)}\n\n`)}\n`,
  );
}
