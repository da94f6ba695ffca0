import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { openMap, search, withoutSite } from "../../support/framePages.ts";
import { onMapOf, signInOnPage, signInTo, untilLive } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";

test.use({ simulate: false });

test.describe("as an administrator", () => {
  let context: BrowserContext;
  let page: Page;
  test.beforeEach(async ({ browser, adminState, pulse }) => {
    context = await browser.newContext({ storageState: withoutSite(adminState), baseURL: pulse.url });
    page = await context.newPage();
  });
  test.afterEach(() => context.close());

  test("without an active site the person chooses one; the one used last comes first the next time", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Choose a site" })).toBeVisible();
    await expect(page).toHaveTitle("Choose a site · Pulse");
    await onMapOf(page, "Harbour Warehouse");
    await expect(page).toHaveURL(/\/sites\/[0-9a-f-]{36}\/map$/);
    await page.evaluate(() => localStorage.removeItem("activeSite"));
    await page.goto("/");
    const lastUsed = page.getByRole("main").getByRole("region", { name: "Used last" });
    await expect(lastUsed.getByRole("button")).toHaveText(/^Harbour Warehouse/);
    await page.getByRole("main").getByLabel("Find a site").fill("hospital");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: /^Map of City Hospital/ })).toBeVisible({ timeout: 20_000 });
  });

  test("the navigation is open at first, collapses to icons with tooltips, and opens again", async () => {
    await openMap(page);
    const nav = page.getByRole("navigation", { name: "Sections" });
    const width = async (): Promise<number> => (await nav.boundingBox())?.width ?? 0;
    await expect.poll(width).toBe(208);
    await nav.getByRole("button", { name: "Collapse" }).click();
    await expect.poll(width).toBe(56);
    await nav.getByRole("link", { name: "Map" }).hover();
    await expect(page.getByRole("tooltip")).toHaveText("Map");
    await nav.getByRole("button", { name: "Expand" }).click();
    await expect.poll(width).toBe(208);
  });

  test("the search leads to an asset's card by keys alone, and a slash opens it outside of fields only", async () => {
    await openMap(page);
    await page.getByLabel("Filter by name, type or place").focus();
    await page.keyboard.type("/");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.getByLabel("Filter by name, type or place").blur();
    await page.keyboard.press("/");
    await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await search(page, "PJ-004");
    await expect(page.getByRole("option", { selected: true })).toContainText("PJ-004");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/map\?asset=/);
    await expect(page.getByText("Last seen", { exact: true }).first()).toBeVisible();
    await page.keyboard.press("Control+k");
    const recent = page.getByRole("group", { name: "Opened last" });
    await expect(recent.getByRole("option")).toContainText("PJ-004");
    await page.keyboard.type("users");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/access\/users/);
  });

  test("a lost network is said, then that it lasts, and all is live again once it is back", async () => {
    await openMap(page);
    await untilLive(page);
    await context.setOffline(true);
    const banner = page.getByRole("status").filter({ hasText: "No contact since" });
    await expect(banner).toContainText("Reconnecting...");
    await expect(page.getByRole("main")).toHaveAttribute("data-old", "true");
    await expect(banner).toContainText("Connection timed out, please check internet connection", { timeout: 20_000 });
    await context.setOffline(false);
    await expect(banner).toHaveCount(0, { timeout: 20_000 });
    await untilLive(page);
    await expect(page.getByRole("main")).not.toHaveAttribute("data-old");
  });

  test("a server that is down is told apart from a lost network", async () => {
    await page.route("**/api/server-status", (route) => route.fulfill({ status: 503 }));
    await openMap(page);
    const words = page.getByText("Oops, our servers are down, please try again later");
    await expect(words).toBeVisible();
    await page.unroute("**/api/server-status");
    await expect(words).toHaveCount(0, { timeout: 20_000 });
  });

  test("a version that cannot be fetched is said in the snackbar", async () => {
    await page.route("**/api/version", (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto("/");
    await expect(page.getByRole("alert")).toHaveText("Failed to fetch");
  });
});

test("a server of another version asks for a reload, which signs out", async ({ page, pulse }) => {
  // Signing out ends the session at the server too, so it is not the one the other tests share.
  await signInTo(page, pulse.url, accounts.operator, "/profile");
  await page.route("**/api/version", (route) =>
    route.fulfill({ json: { result: { content: { version: "4.0.0" }, metadata: {} } } }),
  );
  await page.goto("/");
  const dialog = page.getByRole("dialog", { name: "New version available" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await page.unroute("**/api/version");
  await dialog.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("the language is changed in the menu, kept at the next start, and changed back", async ({ page, pulse }) => {
  await signInOnPage(page, pulse.url, accounts.operator);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("navigation", { name: "Bereiche" }).getByRole("link", { name: "Karte" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Bereiche" }).getByRole("link", { name: "Karte" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("button", { name: /^Konto von/ }).click();
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/users/me/locale"));
  await page.getByRole("menuitemradio", { name: "English" }).click();
  expect((await saved).ok()).toBe(true);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("who may not read a page is told so, and nothing was asked that is refused", async ({ page, pulse }) => {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await signInOnPage(page, pulse.url, accounts.viewer);
  await page.getByRole("button", { name: /^Account of/ }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Profile", "Sign out"]);
  await page.keyboard.press("Escape");
  for (const path of ["/access", "/access/users", "/access/roles", "/customers", "/audit"]) {
    await page.goto(path);
    await expect(page.getByText("You do not have access for this page")).toBeVisible();
    await expect(page).toHaveURL(/\/not-accessible$/);
  }
  await page.getByRole("link", { name: "Back to the map" }).click();
  await onMapOf(page, "Harbour Warehouse");
  expect(refused).toEqual([]);
});
