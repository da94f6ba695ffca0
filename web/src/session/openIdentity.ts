import { accountExists, migrateAccount } from "@pulse/contract/accounts";
import type { PublicConfig } from "@pulse/contract/system";
import type { ApiClient } from "../api/client.ts";
import type { KeyValues } from "../storage/keyValues.ts";
import { createDeviceStore } from "./deviceStore.ts";
import { createIdentityClient, type IdentityClient } from "./identityClient.ts";
import type { SessionStore } from "./sessionStore.ts";
import { createTokenStorage } from "./tokenStorage.ts";

interface Parts {
  session: SessionStore;
  storage: KeyValues;
  origin: string;
  api: ApiClient;
}

/** The identity client on this browser's storage, able to migrate people from a legacy pool. Loaded when somebody signs in. */
export function openIdentity(
  identity: PublicConfig["identity"],
  { session, storage, origin, api }: Parts,
): IdentityClient {
  return createIdentityClient({
    identity,
    session,
    tokens: createTokenStorage(session, storage),
    devices: createDeviceStore(storage),
    origin,
    migration: {
      exists: async (email) => (await api.call(accountExists, { params: { email } })).exists,
      migrate: async (bearer, password) => void (await api.call(migrateAccount, { bearer, body: { password } })),
    },
  });
}
