import { randomInt } from "node:crypto";
import { keyStart } from "@pulse/contract/apiKeys";
import { hashSecret } from "../../platform/devices/secrets.ts";

const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const length = 40;
/** How many characters of a stored key are shown. */
const shownSigns = 6;

/** A new key: 40 random characters, 238 bits. Only its hash is stored. */
export function newApiKey(): { key: string; prefix: string; hash: string } {
  const key = keyStart + Array.from({ length }, () => signs[randomInt(signs.length)]).join("");
  return { key, prefix: key.slice(0, keyStart.length + shownSigns), hash: hashSecret(key) };
}
