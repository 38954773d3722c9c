// A small stand-in for GitHub's API on a loopback address: issues, comments, the files of a pull request. Written from GitHub's REST
// documentation; it knows nothing of how the Action asks.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { answerDeployment, type Deployment } from "./github-deployments.ts";

export interface Comment {
  id: number;
  body: string;
  html_url?: string;
  user: { login: string };
}

export interface FakeIssue {
  number: number;
  title: string;
  body: string;
  state: "open" | "closed";
  user: { login: string };
  comments: Comment[];
}

export interface FakePull {
  number: number;
  merged_at: string | null;
  merge_commit_sha: string | null;
  head?: { sha: string };
  base?: { ref: string };
}

export interface GitHubStub {
  url: string;
  issues: Map<number, FakeIssue>;
  /** `METHOD path` in order of arrival. */
  requests: string[];
  /** Answers with this status instead, where it says one. */
  refuse: (method: string, path: string) => number | undefined;
  /** Answers with the status of a success and this text instead, where it says one. */
  distort: (path: string) => string | undefined;
  /** What it says then. */
  message: string;
  /** Pull request → its files, as GitHub lists them. */
  files: Map<number, { filename: string; patch?: string }[]>;
  /** Commit → the pull requests that it came from. */
  pulls: Map<string, FakePull[]>;
  /** Pull request → its reviews, oldest first. */
  reviews: Map<number, object[]>;
  /** Pull request → its newest commit; not said of others. */
  heads: Map<number, string>;
  /** Is waited for before a request is answered: what else happens in the meantime is the test's choice. */
  before: (method: string, path: string, body: string) => Promise<void> | void;
  /** "Retry-After" of the refusals, in seconds. */
  retryAfter: number | undefined;
  /** Who may write. */
  writers: Set<string>;
  /** Pull requests that are closed. */
  closed: Set<number>;
  /** Pull request → what else is said of it. */
  now: Map<number, object>;
  /** Oldest first. */
  deployments: Deployment[];
  /** Who the token is of. */
  login: string;
  /** Path → what every commit holds there. */
  contents: Map<string, string>;
  /** Path → where the symbolic link leads that every commit holds there. */
  links: Map<string, string>;
  /** Branch → its newest commit. */
  branches: Map<string, string>;
  /** Whether the token may not read the repository: then nothing of it is there, contents or commits. `refuse` is not asked for them. */
  isHidden: boolean;
  /** Paths of the contents and commits that were asked for, which are not among `requests`. */
  reads: string[];
  /** Whether it is Gitea or Forgejo: no GraphQL, and its own ways. */
  isGitea: boolean;
}

export async function openGitHub(): Promise<GitHubStub> {
  const stub: GitHubStub = {
    url: "",
    issues: new Map(),
    requests: [],
    refuse: () => undefined,
    distort: () => undefined,
    message: "Resource not accessible by integration",
    files: new Map(),
    pulls: new Map(),
    reviews: new Map(),
    heads: new Map(),
    before: () => undefined,
    retryAfter: undefined,
    writers: new Set(),
    closed: new Set(),
    now: new Map(),
    deployments: [],
    login: "github-actions[bot]",
    contents: new Map(),
    links: new Map(),
    branches: new Map(),
    isHidden: false,
    reads: [],
    isGitea: false,
  };
  let lastId = 1000;
  const author = () => ({ login: stub.login });
  const issueOf = (number: number): FakeIssue => {
    const known = stub.issues.get(number);
    if (known) return known;
    const made: FakeIssue = {
      number,
      title: "",
      body: "",
      state: "open",
      user: { login: "someone" },
      comments: [],
    };
    stub.issues.set(number, made);
    return made;
  };
  const answer = (method: string, url: URL, body: Record<string, unknown>): [number, unknown] => {
    const path = url.pathname.replace(/^\/repos\/[^/]+\/[^/]+/, "");
    const page = (items: unknown[]): [number, unknown] => {
      const size = Number(url.searchParams.get("per_page") ?? 30);
      const at = Number(url.searchParams.get("page") ?? 1);
      return [200, items.slice((at - 1) * size, at * size)];
    };
    if (stub.isGitea) {
      const merged = /^\/commits\/([0-9a-f]+)\/pull$/.exec(path);
      const pull = merged && stub.pulls.get(merged[1] as string)?.[0];
      if (pull) return [200, pull];
      if (path === "/graphql" || /^\/commits\//.test(path)) return [404, { message: "404 page not found" }];
    }
    if (path === "/graphql") return [200, { data: { viewer: { login: stub.login } } }];
    const comments = /^\/issues\/(\d+)\/comments$/.exec(path);
    if (comments) {
      const issue = issueOf(Number(comments[1]));
      if (method === "GET") return page(issue.comments);
      if (String(body.body).length > 65_536)
        return [422, { message: "Validation Failed: body is too long (maximum is 65536 characters)" }];
      const id = ++lastId;
      const html_url = `https://github.test/acme/dashboards/pull/${comments[1]}#issuecomment-${id}`;
      const comment = { id, body: String(body.body), html_url, user: author() };
      issue.comments.push(comment);
      return [201, comment];
    }
    const comment = /^\/issues\/comments\/(\d+)$/.exec(path);
    if (comment) {
      const isAsked = ({ id }: Comment) => id === Number(comment[1]);
      const issue = [...stub.issues.values()].find(({ comments }) => comments.some(isAsked));
      const found = issue?.comments.find(isAsked);
      if (!issue || !found) return [404, { message: "Not Found" }];
      if (method === "DELETE") {
        issue.comments.splice(issue.comments.indexOf(found), 1);
        return [204, undefined];
      }
      if (method === "PATCH") {
        if (String(body.body).length > 65_536)
          return [422, { message: "Validation Failed: body is too long (maximum is 65536 characters)" }];
        found.body = String(body.body);
      }
      return [200, found];
    }
    if (path === "/issues" && method === "GET") {
      const wanted = url.searchParams.get("state") ?? "open";
      if (!["open", "closed", "all"].includes(wanted)) return [422, { message: "Validation Failed: state" }];
      const isWanted = ({ state, title }: FakeIssue) => title !== "" && [state, "all"].includes(wanted);
      return page([...stub.issues.values()].filter(isWanted));
    }
    if (path === "/issues" && method === "POST") {
      const issue = issueOf(Math.max(0, ...stub.issues.keys()) + 1);
      Object.assign(issue, { title: String(body.title), body: String(body.body), user: author() });
      return [201, issue];
    }
    const issue = /^\/issues\/(\d+)$/.exec(path);
    if (issue && method === "PATCH") {
      return [200, Object.assign(issueOf(Number(issue[1])), body)];
    }
    const files = /^\/pulls\/(\d+)\/files$/.exec(path);
    if (files) return page(stub.files.get(Number(files[1])) ?? []);
    const reviews = /^\/pulls\/(\d+)\/reviews$/.exec(path);
    if (reviews) return page(stub.reviews.get(Number(reviews[1])) ?? []);
    const writer = /^\/collaborators\/([^/]+)\/permission$/.exec(path);
    if (writer) return [200, { permission: stub.writers.has(writer[1] as string) ? "write" : "read" }];
    if (path === "/pulls" && url.searchParams.get("state") === "closed")
      return page([...stub.pulls.values()].flat());
    const pull = /^\/pulls\/(\d+)$/.exec(path);
    if (pull) {
      const number = Number(pull[1]);
      const state = stub.closed.has(number) ? "closed" : "open";
      const sha = stub.heads.get(number);
      const head = sha === undefined ? {} : { head: { sha } };
      return [200, { number, state, user: { login: "author" }, ...head, ...stub.now.get(number) }];
    }
    const deployed = stub.isGitea ? undefined : answerDeployment(stub.deployments, method, path, url, body);
    if (deployed) return deployed;
    const commit = /^\/commits\/([0-9a-f]+)\/pulls$/.exec(path);
    if (commit) return page(stub.pulls.get(commit[1] as string) ?? []);
    return [404, { message: "Not Found" }];
  };
  /** What a repository holds; undefined for any other request. */
  const read = (path: string): [number, unknown] | undefined => {
    const found = /^\/repos\/[^/]+\/[^/]+(?:\/(contents|git\/commits|branches)\/(.+))?$/.exec(path);
    if (!found) return undefined;
    const [, kind, name = ""] = found;
    stub.reads.push(path);
    if (stub.isHidden) return [404, { message: "Not Found" }];
    if (kind === undefined) return [200, { default_branch: "main" }];
    if (kind === "git/commits") return [200, { sha: name }];
    if (kind === "branches") {
      const sha = stub.branches.get(decodeURIComponent(name));
      const commit = stub.isGitea ? { id: sha } : { sha };
      return sha === undefined ? [404, { message: "Branch not found" }] : [200, { name, commit }];
    }
    const at = decodeURIComponent(name);
    const target = stub.links.get(at);
    if (target !== undefined) return [200, { type: "symlink", path: at, target }];
    if ([...stub.contents.keys()].some((file) => file.startsWith(`${at}/`))) return [200, []];
    const text = stub.contents.get(at);
    if (text === undefined) return [404, { message: "Not Found" }];
    return [200, { type: "file", path: name, encoding: "base64", content: inLines(text) }];
  };
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://github.test");
    const method = request.method ?? "GET";
    const held = read(url.pathname);
    if (!held) stub.requests.push(`${method} ${url.pathname}`);
    let text = "";
    for await (const chunk of request) text += chunk;
    await stub.before(method, url.pathname, text);
    const refused = held ? undefined : stub.refuse(method, url.pathname);
    const [status, body] = refused
      ? [refused, { message: stub.message }]
      : (held ?? answer(method, url, text ? (JSON.parse(text) as Record<string, unknown>) : {}));
    const next = Array.isArray(body) && body.length === Number(url.searchParams.get("per_page"));
    response.writeHead(status as number, {
      "content-type": "application/json",
      ...(refused && stub.retryAfter !== undefined ? { "retry-after": String(stub.retryAfter) } : {}),
      ...(next ? { link: `<${nextPage(stub.url, url)}>; rel="next"` } : {}),
    });
    response.end(stub.distort(url.pathname) ?? JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return stub;
}

/** GitHub breaks base64 into lines. */
function inLines(text: string): string {
  return Buffer.from(text).toString("base64").replace(/.{60}/g, "$&\n");
}

/** Lists are paged by links (REST documentation, "Using pagination"). */
function nextPage(origin: string, url: URL): string {
  const next = new URL(url.pathname + url.search, origin);
  next.searchParams.set("page", String(Number(url.searchParams.get("page") ?? 1) + 1));
  return next.href;
}
