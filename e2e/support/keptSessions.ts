import type { Browser, BrowserContext } from "@playwright/test";
import { signInTo } from "./signInPage.ts";
import { askIdentity } from "./world.ts";

/** What a browser keeps between two visits. */
export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** What the browser of a signed-out user keeps. */
export const signedOut: StorageState = { cookies: [], origins: [] };

/**
 * Signs each user in at the screen once and gives the browser's storage to every spec that is not about signing in. A
 * user who was signed out meanwhile signs in again. No site is open in the storage.
 */
export function keepSessions(browser: Browser, url: string): (email: string) => Promise<StorageState> {
  const kept = new Map<string, StorageState>();
  return async (email) => {
    const before = kept.get(email);
    if (before !== undefined && (await isGood(url, before))) return before;
    const context = await browser.newContext({ baseURL: url, storageState: signedOut });
    // Outside of a test the configuration's room for a slow machine does not hold.
    context.setDefaultTimeout(180_000);
    const page = await context.newPage();
    // The last step of a sign-in: afterwards the pool and the browser agree about this device.
    const deviceKnown = page.waitForResponse((answer) =>
      (answer.request().headers()["x-amz-target"] ?? "").endsWith("UpdateDeviceStatus"),
    );
    await Promise.all([signInTo(page, url, email, "/profile"), deviceKnown]);
    const state = await context.storageState();
    await context.close();
    kept.set(email, state);
    return state;
  };
}

/** Whether the pool still accepts the session; the API learns of ended ones some seconds later. */
async function isGood(url: string, state: StorageState): Promise<boolean> {
  const tokens = state.origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === "cognito_token");
  const { accessToken } = JSON.parse(tokens?.value ?? "{}") as { accessToken?: string };
  return (await askIdentity(url, "GetUser", { AccessToken: accessToken })).ok;
}
