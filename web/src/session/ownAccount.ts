import { fetchAuthSession, fetchDevices, forgetDevice, updatePassword } from "aws-amplify/auth";
import { askIdentity, callIdentity } from "./identityWire.ts";
import { readClaims } from "./jwt.ts";
import type { SessionStore } from "./sessionStore.ts";

/** A browser in which the person chose to be remembered: sign-in there needs no code. */
export interface RememberedDevice {
  id: string;
  /** The browser's user agent; empty if it sent none. */
  name: string;
  /** When the person last signed in with it, ms; null: not known. */
  lastUsedMs: number | null;
  /** Whether it is this browser. */
  isThis: boolean;
}

export interface Passkey {
  id: string;
  name: string;
  /** ms; null: not known. */
  createdMs: number | null;
  /** When somebody last signed in with it, ms; null: never, or the provider does not say. */
  lastUsedMs: number | null;
}

/** A passkey as the provider answers it; times in seconds. The last use is the embedded provider's own addition. */
interface StoredPasskey {
  CredentialId: string;
  FriendlyCredentialName?: string;
  CreatedAt?: number;
  LastUsedAt?: number;
}

const inMs = (seconds: number | undefined): number | null => (seconds === undefined ? null : seconds * 1000);

/** What people do with their own account at the provider, once signed in. */
export function createOwnAccount(session: SessionStore, endpoint: string) {
  const accessToken = (): string => session.peek("accessToken") ?? "";
  return {
    /** Rejects with the provider's error; other browsers are signed out. */
    changePassword: (oldPassword: string, newPassword: string): Promise<void> =>
      updatePassword({ oldPassword, newPassword }),

    /** The remembered devices, this one first, then those used last. Rejects with the provider's error. */
    async listDevices(): Promise<RememberedDevice[]> {
      const own = readClaims(accessToken())?.["device_key"];
      const devices = await fetchDevices();
      return (
        devices
          // A browser that was signed in to once without being remembered is listed by the provider as well.
          .filter(({ attributes }) => remembered(attributes) !== "not_remembered")
          .map(({ id, name = "", lastAuthenticatedDate }) => ({
            id,
            name,
            lastUsedMs: lastAuthenticatedDate?.getTime() ?? null,
            isThis: id === own,
          }))
          .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || (b.lastUsedMs ?? 0) - (a.lastUsedMs ?? 0))
      );
    },

    /** The device asks for a code again. Rejects with the provider's error. */
    forgetDevice: (id: string): Promise<void> => forgetDevice({ device: { id } }),

    /** The person's passkeys, the oldest first. Rejects with the provider's error. */
    async listPasskeys(): Promise<Passkey[]> {
      // It refreshes a token that has expired. The library's own list leaves out the last use.
      const { tokens } = await fetchAuthSession();
      const token = tokens?.accessToken.toString() ?? accessToken();
      const answer = await askIdentity(endpoint, "ListWebAuthnCredentials", { AccessToken: token });
      const { Credentials: credentials = [] } = answer as { Credentials?: StoredPasskey[] };
      return credentials.map((passkey) => ({
        id: passkey.CredentialId,
        name: passkey.FriendlyCredentialName ?? "",
        createdMs: inMs(passkey.CreatedAt),
        lastUsedMs: inMs(passkey.LastUsedAt),
      }));
    },

    /** Gives a passkey another name; only the embedded provider has this operation. Rejects if it was refused. */
    async renamePasskey(id: string, name: string): Promise<void> {
      const body = { AccessToken: accessToken(), CredentialId: id, FriendlyCredentialName: name };
      await askIdentity(endpoint, "UpdateWebAuthnCredential", body);
    },

    /** Ends every session of the person at the provider, this one too (decisions C32). */
    signOutEverywhere: (): Promise<void> => callIdentity(endpoint, "GlobalSignOut", { AccessToken: accessToken() }),
  };
}

function remembered(attributes: Readonly<Record<string, unknown>>): unknown {
  return attributes["dev:device_remembered_status"];
}
