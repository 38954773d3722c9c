// A connection that failed at the proxy, not at the platform.

export class ProxyFailure extends Error {
  readonly code = "PROXY";
  /** Host and port of the proxy. */
  readonly proxy: string;
  /** Its answer to CONNECT, if it gave one. */
  readonly status: number | undefined;

  constructor(proxy: string, how: { status?: number; cause?: unknown }) {
    super(`the proxy ${proxy} failed`, { cause: how.cause });
    this.proxy = proxy;
    this.status = how.status;
  }
}
