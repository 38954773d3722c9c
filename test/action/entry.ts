// What @github/local-action starts: it runs sources, in which the version that a build puts in is missing.
(globalThis as { BOARDWRIGHT_VERSION?: string }).BOARDWRIGHT_VERSION = "0.0.0-test";

export async function run(): Promise<void> {
  const { run: runAction } = await import("../../src/action/main.ts");
  await runAction();
}
