import type { S3Address } from "./s3Address.ts";

/** What was tried when it failed. */
export type S3Step = "write" | "read" | "list" | "delete";

/** Codes of Node's about a certificate that it does not trust. */
const certificateCode = /CERT|SELF_SIGNED|UNABLE_TO_/;

/** What stores call it: Amazon's and most, Ceph's, Versity's. */
const wrongKey: ReadonlySet<string> = new Set([
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "InvalidSignature",
  "XAdminUserNotFound",
]);

/**
 * What is wrong with a store, in a few words for people and without its key and secret.
 * @param error of the SDK, of the network or of TLS
 */
export function s3FaultText(error: unknown, step: S3Step, address: S3Address): string {
  const { name, code, status } = partsOf(error);
  return networkFault(name, code, address) ?? answerFault(name, status, step, address) ?? (code || name);
}

/** Null: it is not about the way to the store. */
function networkFault(name: string, code: string, { endpoint, host }: S3Address): string | null {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `the host of ${host} is unknown`;
  if (code === "ECONNREFUSED") return `the connection to ${host} is refused`;
  if (code === "EPROTO" || code.startsWith("ERR_SSL")) return `${host} does not speak TLS there; tls=0 does without it`;
  if (certificateCode.test(code)) return `the certificate of ${host} is not trusted (${code})`;
  if (code.startsWith("HPE_")) return `${host} does not speak HTTP there; tls=1 speaks it over TLS`;
  if (name === "TimeoutError" || code === "ETIMEDOUT")
    return `${host} does not answer in time${endpoint.startsWith("http:") ? " without TLS (tls=0)" : ""}`;
  return code === "ECONNRESET" || code === "EPIPE" ? `${host} closes the connection` : null;
}

/** Null: the store has not answered. */
function answerFault(
  name: string,
  status: number | null,
  step: S3Step,
  { host, bucket, region }: S3Address,
): string | null {
  if (wrongKey.has(name)) return "the key or the secret is wrong";
  if (name === "NoSuchBucket") return `there is no bucket "${bucket}" at ${host}`;
  if (name === "RequestTimeTooSkewed") return `the clocks of ${host} and of this machine differ too much`;
  if (name === "AuthorizationHeaderMalformed" || name === "PermanentRedirect" || status === 301)
    return `the bucket "${bucket}" is not in the region ${region}; region= names another one`;
  if (status === 401 || status === 403) return `the key has no right to ${step} in the bucket "${bucket}"`;
  if (status === 507 || name === "QuotaExceeded") return `there is no space left in the bucket "${bucket}"`;
  return status === null ? null : `${host} answers with ${status} (${name})`;
}

/** Whether a file is missing, rather than the bucket or an answer. */
export function isMissingFile(error: unknown): boolean {
  const { name } = partsOf(error);
  return name === "NoSuchKey" || name === "NotFound";
}

/** The SDK's errors have a name and a status, the system's a code, also as causes. */
function partsOf(error: unknown): { name: string; code: string; status: number | null } {
  if (!(error instanceof Error)) return { name: String(error), code: "", status: null };
  const { code, $metadata, cause } = error as {
    code?: unknown;
    $metadata?: { httpStatusCode?: number };
    cause?: unknown;
  };
  const status = $metadata?.httpStatusCode ?? null;
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : cause;
  if (typeof code !== "string" && status === null && first instanceof Error) return partsOf(first);
  return { name: error.name, code: typeof code === "string" ? code : "", status };
}
