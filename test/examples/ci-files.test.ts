// The pipelines of examples/ci: what their CI systems would say of them, what the documentation shows, and who gets which key.
// ci-runs.process.test.ts runs their scripts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readText } from "../support/documents.ts";
import { wrongWithJenkinsfile } from "./jenkinsfile.ts";
import { PIPELINES } from "./pipelines.ts";

const SHARED = new URL("../../../shared/verify/", import.meta.url);
/** The published schema of each file, by its name in ../shared/verify, and a change that it has to refuse. */
const SCHEMAS: Record<string, { schema: string; spoil: (text: string) => string }> = {
  ".gitlab-ci.yml": {
    schema: "gitlab-ci.json",
    spoil: (text) => text.replace("auto_stop_in", "auto_stop_on"),
  },
  "azure-pipelines.yml": {
    schema: "azure-pipelines.json",
    spoil: (text) => text.replace("timeoutInMinutes", "timeoutInHours"),
  },
  "bitbucket-pipelines.yml": {
    schema: "bitbucket-pipelines.json",
    spoil: (text) => text.replace("trigger: manual", "trigger: sometimes"),
  },
};
const files = Object.keys(PIPELINES);

describe("examples/ci", () => {
  it("has a reader for each pipeline", () => {
    expect(readdirSync(new URL("../../examples/ci/", import.meta.url)).sort()).toEqual([...files].sort());
  });

  it("is what docs/ci.md shows, to the letter", () => {
    const page = readText("docs/ci.md");
    for (const file of files) {
      expect(page).toContain(`](../examples/ci/${file})`);
      const shown = [...page.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, body]) => body);
      expect(shown, `${file}: copy it into docs/ci.md`).toContain(readText(`examples/ci/${file}`));
    }
  });
});

describe.each(Object.entries(SCHEMAS))("examples/ci/%s", (file, { schema, spoil }) => {
  const path = new URL(schema, SHARED);
  const isThere = existsSync(path);
  if (!isThere) console.log(`skipped: shared/verify/${schema} is not here`);

  it.skipIf(!isThere)("is what its published schema accepts", () => {
    const { $schema: _, ...published } = JSON.parse(readFileSync(path, "utf8"));
    const options = { strict: false, logger: false, validateFormats: false, unicodeRegExp: false } as const;
    const check = new Ajv(options).compile(published);
    // Azure's schema takes every scalar for a text, as its editor does.
    const read = (text: string) => parse(text, { schema: schema.startsWith("azure") ? "failsafe" : "core" });
    const text = readText(`examples/ci/${file}`);
    check(read(text));
    expect(check.errors).toBe(null);
    expect(spoil(text)).not.toBe(text);
    expect(check(read(spoil(text)))).toBe(false);
  });
});

describe("examples/ci/Jenkinsfile", () => {
  const text = readText("examples/ci/Jenkinsfile");

  it("is a declarative pipeline", () => {
    expect(wrongWithJenkinsfile(text)).toEqual([]);
    for (const [from, to] of [
      ["steps {", "step {"],
      ["stages {", "stagess {"],
      ["sh 'boardwright lint", 'sh "boardwright lint'],
      ["changeRequest()", "changeRequest("],
      ["pipeline {", "pipeline { {"],
    ] as const) {
      expect(text).toContain(from);
      expect(wrongWithJenkinsfile(text.replace(from, to)), to).not.toEqual([]);
    }
  });
});

describe.each(files)("examples/ci/%s", (file) => {
  const keys = ["PLATFORM_READ_KEY", "PLATFORM_PREVIEW_KEY", "PLATFORM_WRITE_KEY"];
  const jenkins = { "platform-read-key": "PLATFORM_READ_KEY", "platform-write-key": "PLATFORM_WRITE_KEY" };
  const jobs = PIPELINES[file]!({ ...Object.fromEntries(keys.map((key) => [key, key])), ...jenkins });
  /** Which key a job's commands see. */
  const keyOf = ({ script, env }: (typeof jobs)[number]) =>
    /PLATFORM_API_KEY="\$(\w+)"/.exec(script)?.[1] ?? env.PLATFORM_API_KEY;

  it("pins the image to a digest", () => {
    const images = readText(`examples/ci/${file}`).match(/ghcr\.io\S+/g) ?? [];
    expect(images.length).toBeGreaterThan(0);
    for (const image of images)
      expect(image).toMatch(/^ghcr\.io\/acme\/boardwright:[\d.]+@sha256:[0-9a-f]{64}'?$/);
  });

  it("gives each job the key that it needs and no other: none to lint, the writing one to apply alone", () => {
    expect(jobs.length).toBeGreaterThan(3);
    for (const job of jobs) {
      const verb = /boardwright\)?"? (\w+)|0{64} (\w+)/.exec(job.script);
      const key = {
        lint: undefined,
        plan: "PLATFORM_READ_KEY",
        drift: "PLATFORM_READ_KEY",
        preview: "PLATFORM_PREVIEW_KEY",
        apply: "PLATFORM_WRITE_KEY",
      }[verb?.[1] ?? verb?.[2] ?? ""];
      expect([job.name, keyOf(job)]).toEqual([job.name, key]);
    }
  });

  it("takes the policy of a request from where it is merged to", () => {
    const requests = jobs.filter(({ script }) => /plan\.html|preview up/.test(script));
    expect(requests.length).toBeGreaterThan(0);
    for (const { script, env } of requests)
      expect(script.includes("BOARDWRIGHT_POLICY=") || "BOARDWRIGHT_POLICY" in env).toBe(true);
  });
});
