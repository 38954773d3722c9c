// What `serve` does with what is typed while it runs.
import { expect, it } from "vitest";
import type { Failure, SessionAnswer } from "../../src/serve/studio/protocol.ts";
import { begin } from "../support/command.ts";
import { tempFolder } from "../support/temp.ts";

it("makes a new address on `r`, and shuts out who came in with the old one", async () => {
  const cwd = tempFolder({ "boardwright.yaml": "version: 1\nproject: studio\n" });
  let type = (_line: string) => {};
  const typed = new Promise<string>((resolve) => {
    type = resolve;
  });
  const serving = begin(["serve", "--no-open"], { cwd, answer: () => typed });
  const addresses = () =>
    [...serving.printed().matchAll(/The studio is at (\S+)/g)].map(([, url]) => new URL(url!));
  const until = async (count: number) => {
    while (addresses().length < count) await new Promise((resolve) => setTimeout(resolve, 20));
    return addresses().at(-1)!;
  };
  const enter = ({ origin, hash }: URL) =>
    fetch(`${origin}/api/session`, {
      method: "POST",
      headers: { origin, "content-type": "application/json" },
      body: JSON.stringify({ token: hash.replace("#token=", "") }),
    });
  const old = await until(1);
  const { key } = (await (await enter(old)).json()) as SessionAnswer;
  const look = () => fetch(`${old.origin}/api/project`, { headers: { authorization: `Bearer ${key}` } });
  expect((await look()).status).toBe(200);
  type("r");
  const next = await until(2);
  expect(next.origin).toBe(old.origin);
  for (const answer of [await look(), await enter(old)]) {
    expect(answer.status).toBe(401);
    expect(((await answer.json()) as Failure).error.message).toBe("The studio has a new address.");
  }
  expect((await enter(next)).status).toBe(200);
  serving.interrupt();
  expect((await serving.ended).code).toBe(0);
});
