import { createDeviceStore } from "./deviceStore.ts";
import { claimMs, readClaims } from "./jwt.ts";
import type { SessionStore } from "./sessionStore.ts";
import type { KeyValues } from "../storage/keyValues.ts";

const deviceParts: ReadonlySet<string> = new Set(["deviceKey", "deviceGroupKey", "randomPasswordKey"]);

/** The storage that the identity client needs. */
export interface KeyValueStorage {
  setItem(key: string, value: string): Promise<void>;
  getItem(key: string): Promise<string | null>;
  removeItem(key: string): Promise<void>;
  clear(): Promise<void>;
}

/**
 * The identity client's `CognitoIdentityServiceProvider.<client>.<user>.<part>` keys, mapped onto the session and the
 * device keys, so that no token is stored twice. What can be derived (who, clock drift) is derived.
 */
export function createTokenStorage(session: SessionStore, storage: KeyValues): KeyValueStorage {
  let lastUser: string | null = null;

  const devices = createDeviceStore(storage);
  const signedInUser = (): string | null => {
    const token = session.peek("accessToken");
    const name = token && readClaims(token)?.["username"];
    return typeof name === "string" ? name : null;
  };

  return {
    async setItem(key, value) {
      const { user, part } = split(key);
      if (part === "LastAuthUser") lastUser = value;
      else if (part === "accessToken" || part === "idToken" || part === "refreshToken") session.take({ [part]: value });
      else if (deviceParts.has(part)) devices.set(user, part, value);
    },
    async getItem(key) {
      const { user, part } = split(key);
      if (part === "LastAuthUser") return lastUser ?? signedInUser();
      if (part === "accessToken" || part === "idToken" || part === "refreshToken") return session.peek(part);
      if (part === "clockDrift") {
        const stored = session.stored();
        const expiryMs = stored && claimMs(stored.idToken, "exp");
        return expiryMs === null || stored === null ? null : String(expiryMs - stored.idTokenExpiry);
      }
      return devices.get(user)?.[part] ?? null;
    },
    async removeItem(key) {
      const { user, part } = split(key);
      if (part === "LastAuthUser") lastUser = null;
      else if (part === "accessToken" || part === "refreshToken") session.clear();
      else if (deviceParts.has(part)) devices.remove(user, part);
    },
    async clear() {
      lastUser = null;
      session.clear();
    },
  };
}

// User names may contain dots: the part follows the last dot, and the user name is between the second dot and that one.
function split(key: string): { user: string; part: string } {
  const pieces = key.split(".");
  return { user: pieces.slice(2, -1).join("."), part: pieces.at(-1) ?? "" };
}
