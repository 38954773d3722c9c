// The licences of what the bundle holds: they ask to go where the code goes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The text for the packages among the bundle's inputs, each by its own folder: two versions of one package may be there. */
export function noticesOf(root, inputs) {
  const folders = new Set(
    inputs.flatMap((input) => /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  const notices = [...folders].map((path) => {
    const folder = join(root, path);
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const files = readdirSync(folder);
    const own = files.find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    // What the package was itself bundled with.
    const others = files.find((entry) => /^third-party-notices/i.test(entry));
    const texts = [own, others].flatMap((file) =>
      file ? readFileSync(join(folder, file), "utf8").trim() : [],
    );
    return [`${name} ${version} (${license})`, ...texts].join("\n\n");
  });
  const lead =
    "The files of this folder hold code of the packages below, under the licences that stand with them.";
  const sorted = [...new Set(notices)].sort();
  return `${[lead, ...sorted].join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

export const NOTICES = "THIRD-PARTY-NOTICES.txt";
