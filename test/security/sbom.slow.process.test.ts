// The bill of materials beside each bundle: right by CycloneDX's own schema, complete, and the same bytes each time.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Ajv from "ajv";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { bundleAction } from "../../scripts/action.mjs";
import { shared } from "../../scripts/bundle.mjs";
import { SBOM } from "../../scripts/sbom.mjs";
import { ROOT, readText } from "../support/documents.ts";
import { hasVerifiers, resolveVerifier } from "../support/verifiers.ts";

interface Component {
  name: string;
  version: string;
  purl: string;
  licenses?: object[];
  hashes?: { alg: string; content: string }[];
  components?: Component[];
}
interface Bill {
  serialNumber: string;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const COMMAND = {
  ...{ cli: "src/cli.ts", index: "src/index.ts", sandbox: "src/sandbox/index.ts" },
  page: "src/serve/web/main.tsx",
};
const ACTION = { index: "src/action/index.ts" };
const bills: [string, Record<string, string>, () => Promise<string> | string][] = [
  ["the command and the library", COMMAND, () => readText(`dist/${SBOM}`)],
  ["the Action", ACTION, async () => (await bundleAction())[SBOM] as string],
];

/** `name version` of every package that the bundle itself names: unminified, each module is under a comment with its path. */
async function packagesIn(entryPoints: Record<string, string>): Promise<string[]> {
  const { outputFiles } = await build({
    ...shared(ROOT),
    entryPoints,
    outdir: "unused",
    splitting: true,
    minifyWhitespace: false,
    ...({ jsx: "automatic", jsxImportSource: "preact" } as const),
    preserveSymlinks: true,
    write: false,
  });
  const text = outputFiles.map((file) => file.text).join("\n");
  const folders = [
    ...text.matchAll(/^ *\/\/ (node_modules\/(?:.*\/node_modules\/)?(?:@[^/\n]+\/)?[^/\n]+)\//gm),
  ];
  const named = [...new Set(folders.map(([, folder = ""]) => folder))].map((folder) => {
    const { name, version } = JSON.parse(readText(`${folder}/package.json`));
    return `${name} ${version}`;
  });
  return [...new Set(named)].sort();
}

describe.each(bills)("the bill of materials of %s", (_, entryPoints, read) => {
  it.skipIf(!hasVerifiers)("is what CycloneDX's schema accepts", async () => {
    const folder = join(dirname(resolveVerifier("@cyclonedx/cyclonedx-library/package.json")), "res/schema");
    const schema = (name: string) =>
      JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), "utf8"));
    const ajv = new Ajv.default({ strict: false, validateFormats: false, logger: false });
    // The copies refer to each other by these names, and call themselves otherwise.
    for (const name of ["spdx", "jsf-0.82"])
      ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` });
    const validate = ajv.compile(schema("bom-1.6"));
    const bill = JSON.parse(await read());
    expect(validate(bill) ? [] : validate.errors).toEqual([]);
    expect(validate({ ...bill, components: [{ type: "library" }] })).toBe(false);
  });

  it("names every package whose code is in the bundle, and no other", async () => {
    const { components } = JSON.parse(await read()) as Bill;
    const told = components.map(({ name, version }) => `${name} ${version}`);
    expect(told.length).toBeGreaterThan(10);
    expect(told.sort()).toEqual(await packagesIn(entryPoints));
  });

  it("says of each its licence, the digest of the lockfile, and who imports it", async () => {
    const { components, dependencies, metadata } = JSON.parse(await read()) as Bill;
    const { packages } = JSON.parse(readText("package-lock.json"));
    const digests = Object.values(packages as Record<string, { integrity?: string }>).map(
      ({ integrity = "" }) => Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex"),
    );
    const imported = new Set(dependencies.flatMap(({ dependsOn }) => dependsOn));
    for (const { name, purl, licenses, hashes } of components) {
      expect(licenses, name).toHaveLength(1);
      expect(digests, name).toContain(hashes?.[0]?.content);
      expect(imported, name).toContain(purl);
    }
    const { name, version } = JSON.parse(readText("package.json"));
    expect(metadata.component).toMatchObject({ name, version, purl: `pkg:npm/${name}@${version}` });
  });

  it("names no place and no time: two machines write the same", async () => {
    const text = await read();
    expect(text).not.toContain(ROOT);
    expect(text).not.toMatch(/timestamp|20\d\d-\d\d-\d\d/);
    expect((JSON.parse(text) as Bill).serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });
});

describe("what a package was bundled with itself", () => {
  it("is named under it, as its own notices say", () => {
    const { components } = JSON.parse(readText(`dist/${SBOM}`)) as Bill;
    const prettier = components.find(({ name }) => name === "prettier");
    expect(prettier?.components?.length).toBeGreaterThan(100);
    const file = join(ROOT, "node_modules/prettier/THIRD-PARTY-NOTICES.md");
    expect(existsSync(file)).toBe(true);
    const headings = readFileSync(file, "utf8").match(/^## \S+@\S+$/gm);
    expect(new Set(headings).size).toBe(prettier?.components?.length);
  });
});
