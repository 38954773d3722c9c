// What a bundle is made of, as CycloneDX: every package whose code is in its files, with version, licence, digest and who imports whom.
// Made of esbuild's metafile, the lockfile and the packages themselves, without a clock or dice: the same bytes on every machine.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const SBOM = "sbom.cdx.json";

/** The bill of materials of the bundle that this metafile of esbuild describes, as JSON. */
export function sbomOf(root, { inputs, outputs }) {
  const { name, version, license } = readJson(join(root, "package.json"));
  const { packages: locked } = readJson(join(root, "package-lock.json"));
  const held = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
  );
  const folders = [...new Set(held.flatMap((input) => folderOf(input) ?? []))];
  const components = new Map(
    folders.map((folder) => [folder, componentOf(join(root, folder), locked[withinModules(folder)])]),
  );
  const self = { type: "application", name, version, ...licenseOf(license), purl: purlOf(name, version) };
  self["bom-ref"] = self.purl;
  const refOf = (folder) => (folder === undefined ? self : components.get(folder))?.["bom-ref"];
  const dependencies = new Map([self, ...components.values()].map((each) => [each["bom-ref"], new Set()]));
  for (const [input, { imports }] of Object.entries(inputs)) {
    const from = refOf(folderOf(input));
    for (const { path, external } of imports) {
      const to = external ? undefined : refOf(folderOf(path));
      if (from !== undefined && to !== undefined && from !== to) dependencies.get(from).add(to);
    }
  }
  const content = {
    metadata: { lifecycles: [{ phase: "build" }], component: self },
    components: unique([...components.values()]),
    dependencies: [...dependencies]
      .map(([ref, to]) => ({ ref, dependsOn: [...to].sort() }))
      .sort((a, b) => compare(a.ref, b.ref)),
  };
  const head = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: uuidOf(JSON.stringify(content)),
    version: 1,
  };
  return `${JSON.stringify({ ...head, ...content }, null, 2)}\n`;
}

/** The folder of the package that an input is in; undefined for our own sources. */
function folderOf(input) {
  return /^(.*\bnode_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
}

/** The key of the lockfile: a worktree may link to the packages of another. */
const withinModules = (folder) => folder.slice(folder.indexOf("node_modules/"));

function componentOf(folder, { integrity } = {}) {
  const { name, version, license } = readJson(join(folder, "package.json"));
  const [algorithm, digest] = integrity?.split("-", 2) ?? [];
  const hashes = algorithm === "sha512" ? [{ alg: "SHA-512", content: hexOf(digest) }] : undefined;
  const within = vendoredIn(folder);
  return {
    ...library(name, version, license),
    ...(hashes && { hashes }),
    ...(within.length > 0 && { components: within }),
  };
}

/**
 * What a package was itself bundled with, where it says so as prettier does: a heading `## name@version`, and a line `License:`. Which of
 * it the files that we take hold cannot be told, so each is optional.
 */
function vendoredIn(folder) {
  const file = join(folder, "THIRD-PARTY-NOTICES.md");
  if (!existsSync(file)) return [];
  const found = readFileSync(file, "utf8").matchAll(/^## (\S+)@(\S+)$[\s\S]*?^License: (.+?) *$/gm);
  return unique([...found].map(([, ...of]) => ({ ...library(...of), scope: "optional" }))).map(
    // The same version of a package may also be bundled by itself: a reference names one component.
    ({ "bom-ref": _, ...component }) => component,
  );
}

function library(name, version, license) {
  const purl = purlOf(name, version);
  return { type: "library", "bom-ref": purl, name, version, ...licenseOf(license), purl };
}

/** An SPDX identifier alone, or an expression such as `(MIT OR CC0-1.0)`. */
function licenseOf(license) {
  if (!license) return {};
  return { licenses: / /.test(license) ? [{ expression: license }] : [{ license: { id: license } }] };
}

const purlOf = (name, version) => `pkg:npm/${name.replace("@", "%40")}@${version}`;

const unique = (components) =>
  [...new Map(components.map((each) => [each.purl, each])).values()].sort((a, b) => compare(a.purl, b.purl));

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const hexOf = (base64) => Buffer.from(base64, "base64").toString("hex");

/** A UUID of version 8, which holds whatever its maker puts in: 122 bits of the content's digest. */
function uuidOf(text) {
  const hex = createHash("sha256").update(text).digest("hex");
  const variant = (8 + (Number.parseInt(hex[16], 16) % 4)).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
