import { describe, expect, it } from "vitest";
import type { SeedBranch } from "../../src/sandbox/index.ts";
import { start } from "./support.ts";

const branches: SeedBranch[] = [
  { name: "main", environmentId: 31 },
  { name: "b", isStagingEnvironmentEnabled: true, environmentId: 33 },
  { name: "a/1", isStagingEnvironmentEnabled: true, environmentId: 32 },
  { name: "off" },
  { name: "dev-me", viewed: true, environmentId: 34 },
  { name: "dev-away" },
];

describe("GET …/environments", () => {
  it("has one production environment in an empty sandbox", async () => {
    const { at, sandbox } = await start();
    expect((await at("GET", "/environments")).body).toEqual({
      data: {
        environments: [
          {
            id: "2001",
            name: "production",
            type: "production",
            branch: "main",
            api_credentials: {
              rest: { url: `${sandbox.url}/hosts/1/data-api` },
              sql: { host: "127.0.0.1", port: 15432 },
            },
          },
        ],
      },
      pagination: { offset: 0, limit: 20, total: 1 },
    });
  });

  it("has the enabled branches as staging, and what somebody looks at as development", async () => {
    const { at } = await start({ seed: { branches } });
    const { environments } = (await at("GET", "/environments")).body.data;
    expect(environments.map(({ id, type, branch }: Record<string, string>) => [id, type, branch])).toEqual([
      ["31", "production", "main"],
      ["32", "staging", "a/1"],
      ["33", "staging", "b"],
      ["34", "development", "dev-me"],
    ]);
    expect(environments[1].api_credentials.rest.url).toMatch(/\/hosts\/1\/dev-mode\/a%2F1\/data-api$/);
  });

  it.each([
    ["production", ["main"]],
    ["staging", ["a/1", "b"]],
    ["development", ["dev-me"]],
  ])("takes type=%s", async (type, names) => {
    const { at } = await start({ seed: { branches } });
    const { data, pagination } = (await at("GET", `/environments?type=${type}`)).body;
    expect(data.environments.map(({ branch }: { branch: string }) => branch)).toEqual(names);
    expect(pagination.total).toBe(names.length);
  });

  it("answers 400 for another type, and for an offset or a limit that is no whole number", async () => {
    const { at } = await start();
    const { status, body } = await at("GET", "/environments?type=Staging");
    expect([status, body.error]).toEqual([400, "type must be one of production, staging, development"]);
    for (const query of ["offset=-1", "limit=x", "limit=1.5", "offset="])
      expect([query, (await at("GET", `/environments?${query}`)).status]).toEqual([query, 400]);
  });

  it("pages by offset and limit, 0 and 20 by default", async () => {
    const many = Array.from({ length: 25 }, (_, index) => ({
      name: `b${index}`,
      isStagingEnvironmentEnabled: true,
    }));
    const { at } = await start({ seed: { branches: many } });
    const page = async (query: string) => {
      const { data, pagination } = (await at("GET", `/environments?type=staging${query}`)).body;
      return { names: data.environments.map(({ name }: { name: string }) => name), pagination };
    };
    const first = await page("");
    expect(first.names).toHaveLength(20);
    expect(first.pagination).toEqual({ offset: 0, limit: 20, total: 25 });
    expect(await page("&offset=23")).toEqual({
      names: ["b23", "b24"],
      pagination: { offset: 23, limit: 20, total: 25 },
    });
    expect((await page("&offset=2&limit=2")).names).toEqual(["b2", "b3"]);
    expect((await page("&limit=0")).names).toEqual([]);
    expect((await page("&offset=99")).names).toEqual([]);
  });

  it("gives the environments of the deployment that is asked for", async () => {
    const { call } = await start({
      seed: {
        deployments: [{ id: 1 }, { id: 2 }],
        branches: [{ name: "prod", kind: "production", deploymentId: 2 }],
      },
    });
    const names = async (id: number) =>
      (await call("GET", `/deployments/${id}/environments`)).body.data.environments.map(
        ({ branch }: { branch: string }) => branch,
      );
    expect([await names(1), await names(2)]).toEqual([["main"], ["prod"]]);
    expect((await call("GET", "/deployments/9/environments")).status).toBe(404);
  });
});
