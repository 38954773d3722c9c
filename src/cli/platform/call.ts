// boardwright call: any operation that the served description names, checked against it before anything is sent.

import type { ErrorObject } from "ajv/dist/2020.js";
import {
  didYouMean,
  isObject,
  type Json,
  type JsonObject,
  UsageError,
  UserError,
  valueAt,
} from "../../model/index.ts";
import {
  type BodyType,
  type DescribedOperation,
  type DescriptionPath,
  FORM,
  follow,
  listOperations,
  parametersOf,
  type WireDescription,
} from "../../platform/index.ts";
import type { Declaration } from "../declaration.ts";
import type { GlobalFlags } from "../flags.ts";
import { collect } from "../option-values.ts";
import { withRemote } from "../remote.ts";
import { printAnswer } from "./answer.ts";
import { readBody, readPairs } from "./body.ts";

// Values held against the schemas of a served description, before anything is sent.

/** What is wrong with a value, in words that begin with `name`; empty if nothing is. */
type SchemaCheck = (schema: DescriptionPath, value: Json, name: string) => string[];

async function openSchemaCheck(description: WireDescription): Promise<SchemaCheck> {
  const { default: ajv2020 } = await import("ajv/dist/2020.js");
  // The description is not the user's: what ajv would find unusual in it does not matter here.
  const lenient = { strict: false, validateFormats: false, validateSchema: false, logger: false } as const;
  const ajv = new ajv2020.Ajv2020({ allErrors: true, ...lenient });
  ajv.addSchema({ $id: "description", ...description }, "description");
  return (schema, value, name) => {
    const tokens = schema.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1")));
    const validate = ajv.compile({ $ref: `description#/${tokens.join("/")}` });
    return validate(value) ? [] : problemsOf(validate.errors ?? [], name);
  };
}

function problemsOf(errors: readonly ErrorObject[], name: string): string[] {
  const problems = errors
    // These only sum up what the other errors say.
    .filter(({ keyword }) => !["anyOf", "oneOf", "if", "$ref"].includes(keyword) || errors.length === 1)
    // A nullable value could also be null, which does not help; of one that is null and may not be, nothing else is reported.
    .filter((error, _, all) => !isNullBranch(error) || !all.some((other) => isBesideNull(error, other)))
    .map(
      ({ instancePath, message, params }) =>
        `${name}${instancePath.replaceAll("/", ".")} ${message}${more(params)}`,
    );
  return [...new Set(problems)];
}

function isNullBranch({ keyword, params }: ErrorObject): boolean {
  return keyword === "type" && params.type === "null";
}

/** What is wrong with the same value, or with something in it. */
function isBesideNull({ instancePath }: ErrorObject, other: ErrorObject): boolean {
  return !isNullBranch(other) && `${other.instancePath}/`.startsWith(`${instancePath}/`);
}

function more(params: JsonObject): string {
  if (Array.isArray(params.allowedValues)) return `: ${params.allowedValues.join(", ")}`;
  return typeof params.additionalProperty === "string" ? `: ${params.additionalProperty}` : "";
}

/**
 * Holds what was typed against a schema: the text itself, the number, truth value or null that it spells, and a list of these.
 * Any of them may fit. If none does, the problems are those of the one that is of the right kind.
 */
function checkText(
  check: SchemaCheck,
  schema: DescriptionPath,
  texts: readonly string[],
  name: string,
): string[] {
  const [first = ""] = texts;
  const values = [
    ...(texts.length === 1 ? meanings(first) : []),
    [...texts],
    texts.map((text) => meanings(text).at(-1)!),
  ];
  const found = values.map((value) => check(schema, value, name));
  if (found.some((problems) => problems.length === 0)) return [];
  const sharp = found.map((problems) => problems.filter((problem) => !IS_ABOUT_KIND.test(problem)));
  return sharp.find((problems) => problems.length > 0) ?? found[0] ?? [];
}

const IS_ABOUT_KIND = / must be (string|number|integer|boolean|object|array|null)(,\w+)*$/;

function meanings(text: string): Json[] {
  const spelled = /^(-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null)$/.test(text)
    ? [JSON.parse(text) as Json]
    : [];
  return [text, ...spelled];
}

interface CallFlags extends GlobalFlags {
  param?: string[];
  data?: string;
}

export const command: Declaration = {
  arguments: { operation: "its operation id, as `spec` lists it" },
  options: [
    ["--param <pair>", "a parameter, name=value (repeatable)", collect],
    ["-d, --data <body>", "the body: JSON, @FILE, or - for standard input"],
  ],
  examples: [
    "boardwright call getWorkbooks --param deploymentId=12",
    "boardwright call upsertWorkbookBySlug --param deploymentId=12 --param slug=revenue -d @workbook.json",
  ],
  async run(terminal, [wanted = ""], flags: CallFlags) {
    const given = readPairs("--param", flags.param);
    const body = flags.data === undefined ? undefined : await readBody(terminal, flags.data);
    return withRemote(terminal, flags, async ({ platform }) => {
      const description = await platform.readDescription();
      const operation = findOperation(listOperations(description, platform.url), wanted);
      const check = await openSchemaCheck(description);
      checkSecurity(description, operation);
      const { path, ...request } = readCallInput({ description, operation, given, body, check });
      const { method } = operation;
      const sent = { ...request, ...(body !== undefined && { body }) };
      const answer = await platform.request(method, path, sent);
      return printAnswer(terminal, flags, answer, `${wanted} (${method} ${path})`);
    });
  },
};

function findOperation(operations: readonly DescribedOperation[], wanted: string): DescribedOperation {
  const found = operations.find(({ id }) => id === wanted);
  if (found) return found;
  const ids = operations.map(({ id }) => id).filter((id) => id !== "");
  const guess = didYouMean(wanted, ids).trim();
  throw new UserError(`the API description has no operation ${JSON.stringify(wanted)}`, {
    details: [...(guess ? [guess] : []), "`boardwright spec` lists what it has."],
  });
}

// The parameters and the body of a described operation, checked against the description: all that is wrong is said at once.

interface CallInput {
  /** Below the platform's address, filled in. */
  path: string;
  query: Record<string, string[]>;
  /** How the body is sent. */
  bodyAs: BodyType;
  /** The media types of the described successes; absent if none is described. */
  accept?: string;
}

interface Given {
  description: WireDescription;
  operation: DescribedOperation;
  /** The parameters: name → values. */
  given: ReadonlyMap<string, readonly string[]>;
  body: Json | undefined;
  check: SchemaCheck;
}

/** Throws a UsageError that lists everything that does not fit. */
function readCallInput({ description, operation, given, body, check }: Given): CallInput {
  const parameters = parametersOf(description, operation);
  const names = parameters.map(({ name }) => name);
  const problems = [...given.keys()]
    .filter((name) => !names.includes(name))
    .map((name) => `It has no parameter ${name}.${didYouMean(name, names)}`);
  for (const { name, required, schema, in: place } of parameters) {
    const values = given.get(name);
    if (values === undefined) {
      if (required) problems.push(`The ${place} parameter ${name} is required: --param ${name}=…`);
      continue;
    }
    if (place === "header" || place === "cookie") problems.push(`${name} is a ${place}, which is not sent.`);
    if (place === "path" && (values.length > 1 || /^\.{0,2}$/.test(values[0]!)))
      problems.push(`${name} is one part of the path, and not empty or dots.`);
    if (schema) problems.push(...checkText(check, schema, values, name));
  }
  const bodyAt = findBody(description, operation);
  problems.push(...checkBody(bodyAt, body, check));
  if (problems.length > 0) {
    const takes = parameters.map(({ name, required }) => (required ? name : `[${name}]`)).join(", ");
    throw new UsageError(`${operation.id} cannot be called like this; nothing was sent`, [
      ...problems,
      `${operation.method} ${operation.fullPath} takes ${takes || "no parameters"}.`,
    ]);
  }
  const inQuery = parameters.filter((parameter) => parameter.in === "query" && given.has(parameter.name));
  const accept = acceptOf(description, operation);
  return {
    bodyAs: bodyAt?.as ?? "application/json",
    ...(accept !== "" && { accept }),
    path: operation.fullPath.replace(/\{([^{}]*)\}/g, (_, name: string) =>
      encodeURIComponent(given.get(name)?.[0] ?? ""),
    ),
    query: Object.fromEntries(
      inQuery.map(({ name, joined }) => {
        const values = [...given.get(name)!];
        return [name, joined ? [values.join(",")] : values];
      }),
    ),
  };
}

interface BodyPlace {
  required: boolean;
  /** All that are described. */
  types: readonly string[];
  /** The one that is sent; undefined if none of them can be. */
  as?: BodyType;
  schema?: DescriptionPath;
}

/** JSON before a form; undefined if no body is described. */
function findBody(description: WireDescription, { place }: DescribedOperation): BodyPlace | undefined {
  const at = follow(description, [...place, "requestBody"]);
  if (!at || !isObject(at.value)) return undefined;
  const { content } = at.value;
  const types = isObject(content) ? Object.keys(content) : [];
  const body = { required: at.value.required === true, types };
  const json = types.find((type) => /^application\/([\w.-]+\+)?json\b/i.test(type));
  const type = json ?? types.find((each) => each.toLowerCase().startsWith(FORM));
  if (type === undefined) return body;
  const schema = follow(description, [...at.place, "content", type, "schema"])?.place;
  return { ...body, as: type === json ? "application/json" : FORM, ...(schema && { schema }) };
}

function checkBody(at: BodyPlace | undefined, body: Json | undefined, check: SchemaCheck): string[] {
  if (at === undefined) return body === undefined ? [] : ["It takes no body: leave -d out."];
  if (body === undefined) return at.required ? ["It needs a body: -d BODY."] : [];
  if (at.as === undefined) {
    const types = at.types.join(" or ");
    return types === "" ? [] : [`Its body is ${types}; -d sends JSON, or a JSON object as a form.`];
  }
  if (at.as === FORM && !isObject(body))
    return ["Its body is a form: -d takes a JSON object with its fields."];
  return at.schema ? check(at.schema, body, "body") : [];
}

function acceptOf(description: WireDescription, { place }: DescribedOperation): string {
  const at = follow(description, [...place, "responses"]);
  if (!at || !isObject(at.value)) return "";
  const types = Object.keys(at.value)
    .filter((status) => status.startsWith("2"))
    .map((status) => follow(description, [...at.place, status, "content"])?.value)
    .flatMap((content) => (isObject(content) ? Object.keys(content) : []));
  return [...new Set(types)].join(", ");
}

// The credential that a described operation wants: the API key is sent only to operations whose description accepts it.

/**
 * Throws a UserError for an operation that takes other credentials only. The platform's own are those of the whole description,
 * or, if it names none, a bearer. An operation that requires nothing is fine (OpenAPI 3.1, "Security Requirement Object").
 */
function checkSecurity(description: WireDescription, operation: DescribedOperation): void {
  const { id, method, place, fullPath } = operation;
  const wanted = readRequirements(valueAt(description, [...place, "security"]));
  const usual = readRequirements(description.security).flat();
  const isOurs = (name: string): boolean =>
    usual.length > 0 ? usual.includes(name) : isBearer(description, name);
  if (wanted.length === 0 || wanted.some((names) => names.every(isOurs))) return;
  const schemes = [...new Set(wanted.flat().filter((name) => !isOurs(name)))].join(" or ");
  throw new UserError(`${id} takes a credential other than the API key; nothing was sent`, {
    details: [
      `${method} ${fullPath} takes ${schemes}.`,
      /meta/i.test(schemes)
        ? "`boardwright deployments token` issues a metadata token; send that with a client of your own."
        : "`boardwright api` sends the API key wherever you tell it to, here too.",
    ],
  });
}

/** Each is a list of schemes that are needed together. */
function readRequirements(security: Json | undefined): string[][] {
  return Array.isArray(security) ? security.filter(isObject).map((each) => Object.keys(each)) : [];
}

function isBearer(description: WireDescription, name: string): boolean {
  const scheme = valueAt(description, ["components", "securitySchemes", name]);
  return isObject(scheme) && scheme.type === "http" && /^bearer$/i.test(String(scheme.scheme));
}
