// The platform's address: what may be called, and how a request's URL is put together.

import { showUrl, UserError } from "../../model/index.ts";

export interface Address {
  /** Scheme, host and port: what a connection is opened to, and the only place the credential goes. */
  origin: string;
  /** The path of `{base_url}` without a trailing slash; mostly empty. */
  basePath: string;
  /** `{base_url}` without a trailing slash. */
  url: string;
  host: string;
}

type QueryValue = string | number | boolean;

/** A list repeats the parameter. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;

/**
 * Reads `{base_url}`. Only https is accepted (platform document, "What the service does"), except for loopback addresses.
 * Throws a UserError for anything else.
 */
export function readAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new UserError(`"${showUrl(text)}" is not the address of a platform`, {
      details: ["Give an address like https://acme.example.com: set PLATFORM_API_URL or the target's `url`."],
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new UserError(`the address of ${url.host} contains a user name or password`, {
      details: [
        "Remove them from the address; the credential is read from PLATFORM_API_KEY or a saved context.",
      ],
    });
  }
  if (url.search !== "" || url.hash !== "") {
    throw new UserError(`the address of ${url.host} contains a query or a fragment`, {
      details: [`Give only ${url.origin}${url.pathname}.`],
    });
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new UserError(`${url.origin} is not https`, {
      details: [
        `The credential would travel unencrypted. Use https://${url.host}; plain http is only for a loopback address.`,
      ],
    });
  }
  refuseUncheckedTls(text);
  const basePath = url.pathname.replace(/\/+$/, "");
  return { origin: url.origin, basePath, url: url.origin + basePath, host: url.host };
}

/**
 * Throws a UserError for an https address while Node takes any certificate: whoever is on the way would get the credential. It is the
 * only setting of Node that turns the check off.
 */
export function refuseUncheckedTls(url: string): void {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0" || !/^https:/i.test(url)) return;
  const { host } = new URL(url);
  throw new UserError(`nothing is sent to ${host} while NODE_TLS_REJECT_UNAUTHORIZED=0 is set`, {
    details: [
      "It lets Node accept any certificate: anybody between here and there could read the credential and change the answers.",
      "Unset it. If the certificate is from an authority of your own, set NODE_EXTRA_CA_CERTS=/path/to/ca.pem instead.",
    ],
  });
}

/** 127.0.0.0/8, ::1 and localhost. URL has already brought spellings like 127.1 into this form. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** Appends the defined parameters of `query` to `path`, in the order given, after those that `path` has already. */
export function withQuery(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) search.append(name, String(each));
  }
  if (search.size === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${search}`;
}
