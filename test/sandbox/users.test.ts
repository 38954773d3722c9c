import { describe, expect, it } from "vitest";
import { start } from "./support.ts";

const user = { email: "Ann@Example.com", username: "ann" };

describe("POST /users", () => {
  it("answers the user with what was sent, and never the password", async () => {
    const { call } = await start({ clock: () => new Date(0) });
    const { status, body } = await call("POST", "/users", {
      ...user,
      firstName: "Ann",
      defaultRoles: ["AI BI User"],
      externalId: "x-1",
      isAdmin: true,
      isExternal: null,
      picture: null,
      password: "secret",
      settings: { locale: "en" },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 2,
      email: "Ann@Example.com",
      username: "ann",
      isAdmin: true,
      notifications: {},
      aliases: [],
      tosAccepted: {},
      defaultRoles: ["AI BI User"],
      externalId: "x-1",
      firstName: "Ann",
      isDeactivated: false,
      settings: { locale: "en" },
      createdAt: "1970-01-01T00:00:00.000Z",
      updatedAt: "1970-01-01T00:00:00.000Z",
    });
  });

  it("needs no more than email and username", async () => {
    const { call } = await start();
    const { status, body } = await call("POST", "/users", user);
    expect([status, body.id, body.isAdmin, body.defaultRoles]).toEqual([200, 2, false, []]);
    expect(body).not.toHaveProperty("firstName");
    expect((await call("POST", "/users", { email: "b@c.d", username: "b" })).body.id).toBe(3);
  });

  it.each<[string, unknown, string]>([
    ["no body", undefined, "email is required; username is required"],
    ["no email", { username: "a" }, "email is required"],
    ["no username", { email: "a@b.c" }, "username is required"],
    ["an email that is none", { email: "ann", username: "a" }, "email must be an email address"],
    ["an email of two", { email: "a@b@c", username: "a" }, "email must be an email address"],
    ["an email that is blank", { email: " ", username: "a" }, "email must be an email address"],
    ["an email of another type", { email: 1, username: "a" }, "email must be string"],
    ["an email of null", { email: null, username: "a" }, "email must be string"],
    [
      "a username that is blank",
      { email: "a@b.c", username: " " },
      "username must be a name that is not blank",
    ],
    ["roles that are no list", { ...user, defaultRoles: "Admin" }, "defaultRoles must be array"],
    ["a role that is no text", { ...user, defaultRoles: [1] }, "defaultRoles[0] must be string"],
    ["an isAdmin that is no boolean", { ...user, isAdmin: "yes" }, "isAdmin must be boolean"],
    ["settings that are no object", { ...user, settings: [] }, "settings must be object"],
  ])("answers 400 for %s", async (_, body, message) => {
    const { call } = await start();
    const answer = await call("POST", "/users", body as never);
    expect([answer.status, answer.body.error]).toEqual([400, message]);
    expect((await call("GET", "/api/scim/v2/Users")).body.totalResults).toBe(1);
  });

  it("answers 409 without a code for an email or a username that is taken, in whatever case", async () => {
    const { call } = await start();
    await call("POST", "/users", user);
    const email = await call("POST", "/users", { email: "ANN@example.com", username: "other" });
    expect([email.status, email.body]).toEqual([
      409,
      { error: "A user with the email ANN@example.com already exists" },
    ]);
    const name = await call("POST", "/users", { email: "other@example.com", username: "Ann" });
    expect([name.status, name.body]).toEqual([409, { error: "A user with the username Ann already exists" }]);
  });

  it("answers 403 for a key scoped to deployments and for a role below Admin", async () => {
    const { call } = await start({
      seed: {
        apiKeys: [
          { key: "scoped", deployments: [1] },
          { key: "developer", role: "AI BI Developer" },
        ],
      },
    });
    const scoped = await call("POST", "/users", user, "Bearer scoped");
    expect([scoped.status, scoped.body.error]).toEqual([403, "The API key is scoped to deployments"]);
    const developer = await call("POST", "/users", user, "Bearer developer");
    expect([developer.status, developer.body.error]).toEqual([
      403,
      "The role Admin or higher is required to create a user",
    ]);
  });
});

describe("GET /users/me", () => {
  const seed = {
    users: [{ id: 7, email: "bo@example.com", firstName: "Bo", lastLogin: "2026-01-01T00:00:00.000Z" }],
    apiKeys: [{ key: "bo", userId: 7, deployments: [1] }],
  };

  it("answers whom the key belongs to, the sandbox's own user by default", async () => {
    const { call } = await start({ seed });
    expect((await call("GET", "/users/me")).body).toMatchObject({
      id: 1,
      email: "sandbox@example.com",
      username: "sandbox",
      isAdmin: true,
    });
    expect((await call("GET", "/users/me", undefined, "Bearer bo")).body).toMatchObject({
      id: 7,
      email: "bo@example.com",
      username: "bo@example.com",
      firstName: "Bo",
      lastLogin: "2026-01-01T00:00:00.000Z",
    });
    expect((await call("GET", "/users/me", undefined, "Bearer no")).status).toBe(401);
  });

  it("is the owner of what is created", async () => {
    const { call } = await start({ seed });
    const { body } = await call("PUT", "/deployments/1/workbooks/by-slug/a", {}, "Bearer bo");
    expect(body.user).toEqual({ id: 7, email: "bo@example.com", firstName: "Bo", picture: null });
    expect([body.userId, body.createdBy]).toEqual([7, 7]);
  });
});

describe("schemes", () => {
  it("are both accepted, or only the one that a key asks for", async () => {
    const { call } = await start({
      seed: {
        apiKeys: [
          { key: "b", scheme: "bearer" },
          { key: "a", scheme: "api-key" },
        ],
      },
    });
    const status = async (header: string) => (await call("GET", "/users/me", undefined, header)).status;
    expect([await status("Bearer b"), await status("Api-Key b")]).toEqual([200, 401]);
    expect([await status("Bearer a"), await status("Api-Key a")]).toEqual([401, 200]);
  });
});
