// The numbers of folders in the hands of a branch: a workbook is called one of HR, and put where everybody sees it.
import { describe, expect, it } from "vitest";
import { isObject, type Plan } from "../../src/model/index.ts";
import type { SandboxOptions } from "../../src/sandbox/index.ts";
import { openProxy } from "../support/proxy.ts";
import { type Attacked, openAttack, run, UNDER } from "./repository.ts";

const [HR, PUBLIC] = [345, 999];
const SEED: SandboxOptions = {
  seed: {
    folders: [
      { id: HR, name: "HR", parentId: null },
      { id: PUBLIC, name: "Public", parentId: null },
    ],
  },
};
const SALARIES = "workbooks:\n  salaries: { name: Salaries, folder: HR, dashboard: { title: S } }\n";

const mapped = (url: string, folders: string) =>
  `version: 1\nproject: acme\ntargets:\n  production: { url: "${url}", deployment: 1${folders} }\n`;

const open = (base: string, branch: string): Promise<Attacked> =>
  openAttack({
    base: (trusted) => mapped(trusted, base),
    branch: (trusted) => mapped(trusted, branch),
    files: { "dashboards/b.yaml": SALARIES },
    sandbox: SEED,
  });

const map = (id: number, name = "HR") => `, folders: { ${name}: ${id} }`;

describe("where the deployment lists its folders", () => {
  it.each([
    [
      "another one's number",
      map(PUBLIC),
      "HR is 999 in `folders`, but 345 in the list, where 999 is Public.",
    ],
    ["a folder that is not there", map(PUBLIC, "Hr"), "and the list shows no Hr, where 999 is Public."],
    ["a number that is not there", map(7), "HR is 7 in `folders`, but 345 in the list."],
  ])("a map that gives a folder %s stops every command, and both are named", async (_, branch, why) => {
    const attack = await open(map(HR), branch);
    for (const args of [["plan"], ["apply", "--yes"]]) {
      const ran = await run(attack, args);
      expect(ran.code).toBe(1);
      expect(ran.stderr).toContain(
        "deployment 1 lists its folders, and `folders` of the target says otherwise",
      );
      expect(ran.stderr).toContain(why);
    }
    expect(attack.sandbox.workbook("salaries")).toBeUndefined();
  });

  it("a map that says the same is none, and neither counts under the policy of the base", async () => {
    for (const branch of [map(HR), ""]) {
      const attack = await open("", branch);
      const ran = await run(attack, ["apply", "--yes"]);
      expect(ran.code, ran.stderr).toBe(0);
      expect(attack.sandbox.workbook("salaries")?.folderId).toBe(HR);
    }
    const attack = await open(map(HR), map(PUBLIC));
    const ran = await run(attack, ["apply", "--yes", ...UNDER]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(attack.sandbox.workbook("salaries")?.folderId).toBe(HR);
  });
});

describe("where it does not", () => {
  /** The same deployment behind something that knows nothing of folders. */
  async function unlisted(base: string, branch: string) {
    const attack = await open(base, branch);
    const url = await openProxy(attack.sandbox.url, async ({ path }, pass) => {
      if (path.endsWith("/folders")) return { status: 404, body: { error: "Not found" } };
      const answered = await pass();
      const paths = "body" in answered && isObject(answered.body) ? answered.body.paths : undefined;
      if (isObject(paths)) for (const one of Object.keys(paths)) if (/folders/.test(one)) delete paths[one];
      return answered;
    });
    return { attack, env: { PLATFORM_API_URL: url } };
  }

  it("the map of the base counts, and what the branch changes in it is told", async () => {
    const { attack, env } = await unlisted(map(HR), map(PUBLIC));
    const { stdout } = await run(attack, ["plan", "--json", ...UNDER], env);
    const { policy, changes } = JSON.parse(stdout) as Plan;
    expect(policy?.changes).toEqual([
      { path: "targets.production.folders.HR", change: "changed", before: HR, after: PUBLIC },
    ]);
    expect(changes.find(({ key }) => key === "salaries")?.request?.folderId).toBe(HR);
    expect((await run(attack, ["plan", ...UNDER], env)).stdout).toContain(
      "~ targets.production.folders.HR: 345 → 999",
    );
    const ran = await run(attack, ["apply", "--yes", ...UNDER], env);
    expect(ran.code, ran.stderr).toBe(0);
    expect(attack.sandbox.workbook("salaries")?.folderId).toBe(HR);
  });

  it("a folder that only the branch maps is unknown until the map is merged", async () => {
    const { attack, env } = await unlisted("", map(PUBLIC));
    const ran = await run(attack, ["plan", ...UNDER], env);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("the folder HR is unknown on this deployment");
    expect(ran.stdout).toContain("+ targets.production.folders.HR: 999");
  });
});
