import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new device password: 192 random bits, as text. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * How a device password is kept. Plain SHA-256: the secret is random, so there is nothing to guess that slow hashing would
 * protect, and thousands of gateways may come back at once after a power cut.
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares in constant time. */
export function secretMatches(secret: string, hash: string): boolean {
  const given = Buffer.from(hashSecret(secret), "hex");
  const kept = Buffer.from(hash, "hex");
  return given.length === kept.length && timingSafeEqual(given, kept);
}

/** A pair for MQTT whose password nobody has been shown: it is reset when somebody wants to use it. */
export function unusedMqttPair(kind: string): { mqtt_username: string; mqtt_secret_hash: string } {
  return {
    mqtt_username: `${kind}-${randomBytes(9).toString("base64url")}`,
    mqtt_secret_hash: hashSecret(newSecret()),
  };
}
