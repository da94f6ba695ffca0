import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { IdentityError } from "./errors.ts";
import type { KeyStore } from "./keyFiles.ts";

const AdminKey = z.object({ access_key_id: z.string().min(16), secret_access_key: z.string().min(32) });
export type AdminKey = z.infer<typeof AdminKey>;

/** The pair in `identity-admin.json` (0600), made at the first start. */
export function loadAdminKey(keys: KeyStore): Promise<AdminKey> {
  return keys.readOrMake(
    "identity-admin.json",
    (value) => AdminKey.parse(value),
    async () => ({
      access_key_id: `AKIA${[...randomBytes(16)].map((byte) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[byte & 31]).join("")}`,
      secret_access_key: randomBytes(30).toString("base64"),
    }),
  );
}

export interface SignedRequest {
  method: string;
  /** Path and query, not decoded. */
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const maxSkewMs = 5 * 60_000;
const refusal = (type: string, message: string) => new IdentityError(type, message);
const sha256Hex = (data: Buffer | string): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, data: string): Buffer => createHmac("sha256", key).update(data).digest();

interface Authorization {
  keyId: string;
  date: string;
  region: string;
  service: string;
  signedHeaders: string[];
  signature: string;
  amzDate: string;
  signedAtMs: number;
}

/**
 * Checks AWS Signature Version 4 of a header-signed request (AWS General Reference, "Signing AWS API requests"),
 * for any region and the service cognito-idp, within ±5 min. Throws with Amazon's error types.
 */
export function assertSigned(request: SignedRequest, key: AdminKey, nowMs: number): void {
  const given = parseAuthorization(request.headers);
  if (given.keyId !== key.access_key_id)
    throw refusal("UnrecognizedClientException", "The security token included in the request is invalid.");
  if (Math.abs(nowMs - given.signedAtMs) > maxSkewMs)
    throw refusal(
      "InvalidSignatureException",
      "Signature expired or not yet current: the clocks differ by more than 5 min.",
    );
  const expected = signatureOf(request, given, key);
  if (!timingSafeEqual(expected, Buffer.from(given.signature, "hex"))) throw mismatch();
}

function parseAuthorization(headers: SignedRequest["headers"]): Authorization {
  const text = single(headers["authorization"]);
  if (!text) throw refusal("MissingAuthenticationTokenException", "Missing Authentication Token");
  const match =
    /^AWS4-HMAC-SHA256 +Credential=([^/,\s]+)\/(\d{8})\/([a-z0-9-]+)\/([a-z0-9-]+)\/aws4_request, *SignedHeaders=([a-z0-9;-]+), *Signature=([0-9a-f]{64})$/.exec(
      text,
    );
  const amzDate = single(headers["x-amz-date"]) ?? "";
  const signedAtMs = parseAmzDate(amzDate);
  if (!match || signedAtMs === null)
    throw refusal("IncompleteSignatureException", "The request signature does not conform to AWS standards.");
  const [, keyId = "", date = "", region = "", service = "", names = "", signature = ""] = match;
  const signedHeaders = names.split(";");
  // Anybody who sees the request could change the parts that are not signed.
  const mustBeSigned = ["host", "x-amz-date", "x-amz-target"];
  if (
    service !== "cognito-idp" ||
    !amzDate.startsWith(date) ||
    !mustBeSigned.every((each) => signedHeaders.includes(each))
  )
    throw mismatch();
  return { keyId, date, region, service, signedHeaders, signature, amzDate, signedAtMs };
}

function signatureOf(request: SignedRequest, given: Authorization, key: AdminKey): Buffer {
  const [path = "/", query = ""] = request.url.split("?");
  const headerLine = (name: string): string =>
    `${name}:${(single(request.headers[name]) ?? "").trim().replaceAll(/ +/g, " ")}`;
  const canonical = [
    request.method,
    path.split("/").map(encodeURIComponent).join("/"),
    query.split("&").toSorted().join("&"),
    ...given.signedHeaders.map(headerLine),
    "",
    given.signedHeaders.join(";"),
    sha256Hex(request.body),
  ].join("\n");
  const scope = `${given.date}/${given.region}/${given.service}/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", given.amzDate, scope, sha256Hex(canonical)].join("\n");
  const signingKey = [given.region, given.service, "aws4_request"].reduce(
    (previous, part) => hmac(previous, part),
    hmac(`AWS4${key.secret_access_key}`, given.date),
  );
  return hmac(signingKey, toSign);
}

const mismatch = () =>
  refusal(
    "InvalidSignatureException",
    "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.",
  );

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(",") : value;

/** `20261121T093000Z` in ms; null if it is not such a date. */
function parseAmzDate(text: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) return null;
  const ms = Date.parse(`${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}Z`);
  return Number.isNaN(ms) ? null : ms;
}
