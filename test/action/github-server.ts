// A small stand-in for GitHub's API on a loopback address: issues, comments, the files of a pull request. Written from GitHub's REST
// documentation; it knows nothing of how the Action asks.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type BranchPull, type Commit, openRepository } from "./forge-repository.ts";
import { answerDeployment, type Deployment } from "./github-deployments.ts";
import { type Lag, openCopies } from "./late-copies.ts";

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
  /** Pull request → its commits, as GitHub lists them. */
  written: Map<number, object[]>;
  /** Who pushed what to the branch of a pull request. */
  activity: object[];
  /** Pull request → its newest commit; not said of others. */
  heads: Map<number, string>;
  /** Is waited for before a request is answered: what else happens in the meantime is the test's choice. */
  before: (method: string, path: string, body: string) => Promise<void> | void;
  /** "Retry-After" of the refusals, in seconds. */
  retryAfter: number | undefined;
  /** How late copies are that answer reads of comments. */
  lag: Lag;
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
  /** Whether it hands out contents alone, and no data of Git. */
  lacksGitData: boolean;
  /** Paths of the contents and commits that were asked for, which are not among `requests`. */
  reads: string[];
  /** Whether it is Gitea or Forgejo: no GraphQL, and its own ways. */
  isGitea: boolean;
  /** Whether its Gitea is one that can put a branch elsewhere. */
  movesBranches: boolean;
  /** Commits that were made over the API. */
  commits: Map<string, Commit>;
  /** Pull requests that were opened over the API. */
  branchPulls: Map<number, BranchPull>;
}

/** Status, body, and of a list how it is paged. */
type Answer = [number, unknown, { size: number; total: number }?];

/** What a server speaks, and below which path. */
export type Dialect = keyof typeof PATHS;
const PATHS = { github: "", enterprise: "/api/v3", gitea: "/api/v1" };

export async function openGitHub(dialect: Dialect = "github"): Promise<GitHubStub> {
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
    written: new Map(),
    activity: [],
    heads: new Map(),
    before: () => undefined,
    retryAfter: undefined,
    lag: { reads: 0, isOfAll: false },
    writers: new Set(),
    closed: new Set(),
    now: new Map(),
    deployments: [],
    login: "github-actions[bot]",
    contents: new Map(),
    links: new Map(),
    branches: new Map(),
    isHidden: false,
    lacksGitData: false,
    reads: [],
    isGitea: dialect === "gitea",
    movesBranches: true,
    commits: new Map(),
    branchPulls: new Map(),
  };
  let lastId = 1000;
  const copies = openCopies(() => stub.lag);
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
  const issueNumber = () => Math.max(0, ...stub.issues.keys(), ...stub.branchPulls.keys()) + 1;
  const repository = openRepository(stub, issueNumber);
  const answer = (method: string, url: URL, body: Record<string, unknown>): Answer => {
    const path = url.pathname.replace(/^\/repos\/[^/]+\/[^/]+/, "");
    const page = (items: unknown[]): Answer => {
      const size = stub.isGitea
        ? Math.min(Number(url.searchParams.get("limit") ?? 30), 50)
        : Number(url.searchParams.get("per_page") ?? 30);
      const at = Number(url.searchParams.get("page") ?? 1);
      return [200, items.slice((at - 1) * size, at * size), { size, total: items.length }];
    };
    if (stub.isGitea) {
      const merged = /^\/commits\/([0-9a-f]+)\/pull$/.exec(path);
      const pull = merged && stub.pulls.get(merged[1] as string)?.[0];
      if (pull) return [200, pull];
      if (path === "/graphql" || /^\/commits\//.test(path)) return [404, { message: "404 page not found" }];
    }
    if (path === "/user" && dialect === "gitea") return [200, { id: 7, login: stub.login }];
    if (path === "/graphql") return [200, { data: { viewer: { login: stub.login } } }];
    const comments = /^\/issues\/(\d+)\/comments$/.exec(path);
    if (comments) {
      const issue = issueOf(Number(comments[1]));
      // Gitea and Forgejo do not page these: only `since` and `before` are among the parameters of issueGetComments.
      if (method === "GET" && stub.isGitea) {
        const all = copies.read(issue, true);
        return [200, all, { size: all.length, total: all.length }];
      }
      if (method === "GET") return page(copies.read(issue, true));
      if (String(body.body).length > 65_536)
        return [422, { message: "Validation Failed: body is too long (maximum is 65536 characters)" }];
      copies.writes(issue);
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
      if (method === "GET") {
        const copy = copies.read(issue, false).find(isAsked);
        return copy ? [200, copy] : [404, { message: "Not Found" }];
      }
      copies.writes(issue);
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
      const issue = issueOf(issueNumber());
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
    const written = /^\/pulls\/(\d+)\/commits$/.exec(path);
    if (written) return page(stub.written.get(Number(written[1])) ?? []);
    if (path === "/activity" && !stub.isGitea) return page(stub.activity);
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
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://github.test");
    const method = request.method ?? "GET";
    let text = "";
    for await (const chunk of request) text += chunk;
    const path = url.pathname.startsWith(`${PATHS[dialect]}/`)
      ? url.pathname.slice(PATHS[dialect].length)
      : // GitHub Enterprise has its GraphQL there.
        url.pathname.replace(/^\/api\/graphql$/, dialect === "enterprise" ? "/graphql" : "/nowhere");
    url.pathname = path;
    const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    const below = /^\/repos\/[^/]+\/[^/]+(.*)$/.exec(path)?.[1];
    const asked = below === undefined ? undefined : { method, path: below, query: url.searchParams, body };
    const held = asked && repository.read(asked);
    if (!held) stub.requests.push(`${method} ${path}`);
    await stub.before(method, path, text);
    const refused = held ? undefined : stub.refuse(method, path);
    const [status, said, paged]: Answer = refused
      ? [refused, { message: stub.message }]
      : (held ?? (asked && repository.answer(asked)) ?? answer(method, url, body));
    const at = Number(url.searchParams.get("page") ?? 1);
    const hasNext = paged !== undefined && at * paged.size < paged.total;
    // Of reviews and comments Gitea and Forgejo say only how many there are.
    const isLinked = hasNext && !(stub.isGitea && /\/(?:reviews|comments)$/.test(path));
    response.writeHead(status, {
      "content-type": "application/json",
      ...(refused && stub.retryAfter !== undefined ? { "retry-after": String(stub.retryAfter) } : {}),
      ...(isLinked ? { link: `<${nextPage(stub.url, url)}>; rel="next"` } : {}),
      ...(stub.isGitea && paged ? { "x-total-count": String(paged.total) } : {}),
    });
    response.end(stub.distort(path) ?? (said === undefined ? undefined : JSON.stringify(said)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  stub.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATHS[dialect]}`;
  return stub;
}

/** Lists are paged by links (REST documentation, "Using pagination"). */
function nextPage(origin: string, url: URL): string {
  const next = new URL(origin + url.pathname + url.search);
  next.searchParams.set("page", String(Number(url.searchParams.get("page") ?? 1) + 1));
  return next.href;
}
