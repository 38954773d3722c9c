// The client's traffic, recorded between the real command and the real sandbox, against the description that the sandbox serves:
// paths, parameters and bodies of what is sent, bodies of what comes back.
import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import ajv2020 from "ajv/dist/2020.js";
import { expect, it, onTestFinished } from "vitest";
import { isObject, type Json, type JsonObject } from "../../../src/model/index.ts";
import { boardwright } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";
import { openPlace } from "./platform-place.ts";

interface Exchange {
  method: string;
  path: string;
  query: URLSearchParams;
  sent: string;
  status: number;
  type: string;
  received: string;
}

/** Passes everything on to `target` and keeps it. */
async function recordTo(target: string): Promise<{ url: string; exchanges: Exchange[] }> {
  const exchanges: Exchange[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const sent = await buffer(incoming);
    const { method = "", url = "", headers } = incoming;
    const onward = send(`${target}${url}`, { method, headers }).end(sent);
    const [answer] = await once(onward, "response");
    const received = await buffer(answer);
    const { pathname, searchParams } = new URL(url, target);
    const type = String(answer.headers["content-type"]).split(";")[0]!;
    const texts = { sent: sent.toString(), received: received.toString() };
    exchanges.push({
      method,
      path: pathname,
      query: searchParams,
      status: answer.statusCode,
      type,
      ...texts,
    });
    outgoing.writeHead(answer.statusCode, answer.headers).end(received);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, exchanges };
}

/** What is wrong with an exchange under the description; empty where nothing is. */
function openCheck(description: JsonObject): (exchange: Exchange) => string[] {
  const ajv = new ajv2020.Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    coerceTypes: false,
  });
  ajv.addSchema({ $id: "description", ...description });
  const fits = (schema: Json | undefined, value: Json): string[] => {
    // References inside the schema are to the description.
    const whole = JSON.parse(JSON.stringify(schema ?? {}).replaceAll('"#/', '"description#/')) as JsonObject;
    return ajv.validate(whole, value) ? [] : [ajv.errorsText()];
  };
  const spelled = (text: string): Json =>
    /^(-?\d+|true|false)$/.test(text) ? (JSON.parse(text) as Json) : text;
  const resolve = (value: Json | undefined): JsonObject => {
    if (!isObject(value)) return {};
    if (typeof value.$ref !== "string") return value;
    const at = value.$ref
      .slice(2)
      .split("/")
      .reduce<Json | undefined>((from, key) => (isObject(from) ? from[key] : undefined), description);
    return resolve(at);
  };
  return ({ method, path, query, sent, status, type, received }) => {
    const paths = Object.keys(description.paths as JsonObject);
    // A path without parameters comes before one with them (OpenAPI 3.1, "Path Templating Matching").
    const found = paths
      .sort((a, b) => a.split("{").length - b.split("{").length)
      .map((shape) => ({
        shape,
        match: new RegExp(`^${shape.replace(/\{([^}]+)\}/g, "(?<$1>[^/]+)")}$`).exec(path),
      }))
      .find(
        ({ shape, match }) =>
          match && isObject(((description.paths as JsonObject)[shape] as JsonObject)[method.toLowerCase()]),
      );
    if (!found) return ["the path is not described"];
    const item = (description.paths as JsonObject)[found.shape] as JsonObject;
    const operation = item[method.toLowerCase()] as JsonObject;
    const parameters = [item.parameters, operation.parameters].flatMap((list) =>
      Array.isArray(list) ? list.map(resolve) : [],
    );
    const problems: string[] = [];
    for (const name of query.keys())
      if (!parameters.some((each) => each.in === "query" && each.name === name))
        problems.push(`${name} is not described`);
    for (const { in: place, name, required, schema } of parameters) {
      const text = place === "path" ? found.match!.groups![String(name)] : query.get(String(name));
      if (text === null || text === undefined) {
        if (required === true) problems.push(`${name} is missing`);
        continue;
      }
      const plain = decodeURIComponent(text);
      if (fits(schema, plain).length > 0)
        problems.push(...fits(schema, spelled(plain)).map((each) => `${name}: ${each}`));
    }
    const body = resolve(operation.requestBody);
    const parts = [...sent.matchAll(/^Content-Disposition: form-data; name="(\w+)"/gm)].map(
      ([, name]) => name,
    );
    if (parts.length > 0) {
      const content = isObject(body.content) ? body.content["multipart/form-data"] : undefined;
      const { required = [] } = resolve(isObject(content) ? content.schema : undefined);
      if (String(required) !== String(parts)) problems.push(`the parts are ${parts}`);
    } else if (sent !== "") {
      const schema = isObject(body.content) ? resolve(body.content["application/json"]).schema : undefined;
      problems.push(
        ...(schema === undefined ? ["no body is described"] : fits(schema, JSON.parse(sent) as Json)),
      );
    } else if (body.required === true) problems.push("the body is missing");
    const response = resolve((operation.responses as JsonObject)[String(status)]);
    const answer = isObject(response.content) ? response.content[type] : undefined;
    if (!isObject(answer)) return [...problems, `${status} ${type} is not described`];
    if (type.endsWith("json")) problems.push(...fits(answer.schema, JSON.parse(received) as Json));
    return problems;
  };
}

const PROJECT = {
  "dashboards/a.yaml": [
    "workbooks:",
    "  fresh:",
    "    name: Fresh",
    "    folder: Finance/New",
    "    publish: true",
    "    dashboard:",
    "      title: Fresh",
    "      layout: { cols: { lg: 12 } }",
    "      widgets:",
    "        - { id: a, type: CHART, position: [0, 0, 6, 4], config: { reportId: { $report: by-month } } }",
    "reports:",
    "  by-month: { name: By month, workbook: fresh, query: { measures: [orders.count] } }",
    "",
  ].join("\n"),
};

const COMMANDS = [
  "plan",
  "apply --yes",
  "plan",
  "whoami",
  "deployments list",
  "deployments get 1",
  "deployments versions 1",
  "deployments update 1 --release-channel latest",
  "deployments update 1 --release-channel-version 1.5.9",
  "deployments update 1 --release-channel-version 9.9.9",
  "environments list 1 --type production",
  "data-model branches 1",
  "data-model enable-branch 1 new-metrics",
  "data-model disable-branch 1 new-metrics",
  "data-model enable-branch 1 main",
  "validate 1 --branch new-metrics",
  "validate 1 --dev-mode",
  "data-model create-branch 1 feature/y",
  "data-model dev-mode 1 feature/y",
  "data-model put 1 a.yml -d x",
  "data-model put 1 a.yml -d x --branch main",
  "data-model rename 1 a.yml b.yml",
  "data-model list 1",
  "data-model get 1 b.yml",
  "data-model file-hashes 1",
  "data-model delete 1 b.yml --yes",
  "deploy 1 .",
  "data-model commit 1 --message m",
  "data-model pull 1",
  "data-model merge 1 --branch feature/y",
  "data-model exit-dev-mode 1",
  "data-model merge-to-default 1 --branch feature/y",
  "deployments build-status 1",
  "sync 1 --wait --ref main",
  "sync 1",
  "sync status 1 1",
  "sync result 1 1",
  "sync result 1 2",
  "sync cancel 1 2",
  "sync cancel 1 2",
  "logs 1 --pod api --container c --source dev",
  "users create --email bo@example.com --username bo --role Viewer --admin",
  "users create --email bo@example.com --username bo",
  "audit-logs export --start 2026-01-01 --search bo --event-name X --user-email a@example.com",
  "scim users --count 1 --start-index 2",
  "workbooks list 1",
  "workbooks get 1 revenue",
  "folders list 1",
  "reports list 1",
  "reports get 1 5001",
  "reports get 1 9",
  "deployments get 77",
  "spec",
];

it("the client's traffic is as the served description has it", async () => {
  const place = await openPlace();
  onTestFinished(() => place.sandbox.close());
  const { url, exchanges } = await recordTo(place.sandbox.url);
  const project = `version: 1\nproject: acme\ntargets:\n  live: { url: "${url}", deployment: 1 }\n`;
  const cwd = tempFolder({ ...PROJECT, "boardwright.yaml": project });
  const env = { PLATFORM_API_KEY: place.sandbox.apiKey, XDG_CONFIG_HOME: cwd };
  const run = (...args: string[]) => boardwright(args, { cwd, env });
  const [environment] = JSON.parse((await run("environments", "list", "1", "--json")).stdout) as [
    { id: string },
  ];
  await run(
    "deployments",
    "token",
    "1",
    "--environment",
    environment.id,
    "--security-context",
    "{}",
    "--expires-in",
    "60",
  );
  for (const command of COMMANDS) expect((await run(...command.split(" "))).code, command).toBeLessThan(2);

  const spec = exchanges.find(({ path }) => path === "/api/v1/spec");
  const check = openCheck(JSON.parse(spec!.received) as JsonObject);
  const wrong = exchanges.flatMap((exchange) =>
    check(exchange).map((problem) => `${exchange.method} ${exchange.path}: ${problem}`),
  );
  expect(wrong).toEqual([]);
  // Everything documented was among it, and the check can fail.
  const asked = new Set(
    exchanges.map(({ method, path }) => `${method} ${path.replace(/\d+/g, "N").replace(/N$/, "N")}`),
  );
  expect(asked.size).toBeGreaterThan(20);
  const [first] = exchanges.filter(({ path }) => path.endsWith("/versions"));
  expect(check({ ...first!, received: '{"data":[{}]}' })).toHaveLength(1);
  expect(check({ ...first!, query: new URLSearchParams("nope=1") })).toEqual(["nope is not described"]);
});
