import type { Browser, Page } from "@playwright/test";

/** A new page for a user who is already signed in. */
export async function pageOf(browser: Browser, baseURL: string, storageState: string | object): Promise<Page> {
  const context = await browser.newContext({ baseURL, storageState: storageState as never });
  return context.newPage();
}
