// Names at which nothing may be read.

import { basename } from "node:path";

/** Credentials as tools name and leave them: keys and their stores, of clouds, clusters and infrastructure. */
const CREDENTIALS = [
  /^gha-creds-.*\.json$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/i,
  /\.(?:pem|key|p12|pfx|kdbx|jks|keystore|ppk)$/i,
  /^(?:credentials|service-account.*|application_default_credentials)\.json$/i,
  /\.tfstate(?:\.backup)?$/i,
  /^kubeconfig(?:\.ya?ml)?$/i,
];
/** Case is no difference on many disks. */
const INSTALLED = /^node_modules$/i;

/**
 * Whether nothing may be read at `name` (contract 11): Git's files, Boardwright's, and those that hold credentials. A pull request
 * names paths, and the checkout of a runner holds more than the commit. `name` is a path relative to the project's folder, with forward slashes.
 */
export function isReserved(name: string): boolean {
  const parts = name.split("/");
  return (
    parts.some((part) => isDotName(part) || INSTALLED.test(part)) ||
    CREDENTIALS.some((one) => one.test(basename(name)))
  );
}

function isDotName(part: string): boolean {
  return part.startsWith(".") && part !== "." && part !== "..";
}
