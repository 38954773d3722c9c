// What viewers see after rollbacks of runs of which one wrote a report and another published it. A publication freezes its reports (field
// notes F 4): the words are true, our own publications are nobody's edits, and both rollbacks together bring back what viewers saw.
import { describe, expect, it } from "vitest";
import { start } from "../support/process.ts";
import { files, openShown, refusing, type Shown } from "./shown-place.ts";

const OLD = ["Old", '{"measures":["orders.count"]}'];
const NEW = '{"measures":["orders.total"]}';

/** A run that cannot publish, and one that does; `title`: of the dashboard from then on. */
async function openHalfPublished(title: string): Promise<Shown & { first: string; second: string }> {
  const place = await openShown();
  place.declare(files(title, "orders.total"));
  place.hook(refusing);
  expect((await place.run("apply", "--yes")).code).toBe(1);
  place.hook((_, forward) => forward());
  await place.ok("apply", "--yes");
  expect(place.seen()).toEqual([title, NEW]);
  const [, first = "", second = ""] = place.runs();
  return { ...place, first, second };
}

describe.each(["New", "Old"])("a run that published what another could not, with the title %s", (title) => {
  it("is put back first: says what viewers keep, and the other brings it back unasked", async () => {
    const place = await openHalfPublished(title);
    const { stdout } = await place.ok("rollback", place.second, "--yes");
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toContain(
      `in one viewers will see the report "Revenue" as ${place.first} left it, not as they saw it before that run`,
    );
    expect(words).toContain(`\`boardwright rollback ${place.first}\` puts the report back.`);
    expect(words).not.toContain("the live state is as it was");
    expect(place.seen()).toEqual(["Old", NEW]);
    const other = await place.ok("rollback", place.first, "--yes");
    expect(other.stdout).not.toContain("published outside Git");
    expect(place.seen()).toEqual(OLD);
    for (const run of [place.first, place.second]) {
      const again = (await place.run("rollback", run, "--yes")).stdout;
      expect(again).toContain("Nothing to do: the live state is as it was before");
    }
  });

  it("is put back last: viewers see what they saw before both", async () => {
    const place = await openHalfPublished(title);
    for (const run of [place.first, place.second]) {
      const { stdout } = await place.ok("rollback", run, "--yes");
      expect(stdout).not.toContain("keeps-report");
    }
    expect(place.seen()).toEqual(OLD);
  });
});

it("an edit of the report on the platform, which that run published, is told as that", async () => {
  const place = await openShown();
  const [report] = await place.reports();
  await place.send("PUT", `reports/by-public-id/${report?.publicId}`, { jsonQuery: NEW });
  place.declare(files("New", "orders.total"));
  await place.ok("apply", "--yes", "--allow", "drift,conflict");
  expect(place.seen()).toEqual(["New", NEW]);
  const { stdout } = await place.ok("rollback", place.runs()[1] ?? "", "--yes");
  expect(stdout.replace(/\s+/g, " ")).toContain(
    'in one viewers will see the report "Revenue" as somebody changed it on the platform',
  );
});

describe.each([
  ["New", "first"],
  ["New", "last"],
  ["Old", "first"],
  ["Old", "last"],
])("killed after it wrote a report, with the title %s, and finished by another apply", (title, order) => {
  it(`is put back ${order}: viewers see what they saw before both`, async () => {
    const place = await openShown();
    place.declare(files(title, "orders.total"));
    const { child, ended } = start(["apply", "--yes", "--concurrency", "1"], {
      cwd: place.cwd,
      env: place.env,
    });
    place.hook(async ({ method, path }, forward) => {
      const answer = await forward();
      if (method === "PUT" && path.includes("/reports/")) child.kill("SIGKILL");
      return answer;
    });
    expect((await ended).code).toBe(null);
    place.hook((_, forward) => forward());
    await place.ok("apply", "--yes");
    expect(place.seen()).toEqual([title, NEW]);
    const [, first = "", second = ""] = place.runs();
    for (const run of order === "first" ? [first, second] : [second, first]) {
      await place.ok("rollback", run, "--yes");
    }
    expect(place.seen()).toEqual(OLD);
  });
});
