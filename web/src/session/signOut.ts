import { callIdentity, retryBackingOff } from "./identityWire.ts";
import { readClaims } from "./jwt.ts";
import type { SessionStore } from "./sessionStore.ts";
import { createDeviceStore } from "./deviceStore.ts";
import type { KeyValues } from "../storage/keyValues.ts";

/** The data needed to end a session at the provider. */
export interface Ending {
  endpoint: string;
  clientId: string;
  byOwnWish: boolean;
  wait(ms: number): Promise<void>;
}

/**
 * Ends the session here at once and at the provider in the background: its token family is revoked, and a device that was
 * not meant to be remembered is forgotten (decisions C32, C36).
 */
export async function endSession(session: SessionStore, storage: KeyValues, ending: Ending): Promise<void> {
  const stored = session.stored();
  session.clear(ending.byOwnWish);
  if (stored === null) return;
  const devices = createDeviceStore(storage);
  const user = readClaims(stored.accessToken)?.["username"];
  const device = typeof user === "string" ? devices.get(user) : null;
  if (typeof user === "string" && device?.["remembered"] === "no" && device["deviceKey"] !== undefined) {
    const forgotten = { AccessToken: stored.accessToken, DeviceKey: device["deviceKey"] };
    devices.drop(user);
    await retryBackingOff(() => callIdentity(ending.endpoint, "ForgetDevice", forgotten), ending.wait);
  }
  const family = { ClientId: ending.clientId, Token: stored.refreshToken };
  await retryBackingOff(() => callIdentity(ending.endpoint, "RevokeToken", family), ending.wait);
}
