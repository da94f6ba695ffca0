import type { Browser, BrowserContext } from "@playwright/test";
import { signInTo } from "./signInPage.ts";
import { askIdentity } from "./world.ts";

/** What a browser keeps between two visits. */
export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** What the browser of somebody keeps who is not signed in. */
export const signedOut: StorageState = { cookies: [], origins: [] };

/**
 * Signs people in at the screen, once each: what their browser keeps is handed on to every spec that is not about signing
 * in. Whoever was signed out meanwhile signs in again. No site is open in it.
 */
export function keepSessions(browser: Browser, url: string): (email: string) => Promise<StorageState> {
  const kept = new Map<string, StorageState>();
  return async (email) => {
    const before = kept.get(email);
    if (before !== undefined && (await isGood(url, before))) return before;
    const context = await browser.newContext({ baseURL: url, storageState: signedOut });
    const page = await context.newPage();
    // The last thing of a sign-in: what the pool knows of this browser is what the browser keeps.
    const deviceKnown = page.waitForResponse((answer) =>
      (answer.request().headers()["x-amz-target"] ?? "").endsWith("UpdateDeviceStatus"),
    );
    await signInTo(page, url, email, "/profile");
    await deviceKnown;
    const state = await context.storageState();
    await context.close();
    kept.set(email, state);
    return state;
  };
}

/** Whether the pool still knows the session; the API hears of ended ones some seconds later. */
async function isGood(url: string, state: StorageState): Promise<boolean> {
  const tokens = state.origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === "cognito_token");
  const { accessToken } = JSON.parse(tokens?.value ?? "{}") as { accessToken?: string };
  return (await askIdentity(url, "GetUser", { AccessToken: accessToken })).ok;
}
