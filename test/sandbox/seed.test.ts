import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import { createSandbox, type Seed } from "../../src/sandbox/index.ts";
import { CORPUS, start, temporaryFolder } from "./support.ts";

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
    [{ workbooks: [{ id: 1 }, { id: 1 }] }, "the id 1 is given twice"],
    [{ workbooks: [{ id: 0 }] }, "0 is no id"],
    [{ workbooks: [{ slug: "a", deploymentId: 9 }] }, "workbooks[0] is of deployment 9"],
    [{ workbooks: [{ slug: "a", folderId: 9 }] }, "workbooks[0] names folder 9"],
    [{ folders: [{ name: "F", parentId: 9 }] }, "folders[0] names folder 9"],
    [
      { reports: [{ publicId: "abcdefghijkl" }, { publicId: "abcdefghijkl" }] },
      'reports[1]: the publicId "abcdefghijkl" is taken',
    ],
    [{ apiKeys: [{ key: "" }] }, "apiKeys[0].key"],
    [{ deployments: [{ id: -1 }] }, "a deployment's id"],
  ])("refuse what no platform could hold: %j", async (seed, message) => {
    const error = await createSandbox({ seed }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toContain("cannot use the seed as the sandbox's data");
    expect((error as UserError).message).toContain(message);
  });

  it("come from a file, and say which one cannot be used", async () => {
    const file = join(temporaryFolder(), "seed.json");
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
      const data = join(temporaryFolder(), "sandbox.json");
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
