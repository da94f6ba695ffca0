import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { openMap } from "../../support/framePages.ts";
import { signInTo, untilLive } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";

test.describe("as an administrator", () => {
  test.use({ signedInAs: accounts.admin });

  test("a banner reports a lost network, then that it lasts, and data is live again once the network is back", async ({
    page,
    context,
  }) => {
    await openMap(page);
    await untilLive(page);
    await context.setOffline(true);
    const banner = page.getByRole("status").filter({ hasText: "No connection since" });
    await expect(banner).toContainText("Reconnecting...");
    await expect(page.getByRole("main")).toHaveAttribute("data-old", "true");
    await expect(banner).toContainText("Connection timed out, please check internet connection", { timeout: 20_000 });
    const caughtUp = page.waitForResponse(/\/api\/v3\/hardwares\?/);
    await context.setOffline(false);
    await expect(banner).toHaveCount(0, { timeout: 20_000 });
    expect((await caughtUp).ok()).toBe(true);
    await untilLive(page);
    await expect(page.getByRole("main")).not.toHaveAttribute("data-old");
  });

  test("a server that is down gets its own message, which goes away once the server is back", async ({ page }) => {
    await page.route("**/api/server-status", (route) => route.fulfill({ status: 503 }));
    await openMap(page);
    const words = page.getByText("Oops, our servers are down, please try again later");
    await expect(words).toBeVisible();
    await page.unroute("**/api/server-status");
    await expect(words).toHaveCount(0, { timeout: 20_000 });
  });

  test("a version that cannot be fetched is reported in a snackbar that can be dismissed", async ({ page }) => {
    await page.route("**/api/version", (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto("/");
    const error = page.getByRole("alert");
    await expect(error).toHaveText("Failed to fetch");
    await expect(error).toHaveCSS("z-index", "998");
    await error.getByRole("button", { name: "Dismiss" }).click();
    await expect(error).toHaveCount(0);
  });
});

test("a new server version asks for a reload, which signs the user out", async ({ page, pulse }) => {
  // Signing out also ends the session on the server, so this is not the session that the other tests share.
  await signInTo(page, pulse.url, accounts.operator, "/profile");
  await page.route("**/api/version", (route) =>
    route.fulfill({ json: { result: { content: { version: "4.0.0" }, metadata: {} } } }),
  );
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  const dialog = page.getByRole("dialog", { name: "New version available" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await page.unroute("**/api/version");
  await dialog.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});
