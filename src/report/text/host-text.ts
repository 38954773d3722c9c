// An address as people know it.

/** The host of an address: the rest is no news, or a secret. */
export function hostText(url: string): string {
  if (url.startsWith("sandbox:")) return "sandbox";
  return URL.canParse(url) ? new URL(url).host : url;
}
