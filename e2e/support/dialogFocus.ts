import type { Page } from "@playwright/test";

/**
 * Waits until an opened dialog no longer moves the focus. Mantine's dialogs take it twice, in a timer from the moment
 * their element exists and in another from React's effects, so a key pressed in between goes to the first control.
 * A page that is idle has run those effects, and a timer set then fires after theirs. Some browsers never call a page
 * without a picture idle: there its tasks of the next 2 s come first.
 */
export async function dialogHasFocus(page: Page): Promise<void> {
  await page.evaluate("new Promise((done) => requestIdleCallback(() => setTimeout(done), { timeout: 2_000 }))");
}
