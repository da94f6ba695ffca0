import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { openMap } from "../../support/framePages.ts";
import { codeAfter, newestMessageId } from "../../support/outbox.ts";
import { giveCode, givePassword, onMapOf } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

const site = "Harbour Warehouse";

/** Makes this browser's tokens expire in this many minutes, by its own clock. */
const endIn = (page: Page, minutes: number): Promise<void> =>
  page.evaluate((left) => {
    const session = JSON.parse(localStorage.getItem("cognito_token") ?? "{}") as object;
    const text = JSON.stringify({ ...session, idTokenExpiry: Date.now() + left * 60_000 });
    localStorage.setItem("cognito_token", text);
    // The browser sends storage events to other tabs only, so this tab gets one by hand.
    (globalThis as unknown as { dispatchEvent(event: unknown): void }).dispatchEvent(
      new (globalThis as unknown as { StorageEvent: new (type: string, given: object) => unknown }).StorageEvent(
        "storage",
        {
          key: "cognito_token",
        },
      ),
    );
  }, minutes);

const focus = (page: Page): Promise<void> => page.evaluate("window.dispatchEvent(new Event('focus'))");

test("signing out in one tab signs out the other", async ({ context, page }) => {
  await openMap(page);
  const other = await context.newPage();
  await other.goto("/");
  await onMapOf(other, site);
  await other.getByRole("button", { name: /^Account menu:/ }).click();
  await other.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText("You signed out in another tab.")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /token|activeSite/.test(key)))).toEqual(
    [],
  );
});

test("an expired session ends when the window gets focus, and the next sign-in returns to the same page", async ({
  page,
  pulse,
  complaints,
}) => {
  await openMap(page);
  const there = page.url();
  await endIn(page, -1);
  await focus(page);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("cognito_token"))).toBeNull();
  const before = await newestMessageId(pulse.url);
  await givePassword(page, accounts.admin);
  await giveCode(page, await codeAfter(pulse.url, before));
  await expect(page).toHaveURL(there);
  expect(complaints).toEqual([]);
});

test("an expired stored session is not restored", async ({ page }) => {
  await openMap(page);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("cognito_token") ?? "{}") as object;
    localStorage.setItem("cognito_token", JSON.stringify({ ...session, idTokenExpiry: Date.now() - 1000 }));
  });
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("cognito_token"))).toBeNull();
});

test("when tokens expire within 15 minutes, focus refreshes them and the map stays open", async ({
  page,
  complaints,
}) => {
  await openMap(page);
  const token = (): Promise<string> =>
    page.evaluate(() => (JSON.parse(localStorage.getItem("cognito_token") ?? "{}") as { idToken: string }).idToken);
  const old = await token();
  await endIn(page, 14);
  await focus(page);
  await expect.poll(token).not.toBe(old);
  await onMapOf(page, site);
  expect(complaints).toEqual([]);
});

test("a refused token refresh signs the user out and says so", async ({ page }) => {
  await openMap(page);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("cognito_token") ?? "{}") as object;
    localStorage.setItem("cognito_token", JSON.stringify({ ...session, refreshToken: "not.a.token" }));
  });
  await endIn(page, 14);
  await focus(page);
  await expect(page.getByText("Failed to refresh token")).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("cognito_token"))).toBeNull();
});

test("signed-in users are redirected from the public screens to the page asked for or the map", async ({ page }) => {
  await openMap(page);
  for (const path of ["/signin", "/signup", "/verify-email", "/forgot-password", "/change-forgot-password"]) {
    await page.goto(path);
    await onMapOf(page, site);
  }
  await page.goto("/signin?redirect=%2Fno%2Fsuch%2Fpage");
  await expect(page.getByText("Page not found")).toBeVisible();
  await page.goto("/register-phone");
  await onMapOf(page, site);
});
