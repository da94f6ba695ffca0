import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A new secret as standardwebhooks.com writes it: 256 random bits. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

/** The headers that sign a message at a moment; a message that is sent again keeps its id. */
export function signedHeaders(
  secret: string,
  { id, body, atMs }: { id: string; body: string; atMs: number },
): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}
