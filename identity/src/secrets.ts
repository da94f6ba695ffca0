import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { KeyStore } from "./keyFiles.ts";

/** The name of the keys that seal and hash; they never change. */
export const secretsFile = "identity-secrets.json";

const SecretsFile = z.object({
  /** Key id of the key that seals now. */
  current: z.string(),
  /** Key id → 32 bytes, base64. Older keys stay so that older rows can be opened. */
  sealing: z.record(z.string(), z.string()),
  /** 32 bytes, base64: the key of the hashes for codes and for stand-ins of unknown users. */
  hashing: z.string(),
});

export interface Secrets {
  /** AES-256-GCM, bound to `context` so that a sealed value cannot be moved to another row. */
  seal(text: string, context: string): string;
  /** Throws if the key is gone, the text was changed or the context is another. */
  open(sealed: string, context: string): string;
  /** Whether the key that sealed this is in the key file. */
  canOpen(sealed: string): boolean;
  /** HMAC-SHA-256 over the parts, each with its length, so that "a", "bc" and "ab", "c" give different hashes. */
  keyedHash(...parts: string[]): Buffer;
}

/**
 * Reads `identity-secrets.json`, or makes it. Without this file nobody can guess passwords or codes from
 * a copy of the database.
 */
export async function loadSecrets(keys: KeyStore): Promise<Secrets> {
  const file = await keys.readOrMake(
    secretsFile,
    (value) => SecretsFile.parse(value),
    async () => {
      const id = randomBytes(4).toString("hex");
      return {
        current: id,
        sealing: { [id]: randomBytes(32).toString("base64") },
        hashing: randomBytes(32).toString("base64"),
      };
    },
  );
  const sealing = new Map(Object.entries(file.sealing).map(([id, key]) => [id, Buffer.from(key, "base64")]));
  const hashing = Buffer.from(file.hashing, "base64");
  const keyOf = (id: string): Buffer => {
    const key = sealing.get(id);
    if (!key) throw new Error(`sealing key ${id} is not in identity-secrets.json`);
    return key;
  };

  return {
    seal(text, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", keyOf(file.current), nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return `${file.current}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
    },
    open(sealed, context) {
      const [id = "", packed = ""] = sealed.split(".");
      const bytes = Buffer.from(packed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", keyOf(id), bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
    },
    canOpen: (sealed) => sealing.has(sealed.split(".")[0] ?? ""),
    keyedHash(...parts) {
      const hmac = createHmac("sha256", hashing);
      for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`);
      return hmac.digest();
    },
  };
}
