import { expect, type Page } from "@playwright/test";
import { codeTo } from "../../support/accountPages.ts";
import { test } from "../../support/fixtures.ts";
import { codeAfter, newestMessageId } from "../../support/outbox.ts";
import { accessibilityFaults, sidewaysOverflowPx } from "../../support/page.ts";
import { giveCode, givePassword, onMapOf, signInOnPage, signInTo, untilLive } from "../../support/signInPage.ts";
import { accounts, password } from "../../support/world.ts";

const site = "Harbour Warehouse";

async function openProfile(page: Page): Promise<void> {
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
}

async function changePassword(page: Page, old: string, fresh: string): Promise<void> {
  await page.getByLabel("Current password").fill(old);
  await page.getByLabel("New password", { exact: true }).fill(fresh);
  await page.getByLabel("Repeat new password").fill(fresh);
  await page.getByRole("button", { name: "Change password" }).click();
}

test.describe("a viewer", () => {
  test.use({ signedInAs: accounts.viewer });

  test("a viewer's name is changed and shown in the account menu; the email cannot be edited", async ({
    page,
    complaints,
  }) => {
    await openProfile(page);
    const given = page.getByRole("textbox", { name: "Given name" });
    const before = await given.inputValue();
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveCount(0);
    for (const name of ["Ottilie", before]) {
      await given.fill(name);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(page.getByText("Name saved")).toBeVisible();
      await expect(page.getByRole("button", { name: new RegExp(`^Account menu: ${name} `) })).toBeVisible();
      await page.reload();
      await expect(given).toHaveValue(name);
    }
    expect(complaints).toEqual([]);
  });

  test("a new phone number is confirmed by a texted code, and sign-in codes cannot be turned off", async ({
    page,
    pulse,
  }) => {
    await openProfile(page);
    await expect(page.getByText("Verified")).toBeVisible();
    for (const number of ["+4915123456780", "+12025550123"]) {
      const before = await newestMessageId(pulse.url);
      await page.getByRole("button", { name: "Change number" }).click();
      await page.getByLabel("Mobile number").fill(number);
      await page.getByRole("button", { name: "Text me a code" }).click();
      const dialog = page.getByRole("dialog", { name: "Enter the code we texted you" });
      await expect(dialog).toBeVisible();
      await giveCode(page, await codeTo(pulse.url, number, before));
      await expect(page.getByText("Phone number confirmed")).toBeVisible();
      await expect(page.getByText(number)).toBeVisible();
      await expect(page.getByText("Verified")).toBeVisible();
    }
    // Sign-ins keep asking for a code, and there is no way to turn that off.
    await expect(page.getByText("Sign-in codes")).toBeVisible();
    await expect(page.getByRole("main").getByRole("switch")).toHaveAccessibleName(/^Single-key shortcuts/);
  });

  test("the profile's language and theme can be chosen, and it is accessible in both themes on desk and phone", async ({
    page,
  }) => {
    for (const viewport of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await openProfile(page);
      for (const theme of ["Dark", "Light"]) {
        await page.getByRole("radiogroup", { name: "Theme" }).getByText(theme).click();
        await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", theme.toLowerCase());
        expect(await accessibilityFaults(page)).toEqual([]);
      }
      expect(await sidewaysOverflowPx(page)).toBe(0);
    }
    await page.getByText("Deutsch").click();
    await expect(page.getByRole("heading", { level: 1, name: "Profil", exact: true })).toBeVisible();
    const saved = page.waitForResponse(
      (answer) => answer.url().endsWith("/locale") && answer.request().postData()?.includes('"en"') === true,
    );
    await page.getByText("English").click();
    await expect(page.getByRole("heading", { level: 1, name: "Profile", exact: true })).toBeVisible();
    // Otherwise the page may close before, and later tests find the account in German.
    expect((await saved).ok()).toBe(true);
  });
});

test("the password is changed with the current one, and the next sign-in accepts the new one", async ({
  page,
  browser,
  pulse,
}) => {
  await signInTo(page, pulse.url, accounts.operator, "/profile");
  await openProfile(page);
  await changePassword(page, "not-the-old-1", "Lantern-7-oak");
  await expect(page.locator("[data-field=old]").getByText("Password is incorrect")).toBeVisible();
  await expect(page.getByLabel("Current password")).toBeFocused();
  await page.getByLabel("Repeat new password").fill("another");
  await page.getByLabel("Repeat new password").blur();
  await expect(page.getByText("Passwords don't match.")).toBeVisible();
  await changePassword(page, password, "Lantern-7-oak");
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");

  const context = await browser.newContext({ baseURL: pulse.url });
  const other = await context.newPage();
  const before = await newestMessageId(pulse.url);
  await other.goto("/signin");
  await givePassword(other, accounts.operator, "Lantern-7-oak");
  await giveCode(other, await codeAfter(pulse.url, before));
  await onMapOf(other, site);
  await context.close();

  await changePassword(page, "Lantern-7-oak", password);
  await expect(page.getByLabel("Current password")).toHaveValue("");
});

test("remembered devices are listed, and a forgotten one is asked for a code again", async ({ page, pulse }) => {
  const before = await newestMessageId(pulse.url);
  await page.goto("/signin");
  await givePassword(page, accounts.viewer);
  await page.getByLabel("Remember this device").check();
  const remembered = page.waitForResponse((answer) =>
    (answer.request().headers()["x-amz-target"] ?? "").endsWith("UpdateDeviceStatus"),
  );
  await giveCode(page, await codeAfter(pulse.url, before));
  await onMapOf(page, site);
  expect((await remembered).ok()).toBe(true);
  await openProfile(page);
  const row = page.getByRole("listitem").filter({ hasText: "This device" });
  await expect(row).toContainText("Last used");
  await row.getByRole("button", { name: /^Forget/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
  await expect(page.getByText("Device forgotten")).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Remembered devices" })).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await givePassword(page, accounts.viewer);
  await expect(page.getByRole("heading", { name: "Enter the code we texted you" })).toBeVisible();
});

test("a session in another browser is listed, and signed out at once from here", async ({ page, browser, pulse }) => {
  const context = await browser.newContext({ baseURL: pulse.url });
  const other = await context.newPage();
  await signInOnPage(other, pulse.url, accounts.operator);
  await untilLive(other);
  await signInTo(page, pulse.url, accounts.operator, "/profile");
  await openProfile(page);
  const sessions = page.getByRole("region", { name: "Where you are signed in" });
  await expect(sessions.getByRole("listitem").filter({ hasText: "This browser" })).toHaveCount(1);
  // The newest of the others is the one that was just opened; other tests have left theirs.
  const end = sessions.getByRole("button", { name: /^Sign out Chrome/ });
  await end.first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText(/^Chrome.* signed out$/)).toBeVisible();
  await expect(other.getByText("You've been signed out. Your session was ended on another device")).toBeVisible();
  await expect(other.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.reload();
  await expect(sessions.getByRole("listitem").filter({ hasText: "This browser" })).toHaveCount(1);
  await context.close();
});

test("signing out on all devices ends the session of another browser, which says why", async ({
  page,
  browser,
  pulse,
}) => {
  const context = await browser.newContext({ baseURL: pulse.url });
  const other = await context.newPage();
  await signInOnPage(other, pulse.url, accounts.operator);
  await untilLive(other);
  await signInTo(page, pulse.url, accounts.operator, "/profile");
  await openProfile(page);
  await page.getByRole("button", { name: "Sign out on all devices" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out on all devices" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  // The server looks up every few seconds which sessions were ended early.
  await expect(other.getByText("You've been signed out. Your session was ended on another device")).toBeVisible();
  await expect(other.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem("cognito_token"))).toBeNull();
  await context.close();
});
