import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { UserError } from "../../src/model/index.ts";
import { createSandbox, type Seed } from "../../src/sandbox/index.ts";
import { tempFolder } from "../support/temp.ts";
import { CORPUS, start } from "./support.ts";

const noCorpus = !existsSync(CORPUS);
if (noCorpus) console.log("shared/corpus is not here: the sandbox is not tried on real dashboards");

describe("seeds", () => {
  it("make up what they do not say", async () => {
    const { sandbox, at } = await start({
      clock: () => new Date(0),
      seed: {
        workbooks: [{ slug: " Mixed Case ", dashboardDraft: { title: "T" } }, { name: "Made in the UI" }],
        reports: [{ name: "R" }],
      },
    });
    expect(sandbox.deployments).toEqual([1]);
    const { items } = (await at("GET", "/workbooks")).body;
    expect(items).toMatchObject([
      { id: 101, slug: "mixed case", name: " Mixed Case ", createdAt: "1970-01-01T00:00:00.000Z" },
      { id: 102, slug: null, name: "Made in the UI", dashboardDraft: null },
    ]);
    expect((await at("GET", "/reports")).body.items[0]).toMatchObject({
      id: 103,
      publicId: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      version: 1,
    });
  });

  it("read a draft from meta where the top level has none", async () => {
    const { sandbox } = await start({
      seed: { workbooks: [{ slug: "a", meta: { x: 1, dashboardDraft: { title: "T" } } }] },
    });
    expect(sandbox.workbook("a")).toMatchObject({ meta: { x: 1 }, dashboardDraft: { title: "T" } });
    expect(sandbox.workbook("a")?.meta).not.toHaveProperty("dashboardDraft");
  });

  it("read a publication with and without its record", async () => {
    const { sandbox } = await start({
      seed: {
        workbooks: [
          { slug: "bare", dashboardPublished: { title: "P" } },
          {
            slug: "full",
            publishedDashboard: {
              id: 900,
              publicId: "abcdefghijkl",
              versionNumber: 4,
              config: { title: "Q" },
            },
          },
        ],
      },
    });
    expect(sandbox.workbook("bare")?.publishedDashboard).toMatchObject({
      versionNumber: 1,
      config: { title: "P" },
    });
    expect(sandbox.workbook("full")).toMatchObject({
      dashboardPublished: { title: "Q" },
      publishedDashboard: { id: 900, publicId: "abcdefghijkl", versionNumber: 4 },
    });
    expect(sandbox.workbook("bare")?.publishedDashboard?.id).toBeGreaterThan(900);
  });

  it.each<[Seed, string]>([
    [{ workbooks: [{ id: 1 }, { id: 1 }] }, "the id 1 is used twice"],
    [{ workbooks: [{ id: 0 }] }, "0 is not an id"],
    [{ workbooks: [{ slug: "a", deploymentId: 9 }] }, "workbooks[0] belongs to deployment 9"],
    [{ workbooks: [{ slug: "a", folderId: 9 }] }, "workbooks[0] names folder 9"],
    [{ folders: [{ name: "F", parentId: 9 }] }, "folders[0] names folder 9"],
    [
      { reports: [{ publicId: "abcdefghijkl" }, { publicId: "abcdefghijkl" }] },
      'reports[1]: the publicId "abcdefghijkl" is taken',
    ],
    [{ apiKeys: [{ key: "" }] }, "apiKeys[0].key"],
    [{ deployments: [{ id: -1 }] }, "a deployment's id"],
    [
      { deployments: [{ id: 1, versions: [{ version: "v1" }] }] },
      "versions[0].version must be a dotted number",
    ],
    [{ branches: [{ name: "" }] }, "a branch needs a name"],
    [{ branches: [{ name: "a" }, { name: "a" }] }, 'the branch "a" is listed twice'],
    [{ branches: [{ name: "a", deploymentId: 9 }] }, "branches[0] belongs to deployment 9"],
    [{ branches: [{ name: "a", kind: "private" as never }] }, 'the kind of the branch "a" must be one of'],
    [
      {
        branches: [
          { name: "a", kind: "production" },
          { name: "b", kind: "production" },
        ],
      },
      "one production branch",
    ],
    [
      {
        branches: [
          { name: "a", id: 5 },
          { name: "b", id: 5 },
        ],
      },
      'the branch "b": the id 5 is used twice',
    ],
    [{ models: { gone: [] } }, 'models names the branch "gone"'],
    [{ models: { main: {} as never } }, 'models["main"] must be a list of cubes'],
    [{ modelErrors: { gone: [] } }, 'modelErrors names the branch "gone"'],
    [{ modelErrors: { main: [{} as never] } }, "every error needs a message"],
    [{ users: [{ email: "" }] }, "users[0].email"],
    [{ users: [{ email: "a@b" }, { email: "A@B" }] }, "users[1]: the email a@b is taken"],
    [
      {
        users: [
          { email: "a@b", id: 2 },
          { email: "c@d", id: 2 },
        ],
      },
      "users[1]: the id 2 is used twice",
    ],
  ])("refuse what no platform could hold: %j", async (seed, message) => {
    const error = await createSandbox({ seed }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain("cannot use the seed as the sandbox's data");
    expect((error as UserError).message).toContain(message);
  });

  it("have a production branch and versions for every deployment, and keep the ids that they give", async () => {
    const { call } = await start({
      seed: {
        deployments: [{ id: 1 }, { id: 2 }, { id: 3 }],
        branches: [
          { name: "release", kind: "production", deploymentId: 2, id: 1001 },
          { name: "dev-or-not", kind: "shared", deploymentId: 2 },
          { name: "only-shared", deploymentId: 3, id: 50 },
        ],
      },
    });
    const branches = async (id: number) =>
      (await call("GET", `/build/api/v1/deployments/${id}/branches`)).body.items.map(
        (branch: { id: number; name: string }) => `${branch.id} ${branch.name}`,
      );
    expect(await branches(1)).toEqual(["1002 main", "1003 new-metrics", "1004 dev-sandbox-new-metrics"]);
    expect(await branches(2)).toEqual(["1001 release", "1005 dev-or-not"]);
    expect(await branches(3)).toEqual(["50 only-shared", "1006 main"]);
    const put = (id: number, branchName: string) =>
      call("PUT", `/build/api/v1/deployments/${id}/branches/staging-environment`, {
        enabled: true,
        branchName,
      });
    expect((await put(2, "release")).status).toBe(400);
    expect((await put(2, "dev-or-not")).status).toBe(200);
    expect((await put(3, "main")).status).toBe(400);
  });

  it("are documented by an example that works", async () => {
    const page = readFileSync(new URL("../../docs/sandbox.md", import.meta.url), "utf8");
    const [, example = ""] = /```jsonc\n([\s\S]*?)```/.exec(page) ?? [];
    // YAML reads JSON with commas at the end and, after this, comments.
    const seed = parse(example.replaceAll(/\/\/.*$/gm, "")) as Seed;
    const { sandbox, call } = await start({ seed });
    expect(sandbox.deployments).toEqual([12]);
    expect(sandbox.workbook("revenue")?.folderPath).toEqual([{ id: 31, name: "Sales" }]);
    const { body } = await call("GET", "/deployments/12/workbooks", undefined, "Api-Key ci");
    expect(body.items).toMatchObject([{ slug: "revenue" }]);
    expect((await call("GET", "/deployments/12/versions")).body.data).toMatchObject([
      { version: "2.1.0", isLatestInChannel: true, isCurrent: false },
      { version: "2.0.3", isLatestInChannel: true, isCurrent: true },
    ]);
  });

  it("come from a file, and say which one cannot be used", async () => {
    const file = join(tempFolder(), "seed.json");
    await expect(createSandbox({ seed: file })).rejects.toThrow(UserError);
    await expect(createSandbox({ seed: file })).rejects.toThrow(file);
    writeFileSync(file, "{ no");
    await expect(createSandbox({ seed: file })).rejects.toThrow(`${file} is not valid JSON`);
    writeFileSync(file, '{ "workbooks": [{ "slug": "a" }] }');
    expect((await start({ seed: file })).sandbox.workbook("a")?.id).toBe(101);
  });

  it.skipIf(noCorpus)(
    "of real dashboards are served as they were exported, and survive the data file",
    async () => {
      const corpus = JSON.parse(readFileSync(CORPUS, "utf8"));
      const data = join(tempFolder(), "sandbox.json");
      const one = await start({ seed: fileURLToPath(CORPUS), data });
      const list = (await one.call("GET", "/deployments/12/workbooks")).body;
      expect(list.items).toEqual(corpus.workbooks);
      expect((await one.call("GET", "/deployments/12/reports?first=1000")).body.items).toMatchObject(
        corpus.reports,
      );
      for (const workbook of corpus.workbooks) {
        const body = {
          name: workbook.name,
          meta: { ...workbook.meta, dashboardDraft: workbook.dashboardDraft },
        };
        const answer = await one.call("PUT", `/deployments/12/workbooks/by-slug/${workbook.slug}`, body);
        expect(answer).toMatchObject({ status: 200, body: workbook });
      }
      await one.call("PUT", "/deployments/12/workbooks/by-slug/shops", { meta: { touched: true } });
      const after = (await one.call("GET", "/deployments/12/workbooks")).body;
      await one.sandbox.close();
      const two = await start({ data });
      expect((await two.call("GET", "/deployments/12/workbooks")).body).toEqual(after);
      expect(JSON.parse(readFileSync(data, "utf8")).cubes).toEqual(corpus.cubes);
    },
  );
});
