import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UserError } from "../../src/model/index.ts";
import {
  configPath,
  findContext,
  readConfig,
  refreshContext,
  removeContext,
  saveContext,
  useContext,
} from "../../src/target/index.ts";
import { tempFolder } from "../support/temp.ts";

const ACME = { url: "https://acme.example.com", apiKey: "sk-secret-1" };

/** No system gives a process so high a number. */
const GONE = "2147483647";

const path = () => join(tempFolder(), "boardwright", "config.toml");

describe("configPath", () => {
  it.each([
    [{ XDG_CONFIG_HOME: "/xdg" }, "linux", "/xdg/boardwright/config.toml"],
    [{ XDG_CONFIG_HOME: "relative" }, "linux", "/home/ana/.config/boardwright/config.toml"],
    [{}, "darwin", "/home/ana/.config/boardwright/config.toml"],
  ] as const)("is the user's configuration directory: %j on %s", (env, platform, expected) => {
    expect(configPath(env, platform, "/home/ana")).toBe(expected);
  });
});

describe("contexts", () => {
  it("are saved, found, switched and forgotten", async () => {
    const file = path();
    expect(await findContext(file, undefined)).toBeUndefined();
    await saveContext(file, "acme", ACME);
    await saveContext(file, "other", { ...ACME, apiKey: "sk-2", refreshToken: "r-2" });
    expect(await findContext(file, undefined)).toEqual({
      name: "other",
      context: { ...ACME, apiKey: "sk-2", refreshToken: "r-2" },
    });
    await useContext(file, "acme");
    expect((await findContext(file, undefined))?.context).toEqual(ACME);
    await removeContext(file, "acme");
    expect(await findContext(file, undefined)).toBeUndefined();
    expect([...(await readConfig(file)).contexts.keys()]).toEqual(["other"]);
  });

  it("are readable by their owner only, folder and file", async () => {
    const file = path();
    mkdirSync(join(file, ".."), { mode: 0o755 });
    await saveContext(file, "acme", ACME);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  });

  it("that are unknown are told with the known ones", async () => {
    const file = path();
    await saveContext(file, "acme", ACME);
    for (const call of [
      () => findContext(file, "acmee"),
      () => useContext(file, "acmee"),
      () => removeContext(file, "acmee"),
    ]) {
      await expect(call()).rejects.toThrow('there is no saved context "acmee"');
    }
  });

  it.each([
    ['[contexts.acme\napi_key = "sk-secret"', "is not TOML"],
    ['[contexts.acme]\napi_key = "sk-secret', "is not TOML"],
  ])("in a broken file are an error that quotes nothing of it: %j", async (text, message) => {
    const file = path();
    mkdirSync(join(file, ".."));
    writeFileSync(file, text);
    const error = await readConfig(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    const { message: said, details } = error as UserError;
    expect(said).toContain(message);
    expect([said, ...details].join()).not.toContain("secret");
  });
});

describe("an entry that lacks what a context needs", () => {
  const broken = () => {
    const file = path();
    mkdirSync(join(file, ".."));
    writeFileSync(file, 'default_context = "bad"\n[contexts.bad]\napi_key = "sk-secret"\n');
    return file;
  };

  it("is told when it is asked for, without what is in it", async () => {
    const error = await findContext(broken(), undefined).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toBe('the saved context "bad" has no url or no api_key');
    expect((error as UserError).details.join()).not.toContain("secret");
  });

  it("is in nobody's way, stays as it is, and can be replaced or removed", async () => {
    const file = broken();
    await saveContext(file, "acme", ACME);
    expect((await findContext(file, undefined))?.name).toBe("acme");
    expect(readFileSync(file, "utf8")).toContain("[contexts.bad]");
    await saveContext(file, "bad", ACME);
    expect((await findContext(file, "bad"))?.context).toEqual(ACME);
    const other = broken();
    await removeContext(other, "bad");
    expect(readFileSync(other, "utf8")).not.toContain("bad");
  });
});

describe("refreshContext", () => {
  const exchange = async (_url: string, used: string) => ({
    accessToken: `new-${used}`,
    refreshToken: `next-${used}`,
  });

  it("saves the new pair and gives the new token", async () => {
    const file = path();
    await saveContext(file, "acme", { ...ACME, apiKey: "old", refreshToken: "r1" });
    expect(await refreshContext(file, { name: "acme", rejected: "old" }, exchange)).toBe("new-r1");
    expect((await findContext(file, "acme"))?.context).toEqual({
      ...ACME,
      apiKey: "new-r1",
      refreshToken: "next-r1",
    });
  });

  it("asks nothing where another process was faster, or where there is no refresh token", async () => {
    const file = path();
    await saveContext(file, "acme", { ...ACME, apiKey: "newer", refreshToken: "r2" });
    const never = () => Promise.reject(new Error("asked"));
    expect(await refreshContext(file, { name: "acme", rejected: "old" }, never)).toBe("newer");
    await saveContext(file, "key", ACME);
    expect(await refreshContext(file, { name: "key", rejected: ACME.apiKey }, never)).toBeUndefined();
    expect(await refreshContext(file, { name: "gone", rejected: "x" }, never)).toBeUndefined();
  });

  it("uses a refresh token once, with many callers at a time", async () => {
    const file = path();
    await saveContext(file, "acme", { ...ACME, apiKey: "old", refreshToken: "r1" });
    let asked = 0;
    const counting: typeof exchange = (url, used) => {
      asked += 1;
      return exchange(url, used);
    };
    const tokens = await Promise.all(
      Array.from({ length: 8 }, () => refreshContext(file, { name: "acme", rejected: "old" }, counting)),
    );
    expect(new Set(tokens)).toEqual(new Set(["new-r1"]));
    expect(asked).toBe(1);
  });

  it("uses it once, too, where many find the lock of a process that is gone", async () => {
    for (let round = 0; round < 5; round++) {
      const file = path();
      await saveContext(file, "acme", { ...ACME, apiKey: "old", refreshToken: "r1" });
      writeFileSync(`${file}.lock`, GONE);
      let asked = 0;
      const once: typeof exchange = (url, used) => {
        asked += 1;
        return exchange(url, used);
      };
      const all = await Promise.all(
        Array.from({ length: 12 }, () => refreshContext(file, { name: "acme", rejected: "old" }, once)),
      );
      expect([asked, ...new Set(all)]).toEqual([1, "new-r1"]);
    }
  });

  it("takes over the lock of a process that is gone, and keeps what was there when it fails", async () => {
    const file = path();
    await saveContext(file, "acme", { ...ACME, apiKey: "old", refreshToken: "r1" });
    writeFileSync(`${file}.lock`, GONE);
    const before = readFileSync(file, "utf8");
    const failing = () => Promise.reject(new UserError("the refresh token expired"));
    await expect(refreshContext(file, { name: "acme", rejected: "old" }, failing)).rejects.toThrow("expired");
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(await refreshContext(file, { name: "acme", rejected: "old" }, exchange)).toBe("new-r1");
  });
});
