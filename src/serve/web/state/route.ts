// What is open is in the address, so that reloading and going back work. The token was there first, and is taken out at once.

export interface Route {
  slug: string | null;
  tab: string | null;
}

export function readRoute(): Route {
  const [slug, tab] = location.hash.replace(/^#\/?/, "").split("/").map(decode);
  return { slug: slug || null, tab: tab || null };
}

export const routeTo = (slug: string, tab: string) =>
  `#/${encodeURIComponent(slug)}/${encodeURIComponent(tab)}`;

/** The token of the fragment, which is gone from the address and its history after this. */
export function takeToken(): string | null {
  const [, token] = /^#token=([\w-]+)$/.exec(location.hash) ?? [];
  if (!token) return null;
  history.replaceState(null, "", location.pathname);
  return token;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
