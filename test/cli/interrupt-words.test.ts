// What an apply says when somebody interrupts it while the platform does not answer a write.
import { describe, expect, it, vi } from "vitest";
import { openWorld } from "../support/world.ts";

describe("an apply that waits for the answer to a write", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "says at once what it waits for, and at the second signal what is unknown: %s",
    async (signal) => {
      const { running, released, release } = await open();
      running.interrupt(signal);
      expect(running.said()).toContain(
        "Stopping: waiting for the answer to write workbook sales; Ctrl-C again ends now.\n",
      );
      expect(() => running.interrupt(signal)).toThrow("ended its process with 130");
      expect(running.said()).toContain(
        "Ended without the answer to write workbook sales: it may be done. `boardwright plan` shows it.\n",
      );
      release();
      await released;
      const { code, stdout } = await running.ended;
      expect(code).toBe(130);
      expect(stdout).toContain("Interrupted: applied 1 of 1");
    },
  );
});

describe("an apply that waits for the answer to a read", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "says at once what it waits for, and begins nothing after it: %s",
    async (signal) => {
      const { running, released, release, sent, workbook } = await open("GET");
      running.interrupt(signal);
      expect(running.said()).toContain(
        "Stopping: waiting for what is being read (read workbook 101), and no more changes are started; Ctrl-C again ends now.\n",
      );
      release();
      await released;
      const { code, stdout } = await running.ended;
      expect(code).toBe(130);
      expect(stdout).toContain("Interrupted: applied 0 of 1");
      expect(stdout).toContain("Not done: sales (interrupted before it was started).");
      expect(sent.filter((method) => method !== "GET")).toEqual([]);
      expect(workbook()).toMatchObject({ name: "Old" });
    },
  );

  it("says nothing while it only plans: that is given up at once", async () => {
    const { running, release } = await open("LIST");
    running.interrupt("SIGINT");
    expect(running.said()).not.toContain("Stopping");
    release();
    const { code } = await running.ended;
    expect(code).toBe(130);
  });
});

/** Until the write is there, and unanswered; or until the one read of the workbook, or of the list, is. */
async function open(holds: "PUT" | "GET" | "LIST" = "PUT") {
  const old = { id: 101, slug: "sales", name: "Old", dashboardDraft: {} };
  const sent: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  let reads = 0;
  const world = await openWorld({
    files: { "dashboards/a.yaml": "workbooks: { sales: { name: Sales } }\n" },
    sandbox: holds === "PUT" ? {} : { seed: { workbooks: [old] } },
    proxy: async ({ method, path }, forward) => {
      sent.push(method);
      const isRead = holds === "GET" ? /workbooks\/101$/.test(path) : /workbooks$/.test(path);
      reads += isRead ? 1 : 0;
      if (holds === "PUT" ? method === "PUT" : isRead && reads === 1) {
        isHeld = true;
        await held;
      }
      return forward();
    },
  });
  const running = world.begin(["apply", "--yes", "--allow", "adopt"]);
  await vi.waitFor(() => expect(isHeld).toBe(true), 10_000);
  const workbook = () => world.sandbox.workbook("sales");
  return { running, released: held, release: () => release(), sent, workbook };
}
