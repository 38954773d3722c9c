// Checks bodies against the schemas that GET /api/v1/spec serves, so the description and the behaviour cannot disagree.

import type { Ajv2020, ErrorObject } from "ajv/dist/2020.js";
import type { JsonObject } from "../../model/index.ts";
import { SCHEMAS } from "../description/schemas.ts";
import { Refusal } from "./reply.ts";

/** At most this many problems are listed: the first few show what is wrong. */
const MAX_PROBLEMS = 5;

let validator: Promise<Ajv2020> | undefined;

/**
 * Returns the body, which must match the schema of that name. Throws a 400 Refusal that names the path of each problem:
 * `meta.dashboardDraft.widgets[0].position.x must be integer`.
 */
export async function checkBody(schema: string, body: JsonObject): Promise<JsonObject> {
  validator ??= loadValidator();
  const validate = (await validator).getSchema(`platform#/components/schemas/${schema}`)!;
  if (validate(body)) return body;
  const problems = describeProblems(validate.errors ?? []);
  const more = problems.length > MAX_PROBLEMS ? ` (and ${problems.length - MAX_PROBLEMS} more)` : "";
  throw new Refusal(400, problems.slice(0, MAX_PROBLEMS).join("; ") + more);
}

/** Loaded with the first body: a sandbox that is only read from never needs it. */
async function loadValidator(): Promise<Ajv2020> {
  // The default import: in a bundle, a CommonJS package that is imported dynamically has no named exports.
  const { default: ajv2020 } = await import("ajv/dist/2020.js");
  // Only answers have formats; no body has any.
  const ajv = new ajv2020.Ajv2020({ allErrors: true, strict: false, validateFormats: false, verbose: true });
  ajv.addSchema({ $id: "platform", components: { schemas: SCHEMAS } });
  return ajv;
}

/** A nullable value is checked in two branches; only the errors of the branch that was meant help people. */
function describeProblems(errors: readonly ErrorObject[]): string[] {
  const choice = errors.find(({ keyword, parentSchema }) => keyword === "oneOf" && choiceOf(parentSchema));
  const reported = errors.filter(
    ({ keyword, schemaPath }) => keyword !== "oneOf" && !(choice && schemaPath.includes("/oneOf/")),
  );
  const meaningful = reported.filter(
    (error) =>
      !isNullBranch(error) ||
      !reported.some(
        (other) => other !== error && !isNullBranch(other) && concerns(other, error.instancePath),
      ),
  );
  const chosen = choice ? [`Exactly one of ${choiceOf(choice.parentSchema)} must be given`] : [];
  return [...new Set([...meaningful.map(describeProblem), ...chosen])];
}

/** `a and b` if each branch of the schema's `oneOf` requires one property; undefined for every other oneOf. */
function choiceOf(schema: ErrorObject["parentSchema"]): string | undefined {
  const branches: { required?: string[] }[] = Array.isArray(schema?.oneOf) ? schema.oneOf : [];
  const names = branches.flatMap(({ required }) => (required?.length === 1 ? required : []));
  return names.length > 1 && names.length === branches.length ? names.join(" and ") : undefined;
}

function isNullBranch({ keyword, params }: ErrorObject): boolean {
  return keyword === "type" && params.type === "null";
}

/** Whether the error is about the value at `path` or something inside it. */
function concerns({ instancePath }: ErrorObject, path: string): boolean {
  return instancePath === path || instancePath.startsWith(`${path}/`);
}

function describeProblem({ instancePath, keyword, params, message, parentSchema }: ErrorObject): string {
  const at = readablePath(instancePath);
  if (keyword === "required") return `${at === "" ? "" : `${at}.`}${params.missingProperty} is required`;
  const subject = at === "" ? "the body" : at;
  if (keyword === "enum") {
    const allowed = (params.allowedValues as unknown[]).map((value) => String(value));
    return `${subject} must be one of ${allowed.join(", ")}`;
  }
  if (keyword === "type") return `${subject} must be ${[params.type].flat().join(" or ")}`;
  if (keyword === "exclusiveMinimum") return `${subject} must be above ${params.limit}`;
  // A pattern is for machines: the schema's description of the value is better.
  if (keyword === "pattern" && typeof parentSchema?.description === "string")
    return `${subject} must be ${parentSchema.description[0]!.toLowerCase()}${parentSchema.description.slice(1)}`;
  return `${subject} ${message}`;
}

/** `/meta/dashboardDraft/widgets/0/id` as people write it. */
function readablePath(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce(
      (path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === "" ? part : `${path}.${part}`),
      "",
    );
}
