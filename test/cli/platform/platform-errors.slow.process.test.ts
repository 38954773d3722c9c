// What a platform, or whatever stands before it, can answer: told in three parts (what was tried, what came back, what to do
// next), exit 1, and the credential is in none of it.
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createSandbox } from "../../../src/sandbox/index.ts";
import { begin, type Ran } from "../../support/command.ts";
import { tempFolder } from "../../support/temp.ts";
import { projectFile, run, type StandingBy, standBy, TOKEN, WORKBOOK } from "../server.ts";

const COMMANDS = [
  ["plan", "--verbose"],
  ["apply", "--yes", "--json"],
];

function projectAt(url: string): string {
  return tempFolder({ "boardwright.yaml": projectFile(url), "dashboards/x.yaml": WORKBOOK });
}

function runAll(url: string, env: Record<string, string> = {}): Promise<Ran[]> {
  const folder = projectAt(url);
  return Promise.all(COMMANDS.map((command) => run(folder, command, env)));
}

/** stderr has all of the words; with --json, stdout has the same error. */
function expectError(all: readonly Ran[], words: readonly string[], code = 1): void {
  for (const [index, ran] of all.entries()) {
    for (const part of words) expect(ran.stderr).toContain(part);
    expect(ran.code).toBe(code);
    if (!COMMANDS[index]!.includes("--json")) expect(ran.stdout).toBe("");
    else {
      const { error } = JSON.parse(ran.stdout) as { error: { message: string; details: string[] } };
      expect(ran.stderr).toContain(`error: ${error.message}\n`);
      for (const line of error.details) expect(ran.stderr).toContain(line);
    }
  }
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": type, "x-request-id": "req-81f2" }).end(body);
}

const JSON_TYPE = "application/json";
const LIST = "GET URL/api/v1/deployments/12/workbooks";
const ANSWERS: readonly (readonly [string, RequestListener, readonly string[]])[] = [
  [
    "401: the credential is wrong, and the platform says it back",
    (request, response) =>
      send(response, 401, JSON_TYPE, JSON.stringify({ message: `no: ${request.headers.authorization}` })),
    [
      "the platform did not accept the credential (401)",
      "GET URL/api/v1/spec   request req-81f2",
      '"no: Api-Key ***"',
      "The key is that of PLATFORM_API_KEY",
    ],
  ],
  [
    "403: the key is scoped to other deployments",
    (_, response) => send(response, 403, JSON_TYPE, '{"message":"Forbidden resource"}'),
    [
      "the platform refused to list the workbooks of deployment 12 (403)",
      LIST,
      '"Forbidden resource"',
      "the key may be scoped to other deployments",
    ],
  ],
  [
    "404 of everything",
    (_, response) => send(response, 404, JSON_TYPE, '{"message":"Not Found"}'),
    ["could not list the workbooks of deployment 12", LIST, '"Not Found"', "deployment 12 may not exist"],
  ],
  [
    "a web page",
    (_, response) => send(response, 200, "text/html", "<!doctype html><title>App</title>"),
    [
      "could not list the workbooks of deployment 12",
      LIST,
      "there is no such operation at this address",
      "check that 127.0.0.1",
    ],
  ],
  [
    "JSON that breaks off",
    (_, response) => send(response, 200, JSON_TYPE, '{"data":[{"id":1,'),
    ["the JSON of the answer is cut off, malformed or nested deeper than 4000 levels", LIST, "Run it again."],
  ],
  [
    "text that says the credential back",
    (request, response) => send(response, 200, "text/plain", `hello ${request.headers.authorization}`),
    ["the answer is not JSON", LIST, '"hello Bearer ***"', "is the platform and not a proxy or a login page"],
  ],
  [
    "JSON that is no list",
    (_, response) => send(response, 200, JSON_TYPE, "{}"),
    ["the answer is not a list", LIST, "is the platform"],
  ],
  [
    "nothing",
    (_, response) => send(response, 200, JSON_TYPE, ""),
    ["the answer is not a list", LIST, "is the platform"],
  ],
  [
    "a redirect to another host",
    (_, response) => response.writeHead(302, { location: "https://elsewhere.example/login" }).end(),
    [
      "the platform redirects to https://elsewhere.example",
      LIST,
      "The credential is never sent to another address: use one that does not redirect. The `url` of the target live",
    ],
  ],
  [
    "a status nobody knows, with words that would steer a terminal",
    (_, response) => send(response, 418, JSON_TYPE, JSON.stringify({ message: ["a\u001b[31m", { b: "c" }] })),
    ["the platform rejected the request to list the workbooks of deployment 12 (418)", LIST, "[31m; b: c"],
  ],
];

const hostOf = (url: string): string => new URL(url).host;

// Ten attempts take their time: they are under way while the other tests run, and looked at in the last.
let repeated: Promise<{ refused: string; closed: string; whenRefused: Ran[]; whenClosed: Ran[] }>;
let closing: StandingBy;
beforeAll(async () => {
  const gone = await standBy();
  gone.close();
  closing = await standBy((request) => request.socket.destroy());
  const start = (url: string): Promise<Ran[]> => {
    const folder = tempFolder({ "boardwright.yaml": projectFile(url) });
    return Promise.all(COMMANDS.map((command) => run(folder, command)));
  };
  repeated = Promise.all([start(gone.url), start(closing.url)]).then(([whenRefused, whenClosed]) => {
    return { refused: gone.url, closed: closing.url, whenRefused, whenClosed };
  });
});
afterAll(() => closing.close());

describe("a platform that answers", () => {
  it.each(ANSWERS)("%s", async (_, answer, words) => {
    const server = await standBy(answer);
    onTestFinished(server.close);
    const all = await runAll(server.url);
    expectError(
      all,
      words.map((part) => part.replace("URL", server.url)),
    );
    for (const { stderr } of all) expect(stderr).not.toContain("\u001b");
    expect(server.requests.filter((request) => !request.startsWith("GET "))).toEqual([]);
  });
});

describe("the sandbox", () => {
  it("answers a wrong key, a scoped key and an unknown deployment as the platform does", async () => {
    const keys = [{ key: TOKEN, deployments: [1] }];
    const sandbox = await createSandbox({ seed: { deployments: [{ id: 1 }, { id: 12 }], apiKeys: keys } });
    onTestFinished(() => sandbox.close());
    expectError(await runAll(sandbox.url), ["(403)", "the key may be scoped to other deployments"]);
    const folder = projectAt(sandbox.url);
    const none = ["plan", "--deployment", "99"];
    const missing = await run(folder, none, { PLATFORM_API_KEY: sandbox.apiKey });
    expect(missing.stderr).toContain("deployment 99 does not exist");
    expect(missing.code).toBe(1);
    const wrong = await run(folder, ["plan"], { PLATFORM_API_KEY: "wrong-key" });
    expect(wrong.stderr).toContain("Bearer and Api-Key were both tried");
    expect(wrong.code).toBe(1);
    expect(sandbox.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

describe("a platform that is not reached", () => {
  it("because its name is unknown", async () => {
    expectError(await runAll("https://no-such-host.invalid"), [
      "there is no host no-such-host.invalid",
      "GET https://no-such-host.invalid/api/v1/spec",
      "Check the spelling of the address",
    ]);
  });

  const openssl = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost"];
  let canSign = true;
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
  } catch {
    canSign = false;
    console.log("openssl is not on this machine: the test of a self-signed certificate is skipped.");
  }
  it.skipIf(!canSign)("because its certificate is nobody's", async () => {
    const folder = tempFolder();
    execFileSync("openssl", [...openssl, "-keyout", "key.pem", "-out", "cert.pem"], {
      cwd: folder,
      stdio: "ignore",
    });
    const requests: string[] = [];
    const server = createServer(
      { key: readFileSync(join(folder, "key.pem")), cert: readFileSync(join(folder, "cert.pem")) },
      (request, response) => {
        requests.push(request.url ?? "");
        response.end();
      },
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expectError(await runAll(url), [
      "no secure connection to 127.0.0.1",
      `GET ${url}/api/v1/spec`,
      "NODE_EXTRA_CA_CERTS",
    ]);
    expect(requests).toEqual([]);
  });

  it("because TLS is spoken where it is not", async () => {
    const server = await standBy();
    onTestFinished(server.close);
    const url = server.url.replace("http:", "https:");
    expectError(await runAll(url), ["no secure connection to 127.0.0.1", `GET ${url}/api/v1/spec`]);
    expect(server.requests).toEqual([]);
  });
});

describe("nothing is sent", () => {
  it.each([
    [
      "without a credential",
      { PLATFORM_API_KEY: "" },
      ["there is no credential for live (URL)", "Set PLATFORM_API_KEY"],
    ],
    [
      "with a credential that is none",
      { PLATFORM_API_KEY: "two words" },
      ["the credential contains characters that no API key has", "Set PLATFORM_API_KEY"],
    ],
    [
      "with a scheme that is none",
      { PLATFORM_AUTH_SCHEME: "basic" },
      ['PLATFORM_AUTH_SCHEME is "basic"', "`bearer` or `api-key`"],
    ],
    [
      "to an address without TLS",
      { PLATFORM_API_URL: "http://acme.example.com" },
      ["http://acme.example.com is not https", "The credential would travel unencrypted."],
    ],
    [
      "to an address with a password",
      { PLATFORM_API_URL: `https://me:${TOKEN}@acme.example.com` },
      ["the address of acme.example.com contains a user name or password"],
    ],
    ["to what is no address", { PLATFORM_API_URL: "acme" }, ['"acme" is not the address of a platform']],
  ])("%s", async (_, env, words) => {
    const server = await standBy();
    onTestFinished(server.close);
    const all = await runAll(server.url, env as Record<string, string>);
    expectError(
      all,
      words.map((part) => part.replace("URL", server.url)),
    );
    expect(server.requests).toEqual([]);
  });
});

describe("Ctrl-C while a platform is waited for", () => {
  it.each([["plan"], ["apply", "--yes"]])("ends %s at once, with 130", async (...command) => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const server = await standBy(() => answer());
    onTestFinished(server.close);
    const env = { PLATFORM_API_KEY: TOKEN };
    const { interrupt, ended } = begin(command, { cwd: projectAt(server.url), env });
    await asked;
    interrupt();
    const { code, stderr } = await ended;
    expect(stderr).toContain("could not read the API description of the deployment: interrupted");
    expect(code).toBe(130);
  });
});

describe("requests that are repeated", () => {
  it("because nobody listens, or the connection breaks: said with --verbose, and told in the end", async () => {
    const { refused, closed, whenRefused, whenClosed } = await repeated;
    expectError(whenRefused, [
      `${hostOf(refused)} refused the connection, after `,
      `GET ${refused}/api/v1/spec`,
      `Nothing listens at ${hostOf(refused)}. The \`url\` of the target live sets this address`,
    ]);
    expectError(whenClosed, [
      "could not read the API description of the deployment: the connection broke",
      `GET ${closed}/api/v1/spec`,
      "after 10 attempts",
      "Run it again",
    ]);
    // Ten, or fewer where the next delay, of 5 s at most, would have gone beyond the 15 s of contract 7.
    for (const { stderr } of whenRefused) {
      const [, attempts, seconds] = /, after (\d+) attempts in (\d+) s/.exec(stderr) ?? [];
      expect(Number(attempts) === 10 || (Number(attempts) < 10 && Number(seconds) >= 10), stderr).toBe(true);
      expect(Number(seconds)).toBeLessThanOrEqual(15);
    }
    for (const all of [whenRefused, whenClosed]) {
      for (const [index, { stderr }] of all.entries()) {
        const told = stderr.match(/ trying again (in|for up to) \d+/g) ?? [];
        // A port that nothing listens on is said once: it may be the wrong one, and trying again takes a while.
        const most = COMMANDS[index]!.includes("--verbose") ? 9 : Number(all === whenRefused);
        expect(told.length > 0, stderr).toBe(most > 0);
        expect(told.length).toBeLessThanOrEqual(most);
      }
    }
  });
});
