import { isIP } from "node:net";

/** A bucket of an S3-compatible store, and how to reach it. */
export interface S3Address {
  /** `https://HOST[:PORT]` or `http://…`. */
  endpoint: string;
  /** `HOST[:PORT]`, for people. */
  host: string;
  bucket: string;
  region: string;
  key: string;
  secret: string;
}

const form = /^s3:\/\/([^:@/?#]+):(.+)@([^@/?#]+)\/([^@/?#]+)\/?(?:\?([^@#]*))?$/;
const bucketForm = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/;
const regionForm = /^[A-Za-z0-9-]{1,63}$/;

/**
 * Reads `s3://KEY:SECRET@HOST[:PORT]/BUCKET?region=…&tls=0|1`. Key and secret may be percent-encoded; a `/` or `@` in the
 * secret may also stand as it is. Null: it is none, or has parameters that nobody knows.
 */
export function parseS3Address(text: string): S3Address | null {
  const [, key = "", secret = "", host = "", bucket = "", query = ""] = form.exec(text) ?? [];
  const parameters = new URLSearchParams(query);
  const names = [...parameters.keys()];
  const [region, tls] = [parameters.get("region") ?? "us-east-1", parameters.get("tls") ?? "1"];
  const isKnown = names.every((name) => name === "region" || name === "tls") && new Set(names).size === names.length;
  if (!isKnown || !regionForm.test(region) || !/^[01]$/.test(tls) || !bucketForm.test(bucket) || !isHostAndPort(host))
    return null;
  try {
    const [plainKey, plainSecret] = [decodeURIComponent(key), decodeURIComponent(secret)];
    const endpoint = `${tls === "1" ? "https" : "http"}://${host}`;
    return { endpoint, host, bucket, region, key: plainKey, secret: plainSecret };
  } catch {
    // A % that begins no code.
    return null;
  }
}

/** The address without key and secret, however malformed it is. */
export function withoutS3Secret(text: string): string {
  const at = text.lastIndexOf("@");
  return at < 0 ? "…" : `s3://…${text.slice(at)}`;
}

function isHostAndPort(text: string): boolean {
  if (!URL.canParse(`http://${text}`)) return false;
  const { hostname, host } = new URL(`http://${text}`);
  const name = hostname.replace(/^\[(.*)\]$/, "$1");
  const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name);
  // The port 80 is left out by URL.
  return (isIP(name) !== 0 || isName) && (host === text.toLowerCase() || `${host}:80` === text.toLowerCase());
}
