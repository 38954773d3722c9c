// Runs requests through Redocly Respect, which checks every answer against the description that a sandbox serves: status,
// content type and schema. The requests are written as an Arazzo document, the form that Respect reads.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { tempFolder } from "../support/temp.ts";
import { VERIFIER_COMMANDS } from "../support/verifiers.ts";

const REDOCLY = join(VERIFIER_COMMANDS, "redocly");

export interface Step {
  operationId: string;
  status: number;
  path?: Record<string, Json>;
  query?: Record<string, Json>;
  body?: JsonObject;
  /** The body, sent as a form. */
  form?: JsonObject;
  /** The body, sent as multipart/form-data. */
  parts?: JsonObject;
  /** The Authorization header; null for none. */
  auth?: string | null;
  /** A name for later steps: `$steps.NAME.outputs.FIELD` in their texts is that field of this one's answer. */
  name?: string;
  /** Field to the pointer of its value. */
  keep?: Record<string, string>;
}

export interface RespectReport {
  /** The number of checks. */
  checks: number;
  /** Those that failed, as `step: check: message`. */
  failures: string[];
}

/** Sends the steps in order to `url`, whose description is `description`. */
export async function respect(
  url: string,
  description: JsonObject,
  steps: readonly Step[],
): Promise<RespectReport> {
  const folder = tempFolder();
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(description));
  writeFileSync(join(folder, "arazzo.json"), JSON.stringify(writeArazzo(steps)));
  const args = ["respect", "arazzo.json", "-S", `api=${url}`, "-J", "out.json"];
  // What `$file` of a step may name.
  writeFileSync(join(folder, "c.md"), "c");
  // It exits with 1 if a check fails; its report lists the failures.
  await new Promise<void>((resolve) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    execFile(REDOCLY, args, { cwd: folder, env }, () => resolve());
  });
  return readReport(readFileSync(join(folder, "out.json"), "utf8"));
}

function writeArazzo(steps: readonly Step[]): JsonObject {
  return {
    arazzo: "1.0.1",
    info: { title: "Every operation of the sandbox", version: "1.0.0" },
    sourceDescriptions: [{ name: "api", type: "openapi", url: "openapi.json" }],
    workflows: [{ workflowId: "all", steps: steps.map(writeStep) }],
  };
}

function writeStep(step: Step, index: number): JsonObject {
  const {
    operationId,
    status,
    path = {},
    query = {},
    body,
    form,
    parts,
    auth = "Bearer sandbox-key",
    name,
    keep = {},
  } = step;
  const parametersIn = (place: string, values: Record<string, Json>): JsonObject[] =>
    Object.entries(values).map(([name, value]) => ({ in: place, name, value }));
  const payload = body ?? form ?? parts;
  const ofForm = parts ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const contentType = form || parts ? ofForm : "application/json";
  return {
    stepId: name ?? `${operationId}-${status}-${index}`,
    operationId: `$sourceDescriptions.api.${operationId}`,
    parameters: [
      ...(auth === null ? [] : parametersIn("header", { Authorization: auth })),
      ...parametersIn("path", path),
      ...parametersIn("query", query),
    ],
    ...(payload ? { requestBody: { contentType, payload } } : {}),
    successCriteria: [{ condition: `$statusCode == ${status}` }],
    outputs: Object.fromEntries(
      Object.entries(keep).map(([field, pointer]) => [field, `$response.body#${pointer}`]),
    ),
  };
}

interface Report {
  files: Record<
    string,
    {
      executedWorkflows: {
        executedSteps: {
          stepId: string;
          checks: { name: string; passed: boolean; message: string }[];
        }[];
      }[];
    }
  >;
}

function readReport(text: string): RespectReport {
  const { files } = JSON.parse(text) as Report;
  const checks = Object.values(files)
    .flatMap(({ executedWorkflows }) => executedWorkflows)
    .flatMap(({ executedSteps }) => executedSteps)
    .flatMap(({ stepId, checks }) => checks.map((check) => ({ stepId, ...check })));
  return {
    checks: checks.length,
    failures: checks
      .filter(({ passed }) => !passed)
      .map(({ stepId, name, message }) => `${stepId}: ${name}: ${message}`),
  };
}
