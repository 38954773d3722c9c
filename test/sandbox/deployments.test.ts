import { describe, expect, it } from "vitest";
import { start } from "./support.ts";

const versions = [
  { version: "2.0.1", releaseChannel: "latest", isLatestInChannel: true },
  { version: "2.0.0", releaseChannel: "latest" },
  { version: "1.9.4", releaseChannel: "release" },
  { version: "1.9.3", releaseChannel: "release", isCurrent: true },
];

async function open() {
  const client = await start({ seed: { deployment: { id: 1, versions } } });
  const put = (body: Record<string, unknown>) => client.call("PUT", "/deployments/1", body as never);
  const current = async (): Promise<string> => {
    const { data } = (await client.call("GET", "/deployments/1/versions")).body;
    const found = data.filter((entry: { isCurrent: boolean }) => entry.isCurrent);
    expect(found).toHaveLength(1);
    return `${found[0].releaseChannel} ${found[0].version}`;
  };
  return { ...client, put, current };
}

describe("an empty sandbox", () => {
  it("has deployment 1, which runs the older of two versions", async () => {
    const { call, sandbox } = await start({ clock: () => new Date(0) });
    expect((await call("GET", "/deployments/1")).body).toEqual({
      id: "1",
      name: "sandbox",
      created_at: "1970-01-01T00:00:00.000Z",
      deploymentUrl: `${sandbox.url}/hosts/1`,
      releaseChannel: "release",
      releaseChannelVersion: "platform/runtime:v1.5.9",
    });
    expect((await call("GET", "/deployments/1/versions")).body).toEqual({
      data: [
        {
          releaseChannelVersion: "platform/runtime:v1.6.2",
          version: "1.6.2",
          releaseChannel: "latest",
          isLatestInChannel: true,
          isCurrent: false,
        },
        {
          releaseChannelVersion: "platform/runtime:v1.5.9",
          version: "1.5.9",
          releaseChannel: "release",
          isLatestInChannel: true,
          isCurrent: true,
        },
      ],
    });
  });
});

describe("PUT /deployments/{id}", () => {
  it.each(["2.0.0", "v2.0.0", "platform/runtime:v2.0.0"])("takes a listed version as %s", async (written) => {
    const { put, current } = await open();
    const { status, body } = await put({ releaseChannelVersion: written });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: "1",
      releaseChannel: "latest",
      releaseChannelVersion: "platform/runtime:v2.0.0",
    });
    expect(await current()).toBe("latest 2.0.0");
  });

  it.each([
    "2.0.2",
    "V2.0.0",
    "vv2.0.0",
    "other/image:v2.0.0",
    "platform/runtime:2.0.0",
    "",
    " 2.0.0",
    "latest",
  ])("answers 400 for %j, which is not on the list, and changes nothing", async (written) => {
    const { put, current } = await open();
    const { status, body } = await put({ releaseChannelVersion: written });
    expect([status, body]).toEqual([
      400,
      { error: `The version "${written}" is not one of this deployment's versions` },
    ]);
    expect(await current()).toBe("release 1.9.3");
  });

  it("moves to the latest of a channel that is sent alone", async () => {
    const { put, current } = await open();
    await put({ releaseChannel: "latest" });
    expect(await current()).toBe("latest 2.0.1");
    await put({ releaseChannel: "release" });
    expect(await current()).toBe("release 1.9.4");
  });

  it("answers 400 for a channel that is not there, and for a version of another channel", async () => {
    const { put, current } = await open();
    const unknown = await put({ releaseChannel: "beta" });
    expect([unknown.status, unknown.body.error]).toEqual([400, 'There is no release channel "beta"']);
    expect((await put({ releaseChannel: "beta", releaseChannelVersion: "2.0.0" })).status).toBe(400);
    expect((await put({ releaseChannel: "release", releaseChannelVersion: "2.0.0" })).status).toBe(400);
    expect(await current()).toBe("release 1.9.3");
    await put({ releaseChannel: "latest", releaseChannelVersion: "v2.0.0" });
    expect(await current()).toBe("latest 2.0.0");
  });

  it("answers 400 for values of other types, and ignores what the document does not show", async () => {
    const { put, current } = await open();
    expect((await put({ releaseChannelVersion: 2 })).body.error).toBe("releaseChannelVersion must be string");
    expect((await put({ releaseChannel: null })).status).toBe(400);
    expect((await put({ name: "other", image: "x" })).body).toMatchObject({ name: "deployment-1" });
    expect((await put({})).status).toBe(200);
    expect(await current()).toBe("release 1.9.3");
  });

  it("answers 404 for an unknown deployment and 403 for one that the key does not reach", async () => {
    const seed = { deployments: [{ id: 1 }, { id: 2 }], apiKeys: [{ key: "two", deployments: [2] }] };
    const { call } = await start({ seed });
    expect((await call("PUT", "/deployments/9", {})).status).toBe(404);
    expect((await call("GET", "/deployments/9")).status).toBe(404);
    expect((await call("GET", "/deployments/9/versions")).status).toBe(404);
    expect((await call("PUT", "/deployments/1", {}, "Bearer two")).status).toBe(403);
    expect((await call("GET", "/deployments/1/versions", undefined, "Bearer two")).status).toBe(403);
    expect((await call("GET", "/deployments/2/versions", undefined, "Bearer two")).status).toBe(200);
  });
});

describe("versions of a seed", () => {
  it("may name their images; the first is current and the head of its channel where nobody says otherwise", async () => {
    const { call } = await start({
      seed: {
        deployment: {
          id: 1,
          versions: [{ version: "3.1", releaseChannelVersion: "acme:v3.1" }, { version: "3.0" }],
        },
      },
    });
    expect((await call("GET", "/deployments/1/versions")).body.data).toMatchObject([
      {
        releaseChannelVersion: "acme:v3.1",
        releaseChannel: "latest",
        isLatestInChannel: true,
        isCurrent: true,
      },
      { releaseChannelVersion: "platform/runtime:v3.0", isLatestInChannel: false, isCurrent: false },
    ]);
  });
});
