import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** AES-256-GCM; salt, nonce, tag and text in one base64url. */
export function seal(text: string, key: string): string {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", sealKey(key, salt), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** The text of `seal`. Throws for another key. */
export function unseal(sealed: string, key: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", sealKey(key, bytes.subarray(0, 16)), bytes.subarray(16, 28));
  decipher.setAuthTag(bytes.subarray(28, 44));
  return Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()]).toString("utf8");
}

function sealKey(key: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, "idempotency answer", 32));
}
