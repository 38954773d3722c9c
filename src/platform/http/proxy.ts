// Which proxy a connection goes through: the usual environment variables, read as curl and undici read them.

import { BlockList, isIP } from "node:net";
import { showUrl, UserError } from "../../model/index.ts";
import { isLoopback } from "./address.ts";

/** The address of a proxy, as `HTTPS_PROXY` has it, or a function that names one for the URL of a host. */
export type ProxyChoice = string | ((url: string) => string | undefined);

export interface ProxyAddress {
  origin: string;
  host: string;
  hostname: string;
  /** `Proxy-Authorization`, if the address has a user name. Sent to the proxy only. */
  authorization?: string;
  /** Must not be shown. */
  secrets: readonly string[];
}

/**
 * The proxy for `url`, undefined if there is none to use. Pure: `env` is the process's environment. `https_proxy`,
 * `HTTPS_PROXY`, `http_proxy`, `HTTP_PROXY` in that order, the first that is not empty; `no_proxy` or `NO_PROXY` excepts hosts.
 * Plain http is only for loopback addresses, and those are never proxied.
 */
export function proxyFor(url: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const target = new URL(url);
  if (target.protocol !== "https:" || isLoopback(target.hostname)) return undefined;
  const first = (...names: string[]) => names.map((name) => env[name]?.trim()).find(Boolean);
  const proxy = first("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY");
  if (proxy === undefined || isExcepted(target, first("no_proxy", "NO_PROXY") ?? "")) return undefined;
  return proxy;
}

/** Reads the address of a proxy; without a scheme it is http, as curl has it. Throws a UserError that shows no password. */
export function readProxy(text: string): ProxyAddress {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(written) ? new URL(written) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:") || url.hostname === "") {
    throw new UserError(`"${showUrl(written)}" is not the address of a proxy`, {
      details: [
        "HTTPS_PROXY should be like http://proxy.example.com:3128; unset it to connect without a proxy.",
      ],
    });
  }
  const proxy: ProxyAddress = { origin: url.origin, host: url.host, hostname: url.hostname, secrets: [] };
  if (url.username === "" && url.password === "") return proxy;
  const [user, password] = [url.username, url.password].map(decode);
  const pair = Buffer.from(`${user}:${password}`).toString("base64");
  return { ...proxy, authorization: `Basic ${pair}`, secrets: [`${user}:${password}`, `${password}`] };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isExcepted(target: URL, rules: string): boolean {
  const host = plainHost(target.hostname);
  const port = target.port === "" ? "443" : target.port;
  return rules
    .toLowerCase()
    .split(/[\s,]/)
    .some((rule) => matches(rule, host, port));
}

/** `*`, a host with everything under it (`example.com`, `.example.com`, `*.example.com`), an address or a network; `:port` after it. */
function matches(rule: string, host: string, port: string): boolean {
  if (rule === "*") return true;
  const withPort = isIP(rule) === 6 ? undefined : /^(.*):(\d+)$/.exec(rule);
  if (withPort?.[2] !== undefined && withPort[2] !== port) return false;
  const name = plainHost(withPort?.[1] ?? rule);
  if (name.includes("/")) return isInNetwork(host, name);
  if (isIP(host) !== 0)
    return isIP(name) !== 0 && isInNetwork(host, `${name}/${isIP(name) === 6 ? 128 : 32}`);
  const domain = name.replace(/^\*?\./, "");
  return domain !== "" && (host === domain || host.endsWith(`.${domain}`));
}

function isInNetwork(host: string, network: string): boolean {
  const [address = "", bits = ""] = network.split("/");
  const version = isIP(address);
  const own = isIP(host);
  const most = version === 6 ? 128 : 32;
  if (version === 0 || own === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), version === 6 ? "ipv6" : "ipv4");
  return list.check(host, own === 6 ? "ipv6" : "ipv4");
}

function plainHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}
