// Whole lists of a server. GitHub, Gitea and Forgejo number pages alike, and differ in how they say that there are more.

import type { getOctokit } from "@actions/github";

/** What GitHub takes, and what Gitea and Forgejo take at most. */
const PAGE = { per_page: 100, limit: 50 };

/**
 * All entries of a list, `route` as `GET /repos/{owner}/{repo}/…`. GitHub links the next page; Gitea and Forgejo do so for some lists, and for others
 * only count them all. Rejects with a TypeError for an answer that is no list: it would look like one without entries.
 */
export async function readPages<T>(
  octokit: ReturnType<typeof getOctokit>,
  route: string,
  parameters: Readonly<Record<string, unknown>>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const { data, headers } = await octokit.request(route, { ...parameters, ...PAGE, page });
    if (!Array.isArray(data)) throw new TypeError("no list");
    all.push(...(data as T[]));
    const { link } = headers;
    const total = Number(headers["x-total-count"] ?? 0);
    const hasMore = link === undefined ? all.length < total : /rel="next"/.test(link);
    if (!hasMore || data.length === 0) return all;
  }
}
