import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A new device password: 192 random bits, as text. */
export function newSecret(): string {
  return randomBytes(24).toString("base64url");
}

/**
 * The stored form of a device password. Plain SHA-256 is enough: the secret is random, so slow hashing would protect
 * nothing, and thousands of gateways may reconnect at once after a power cut.
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares in constant time. */
export function secretMatches(secret: string, hash: string): boolean {
  const actual = Buffer.from(hashSecret(secret), "hex");
  const expected = Buffer.from(hash, "hex");
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** MQTT credentials whose password nobody has seen; it is reset when somebody wants to use them. */
export function unusedMqttPair(kind: string): { mqtt_username: string; mqtt_secret_hash: string } {
  return {
    mqtt_username: `${kind}-${randomBytes(9).toString("base64url")}`,
    mqtt_secret_hash: hashSecret(newSecret()),
  };
}
