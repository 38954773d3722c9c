// The repository of the stand-in for GitHub: contents at a commit, trees and commits, branches and pull requests, as GitHub writes them (its REST
// documentation) and as Gitea and Forgejo do (routers/api/v1/repo and modules/structs of go-gitea/gitea).
import { createHash } from "node:crypto";
import type { GitHubStub } from "./github-server.ts";

export interface Commit {
  /** Path → text. */
  files: Map<string, string>;
  message: string;
  parents: string[];
}

export interface BranchPull {
  number: number;
  title: string;
  body: string;
  state: "open" | "closed";
  user: { login: string };
  head: { ref: string; sha: string; repo: { full_name: string } };
  base: { ref: string };
}

export interface Asked {
  method: string;
  /** Below the repository, like `/pulls`. */
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

type Answer = [number, unknown];
type Entry = { path: string; sha?: string | null; content?: string };
type Operation = { operation: string; path: string; content?: string; sha?: string };

const MISSING: Answer = [404, { message: "Not Found" }];
const REPOSITORY = "acme/dashboards";

/** `number`: a new one for an issue or a pull request. */
export function openRepository(stub: GitHubStub, number: () => number) {
  const trees = new Map<string, Map<string, string>>();
  const filesAt = (sha: string) => stub.commits.get(sha)?.files ?? stub.contents;
  const keepTree = (files: Map<string, string>): string => {
    const id = idOf("tree", JSON.stringify([...files].sort()));
    trees.set(id, files);
    return id;
  };
  const keepCommit = (commit: Commit): string => {
    const id = idOf("commit", JSON.stringify([[...commit.files], commit.message, commit.parents]));
    stub.commits.set(id, commit);
    return id;
  };
  const move = (branch: string, sha: string): void => {
    stub.branches.set(branch, sha);
    for (const pull of stub.branchPulls.values()) {
      if (pull.head.ref === branch && pull.state === "open") pull.head.sha = sha;
    }
  };
  const remove = (branch: string): Answer => {
    if (!stub.branches.delete(branch)) return [422, { message: "Reference does not exist" }];
    for (const pull of stub.branchPulls.values()) if (pull.head.ref === branch) pull.state = "closed";
    return [204, undefined];
  };

  const content = (path: string, ref: string): Answer => {
    const target = stub.links.get(path);
    if (target !== undefined) return [200, { type: "symlink", path, target }];
    const files = filesAt(ref);
    if (path === "") return [200, []];
    if ([...files.keys()].some((file) => file.startsWith(`${path}/`))) return [200, []];
    const text = files.get(path);
    if (text === undefined) return MISSING;
    const base64 = Buffer.from(text).toString("base64");
    // GitHub breaks base64 into lines.
    const inLines = stub.isGitea ? base64 : base64.replace(/.{60}/g, "$&\n");
    return [200, { type: "file", path, sha: idOf("blob", text), encoding: "base64", content: inLines }];
  };

  /** Git's data over GitHub's API: Gitea and Forgejo only read it. */
  const gitData = ({ method, path, body }: Asked): Answer | undefined => {
    if (path === "/git/trees" && method === "POST") {
      const files = new Map(trees.get(String(body.base_tree)));
      for (const { path: name, sha, content: text } of body.tree as Entry[]) {
        if (sha === null) files.delete(name);
        else files.set(name, text ?? "");
      }
      return [201, { sha: keepTree(files) }];
    }
    if (path === "/git/commits" && method === "POST") {
      const files = trees.get(String(body.tree));
      if (!files || body.author || body.committer) return [422, { message: "Tree SHA does not exist" }];
      return [
        201,
        { sha: keepCommit({ files, message: String(body.message), parents: body.parents as string[] }) },
      ];
    }
    if (path === "/git/refs" && method === "POST") {
      const branch = String(body.ref).replace("refs/heads/", "");
      if (stub.branches.has(branch)) return [422, { message: "Reference already exists" }];
      move(branch, String(body.sha));
      return [201, { ref: body.ref }];
    }
    const ref = /^\/git\/refs\/heads\/(.+)$/.exec(decodeURIComponent(path))?.[1];
    if (ref === undefined) return undefined;
    if (method === "DELETE") return remove(ref);
    const { parents } = stub.commits.get(String(body.sha)) as Commit;
    if (!body.force && parents[0] !== stub.branches.get(ref))
      return [422, { message: "Update is not a fast forward" }];
    move(ref, String(body.sha));
    return [200, { ref }];
  };

  /** ChangeFiles of Gitea: all changes of a commit in one request. */
  const changeFiles = (body: Record<string, unknown>): Answer => {
    const from = stub.branches.get(String(body.branch));
    if (from === undefined) return [404, { message: "branch does not exist" }];
    const branch = String(body.new_branch);
    const isMoved = stub.movesBranches && body.force_push === true;
    if (stub.branches.has(branch) && !isMoved)
      return [422, { message: `branch already exists [name: ${branch}]` }];
    const files = new Map(filesAt(from));
    for (const { operation, path, content: base64 = "", sha } of body.files as Operation[]) {
      const before = files.get(path);
      if (operation === "create" ? before !== undefined : before === undefined)
        return [422, { message: `repository file already exists, or does not [path: ${path}]` }];
      if (before !== undefined && sha !== idOf("blob", before))
        return [422, { message: `sha does not match [given: ${sha}]` }];
      if (operation === "delete") files.delete(path);
      else files.set(path, Buffer.from(base64, "base64").toString());
    }
    const commit = keepCommit({ files, message: String(body.message), parents: [from] });
    move(branch, commit);
    return [201, { commit: { sha: commit }, files: [] }];
  };

  const openPull = (body: Record<string, unknown>): Answer => {
    const ref = String(body.head);
    const sha = stub.branches.get(ref);
    if (sha === undefined) return [stub.isGitea ? 404 : 422, { message: "Validation Failed: head" }];
    const isOpen = [...stub.branchPulls.values()].some(
      (pull) => pull.head.ref === ref && pull.state === "open",
    );
    if (isOpen) return [stub.isGitea ? 409 : 422, { message: "A pull request already exists" }];
    const pull: BranchPull = {
      number: number(),
      title: String(body.title),
      body: String(body.body),
      state: "open",
      user: { login: stub.login },
      head: { ref, sha, repo: { full_name: REPOSITORY } },
      base: { ref: String(body.base) },
    };
    stub.branchPulls.set(pull.number, pull);
    return [201, pull];
  };

  return {
    /** What only reads the repository itself; undefined for any other request. */
    read({ method, path, query }: Asked): Answer | undefined {
      const found = /^(?:\/(contents|git\/commits|branches)(?:\/(.+)|$))?$/.exec(path);
      if (method !== "GET" || !found) return undefined;
      const [, kind, encoded = ""] = found;
      const name = decodeURIComponent(encoded);
      stub.reads.push(`/repos/${REPOSITORY}${path}`);
      if (stub.isHidden || (stub.lacksGitData && kind === "git/commits")) return MISSING;
      if (kind === undefined) return [200, { default_branch: "main" }];
      if (kind === "git/commits") return [200, { sha: name, tree: { sha: keepTree(filesAt(name)) } }];
      if (kind === "contents") return content(name, query.get("ref") ?? "");
      const sha = stub.branches.get(name);
      const commit = stub.isGitea ? { id: sha } : { sha };
      return sha === undefined ? [404, { message: "Branch not found" }] : [200, { name, commit }];
    },
    /** Branches, commits and pull requests; undefined for any other request. */
    answer(asked: Asked): Answer | undefined {
      const { method, path, body, query } = asked;
      if (stub.isGitea && path === "/contents" && method === "POST") return changeFiles(body);
      const branch = /^\/branches\/(.+)$/.exec(decodeURIComponent(path))?.[1];
      if (stub.isGitea && branch !== undefined && method === "DELETE") return remove(branch);
      if (path.startsWith("/git/")) return stub.isGitea ? undefined : gitData(asked);
      if (path === "/pulls" && method === "POST") return openPull(body);
      const pull = stub.branchPulls.get(Number(/^\/pulls\/(\d+)$/.exec(path)?.[1]));
      if (pull && method === "PATCH") return [200, Object.assign(pull, body)];
      if (pull) return [200, pull];
      const head = query.get("head");
      if (path !== "/pulls" || head === null) return undefined;
      const wanted = [...stub.branchPulls.values()]
        .reverse()
        .filter(({ state }) => state === query.get("state"));
      // Gitea and Forgejo do not know `head`.
      return [200, stub.isGitea ? wanted : wanted.filter(({ head: { ref } }) => head === `acme:${ref}`)];
    },
  };
}

/** As Git names a blob; of anything else a name of the same form. */
function idOf(kind: string, text: string): string {
  const bytes = Buffer.from(text);
  return createHash("sha1").update(`${kind} ${bytes.length}\0`).update(bytes).digest("hex");
}
