// A repository with a project, a platform, and GitHub; and the Action in it.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import type { Json, JsonObject } from "../../src/model/index.ts";
import { type CommentSection, parseComment } from "../../src/report/index.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { type Hook, openProxy } from "../support/proxy.ts";
import { tempFolder } from "../support/temp.ts";
import { type Comment, type Dialect, type GitHubStub, openGitHub } from "./github-server.ts";
import {
  type Event,
  inputVariables,
  prepareStep,
  pullRequest,
  push,
  REPOSITORY,
  runAction,
  SHA,
  type Step,
} from "./runner.ts";

export const PROJECT = `version: 1
project: acme
defaultTarget: production
targets:
  production: { url: https://platform.test, deployment: 1, link: "https://platform.test/d/{id}/{slug}" }
  staging: { url: https://staging.test, deployment: 1 }
`;

export const chart = (id: string, config: JsonObject = {}, x = 0): JsonObject => ({
  id,
  type: "CHART",
  position: { x, y: 0, w: 6, h: 4 },
  config,
});

export const board = (title: string, ...widgets: JsonObject[]): JsonObject => ({
  name: title,
  dashboard: { title, widgets: widgets.length > 0 ? widgets : [chart("a")] },
});

export interface PlaceOptions {
  workbooks?: Record<string, JsonObject>;
  project?: string;
  /** Other files, by path. */
  files?: Record<string, string>;
  /** Where the project is in the repository: "" or "analytics/". */
  folder?: string;
  sandbox?: SandboxOptions;
  /** What the server of the repository speaks. */
  dialect?: Dialect;
  /** Stands between the Action and the platform. */
  proxy?: Hook;
}

export interface Place {
  sandbox: Sandbox;
  github: GitHubStub;
  workspace: string;
  /** Inputs that every step has. */
  given: Record<string, string>;
  rewrite(workbooks: Record<string, JsonObject>): void;
  run(command: string, event: Event, options?: RunOptions): Promise<Step>;
  /** The comments on a pull request. */
  comments(number: number): Comment[];
  /** Their sections, from the first to the last in the text: "plan production" → what it says. */
  sections(number: number): Map<string, string>;
  /** Says that the push is the merge of this pull request. */
  merge(number: number): Event;
  call(method: string, path: string, body?: Json): Promise<JsonObject>;
  /** Slugs and names of what is live. */
  live(): Promise<Record<string, string>>;
  /** Requests to the platform that write. */
  writes(): string[];
}

export interface RunOptions {
  /** Of this step alone; undefined takes one away. */
  inputs?: Record<string, string | undefined>;
  env?: Record<string, string>;
  /** Is handed what sends the process a signal. */
  onStart?: (signal: (name: NodeJS.Signals) => void) => void;
}

export async function openPlace(options: PlaceOptions = {}): Promise<Place> {
  const { workbooks = { revenue: board("Revenue") }, project = PROJECT, folder = "", files = {} } = options;
  const sandbox = await createSandbox(options.sandbox ?? {});
  onTestFinished(() => sandbox.close());
  const github = await openGitHub(options.dialect);
  // The base of a pull request: the project file as it was before.
  github.contents.set(`${folder}boardwright.yaml`, project);
  const workspace = tempFolder({ ...files, [`${folder}boardwright.yaml`]: project });
  for (const name of ["objects", "refs"]) mkdirSync(join(workspace, ".git", name), { recursive: true });
  mkdirSync(join(workspace, folder, "dashboards"), { recursive: true });
  const url = options.proxy ? await openProxy(sandbox.url, options.proxy) : sandbox.url;
  const given = {
    "api-url": url,
    "api-key": sandbox.apiKey,
    "github-token": "ghs_token-of-the-workflow",
    "working-directory": folder === "" ? "." : folder,
  };
  const place: Place = {
    sandbox,
    github,
    workspace,
    given,
    rewrite(content) {
      writeFileSync(join(workspace, folder, "dashboards/all.yaml"), stringify({ workbooks: content }));
    },
    async run(command, event, { inputs = {}, env = {}, onStart } = {}) {
      // What a checkout of the event's commit leaves, as far as anybody asks for it.
      if (existsSync(join(workspace, ".git")))
        writeFileSync(join(workspace, ".git/HEAD"), `${event.sha ?? SHA}\n`);
      const step = prepareStep({ workspace, event, github: github.url });
      const all = Object.entries({ ...given, command, ...inputs }).filter(
        (pair): pair is [string, string] => pair[1] !== undefined,
      );
      return runAction(
        { ...step.env, ...inputVariables(Object.fromEntries(all)), ...env },
        step.paths,
        onStart,
      );
    },
    comments: (number) => github.issues.get(number)?.comments ?? [],
    sections: (number) => {
      const all = place.comments(number).flatMap(({ body }) => {
        const sections = parseComment(body)?.sections ?? [];
        return sections.map((section) => ({ section, at: body.indexOf(section.texts[0] ?? "") }));
      });
      all.sort((a, b) => a.at - b.at);
      return new Map(all.map(({ section }) => [nameOf(section), section.texts[0] ?? ""]));
    },
    merge(number) {
      const merged_at = "2026-11-20T08:00:00Z";
      const head = { sha: SHA, ref: "feature", repo: { full_name: REPOSITORY } };
      const base = { ref: "main" };
      github.branches.set("main", SHA_OF_MERGE);
      github.pulls.set(SHA_OF_MERGE, [{ number, merged_at, merge_commit_sha: SHA_OF_MERGE, head, base }]);
      return { ...push, sha: SHA_OF_MERGE };
    },
    async call(method, path, body) {
      const answer = await fetch(`${sandbox.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${sandbox.apiKey}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return text === "" ? {} : (JSON.parse(text) as JsonObject);
    },
    async live() {
      const { items } = (await place.call("GET", "/deployments/1/workbooks")) as unknown as {
        items: { slug: string; name: string }[];
      };
      return Object.fromEntries(items.map(({ slug, name }) => [slug, name]));
    },
    writes: () =>
      sandbox.requests
        .filter(({ method, path }) => method !== "GET" && !path.endsWith("/tokens"))
        .map(({ method, path }) => `${method} ${path.split("/").at(-1)}`),
  };
  place.rewrite(workbooks);
  return place;
}

function nameOf({ command, target, shard }: CommentSection): string {
  return [command, target, shard].filter((part) => part).join(" ");
}

const SHA_OF_MERGE = "feedfacefeedfacefeedfacefeedfacefeedface";

/** Plans on the pull request, merges it, and applies: exit codes of both. */
export async function reviewAndMerge(place: Place, number = 5): Promise<Event> {
  await place.run("plan", pullRequest(number));
  return place.merge(number);
}
