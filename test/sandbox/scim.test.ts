// Sends the same requests to the sandbox and to a third-party reference server, and compares the answers.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SeedUser } from "../../src/sandbox/index.ts";
import { hasVerifiers } from "../support/verifiers.ts";
import { startScimServer } from "./scim-server.ts";
import { start } from "./support.ts";

const AT = "2026-01-01T12:00:00.000Z";
const users: SeedUser[] = [
  { id: 1, email: "ann@example.com", username: "ann", firstName: "Ann", externalId: "x-1" },
  ...Array.from({ length: 24 }, (_, n) => ({ id: n + 2, email: `u${n}@example.com`, username: `u${n}` })),
  { id: 40, email: "gone@example.com", username: "gone", isDeactivated: true },
];

/** The users for the reference server: written from the seed, independently of the sandbox. */
const resources = users.map(({ id, email, username, firstName, externalId, isDeactivated }) => ({
  id: String(id),
  userName: username,
  ...(externalId ? { externalId } : {}),
  ...(firstName ? { name: { givenName: firstName }, displayName: firstName } : {}),
  emails: [{ value: email, type: "work", primary: true }],
  active: isDeactivated !== true,
  meta: { created: AT, lastModified: AT },
}));

describe.skipIf(!hasVerifiers)("GET /api/scim/v2/Users", () => {
  let reference = "";
  let close = async (): Promise<void> => {};

  beforeAll(async () => {
    ({ url: reference, close } = await startScimServer(resources));
  });
  afterAll(() => close());

  /** Both answers, each with its own address replaced. */
  async function both(query: string, authorization: string | null = "Bearer sandbox-key") {
    const { sandbox, call } = await start({ seed: { users }, clock: () => new Date(AT) });
    const path = `/api/scim/v2/Users${query}`;
    const comparable = async (origin: string) => {
      const { status, headers, body } = await call("GET", `${origin}${path}`, undefined, authorization);
      const text = JSON.stringify(body).replaceAll(origin, "ORIGIN");
      return { status, type: headers.get("content-type"), body: JSON.parse(text) };
    };
    return { mine: await comparable(sandbox.url), theirs: await comparable(reference) };
  }

  it.each([
    "",
    "?count=2",
    "?startIndex=3",
    "?startIndex=3&count=4",
    "?startIndex=26&count=5",
    "?count=100",
    "?count=0",
    "?count=-1",
    "?startIndex=0",
    "?startIndex=-5&count=1",
    "?count=x",
    "?startIndex=x&count=2",
    "?count=&startIndex=",
    "?count=1&count=2",
    "?count=1e1",
    "?unknown=1",
  ])("agrees with the reference server on %j", async (query) => {
    const { mine, theirs } = await both(query);
    expect(theirs.status).toBe(200);
    expect(mine).toEqual(theirs);
  });

  it.each(["Bearer sandbox-key", "Api-Key sandbox-key", "Bearer wrong", "Api-Key wrong", null])(
    "agrees with it on the credential %j",
    async (authorization) => {
      const { mine, theirs } = await both("?count=1", authorization);
      expect(theirs.status).toBe(authorization?.endsWith("sandbox-key") ? 200 : 401);
      expect(mine).toEqual(theirs);
    },
  );

  it("answers an empty page past the end, where the reference server begins anew", async () => {
    const { mine, theirs } = await both("?startIndex=27&count=3");
    expect(theirs.body.Resources).toHaveLength(3);
    expect(mine).toEqual({ ...theirs, body: { ...theirs.body, Resources: [] } });
  });

  it("begins at 1 and counts to 20 by default", async () => {
    const { mine } = await both("");
    expect(mine.body).toMatchObject({
      schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
      totalResults: 26,
      startIndex: 1,
      itemsPerPage: 20,
    });
    expect(mine.body.Resources).toHaveLength(20);
  });

  it("refuses in the form of SCIM, whatever refuses", async () => {
    const seed = {
      apiKeys: [
        { key: "scoped", deployments: [1] },
        { key: "bi", role: "AI BI Developer" as const },
      ],
    };
    const refused = async (options: Parameters<typeof start>[0], key: string) => {
      const { call } = await start(options);
      const { status, headers, body } = await call("GET", "/api/scim/v2/Users", undefined, `Bearer ${key}`);
      return [status, headers.get("content-type")?.split(";")[0], body];
    };
    const error = (status: number, detail: string) => [
      status,
      "application/scim+json",
      { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: String(status), detail },
    ];
    expect(await refused({ seed }, "scoped")).toEqual(error(403, "The API key is scoped to deployments"));
    expect(await refused({ seed }, "bi")).toEqual(
      error(403, "The role Admin or higher is required to provision users"),
    );
    expect(await refused({ faults: "503@1" }, "sandbox-key")).toEqual(error(503, "Injected fault: 503"));
  });
});
