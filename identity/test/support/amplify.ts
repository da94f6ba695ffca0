import "./quickSrp.ts";
import { Amplify } from "aws-amplify";
import { cognitoUserPoolsTokenProvider } from "aws-amplify/auth/cognito";
import { ConsoleLogger } from "aws-amplify/utils";
import type { World } from "./world.ts";

/** Amplify's storage: what a browser keeps in localStorage. */
export interface BrowserStorage {
  entries: Map<string, string>;
  /** The value of the first key with this ending. */
  ending(suffix: string): string | undefined;
  /** The device's keys, which survive a sign-out. */
  deviceKeys(): Map<string, string>;
}

// The client warns at every call that the endpoint is not Amazon's.
ConsoleLogger.LOG_LEVEL = "ERROR";

/** Points aws-amplify at the world's current pool with a fresh browser (or one that was here before). */
export function openBrowser(world: World, entries = new Map<string, string>()): BrowserStorage {
  const pool = world.identity.pools.current;
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: pool.userPoolId,
        userPoolClientId: pool.clientId,
        userPoolEndpoint: world.endpoint,
      },
    },
  });
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => entries.get(key) ?? null,
    setItem: async (key, value) => void entries.set(key, value),
    removeItem: async (key) => void entries.delete(key),
    clear: async () => entries.clear(),
  });
  return {
    entries,
    ending: (suffix) => [...entries].find(([key]) => key.endsWith(suffix))?.[1],
    deviceKeys: () =>
      new Map([...entries].filter(([key]) => /\.(deviceKey|deviceGroupKey|randomPasswordKey)$/.test(key))),
  };
}
