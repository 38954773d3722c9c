// What @github/local-action starts: it runs sources, in which what a build puts in is missing.
Object.assign(globalThis, {
  BOARDWRIGHT_VERSION: "0.0.0-test",
  BOARDWRIGHT_BUILD: "test",
  BOARDWRIGHT_CHUNKS: undefined,
});

export async function run(): Promise<void> {
  const { run: runAction } = await import("../../src/action/main.ts");
  await runAction();
}
