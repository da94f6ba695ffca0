import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { openMap, search } from "../../support/framePages.ts";
import { onMapOf, signInOnPage } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";

test.describe("as an administrator", () => {
  test.use({ signedInAs: accounts.admin });

  test("without an active site the user chooses one, and the site used last is offered first next time", async ({
    page,
  }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Choose a site" })).toBeVisible();
    await expect(page).toHaveTitle("Choose a site · Pulse");
    await onMapOf(page, "Harbour Warehouse");
    await expect(page).toHaveURL(/\/sites\/[0-9a-f-]{36}\/map$/);
    await page.evaluate(() => localStorage.removeItem("activeSite"));
    await page.goto("/");
    const lastUsed = page.getByRole("main").getByRole("region", { name: "Last used" });
    await expect(lastUsed.getByRole("button")).toHaveText(/^Harbour Warehouse/);
    await page.getByRole("main").getByLabel("Find a site").fill("hospital");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: /^Map of City Hospital/ })).toBeVisible({ timeout: 20_000 });
  });

  test("the navigation starts open, collapses to icons with tooltips, stays so after a reload, and expands again", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await openMap(page);
    const nav = page.getByRole("navigation", { name: "Main navigation" });
    const width = async (): Promise<number> => (await nav.boundingBox())?.width ?? 0;
    await expect.poll(width).toBe(208);
    await expect(nav.locator("..")).toHaveCSS("transition", /^grid-template-columns 0\.6s/);
    await nav.getByRole("button", { name: "Collapse" }).click();
    await expect.poll(width).toBe(56);
    await nav.getByRole("link", { name: "Map" }).hover();
    await expect(page.getByRole("tooltip")).toHaveText("Map");
    await page.reload();
    await expect(nav.getByRole("button", { name: "Expand" })).toBeVisible();
    await nav.getByRole("button", { name: "Expand" }).click();
    await expect.poll(width).toBe(208);
  });

  test("the search opens an asset's card by keyboard alone, and a slash opens it only outside text fields", async ({
    page,
  }) => {
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
    const recent = page.getByRole("group", { name: "Recent" });
    await expect(recent.getByRole("option")).toContainText("PJ-004");
    await page.keyboard.type("users");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/access\/users/);
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await page.keyboard.press("Meta+k");
    const dialog = page.getByRole("dialog", { name: "Search" });
    await expect(dialog).toBeVisible();
    for (let step = 0; step < 3; step++) {
      await page.keyboard.press("Tab");
      await expect(dialog.locator(":focus")).toHaveCount(1);
    }
  });

  test("the active site opens again at the next start, and is forgotten when the server does not find it", async ({
    page,
  }) => {
    await openMap(page);
    const there = page.url();
    await page.route("**/api/v3/assets/live?*", (route) =>
      route.fulfill({ status: 404, json: { result: { content: { code: "not_found", message: "Not found" } } } }),
    );
    const asked = page.waitForRequest("**/api/v3/assets/live?*");
    await page.goto("/");
    expect((await asked).url()).toContain(there.split("/").at(-2));
    await expect(page.getByRole("heading", { name: "Choose a site" })).toBeVisible();
    await expect(page).toHaveURL("/");
    await expect(
      page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Map" }),
    ).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem("activeSite"))).toBeNull();
  });

  test("on a phone the sections and the search are at the bottom", async ({ page }) => {
    const height = 844;
    await page.setViewportSize({ width: 390, height });
    await openMap(page);
    const bar = page.getByRole("navigation", { name: "Main navigation" });
    await expect(bar.getByRole("link", { name: "Map" })).toHaveAttribute("aria-current", "page");
    const box = await bar.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(height);
    await expect(page.getByRole("button", { name: "Collapse" })).toHaveCount(0);
    await bar.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  });

  test("the account button is fully visible in a window 360 px wide", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openMap(page);
    const account = page.getByRole("button", { name: /^Account menu:/ });
    await expect(account).toBeInViewport({ ratio: 1 });
    for (const path of ["/access/users", "/audit", "/profile"]) {
      await page.goto(path);
      await expect(page.getByRole("button", { name: /^Switch site/ })).toBeVisible();
      await expect(account).toBeInViewport({ ratio: 1 });
    }
  });
});

test("signed-out users can open the public screens; other pages lead to the sign-in, which remembers the page", async ({
  page,
}) => {
  for (const path of ["/signin", "/signup", "/verify-email", "/forgot-password", "/change-forgot-password"]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  const site = "/sites/0198c1b2-0000-7000-8000-000000000000";
  for (const path of ["/register-phone", "/verify-phone", site, "/access/roles?q=a", "/customers", "/no/such/page"]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/signin?redirect=${encodeURIComponent(path)}`);
  }
  await page.goto("/");
  await expect(page).toHaveURL("/signin");
});

test("the language is changed in the menu, kept after a reload, and changed back", async ({ page, pulse }) => {
  await signInOnPage(page, pulse.url, accounts.operator);
  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await page.getByRole("menuitemradio", { name: "Deutsch" }).click();
  await page.keyboard.press("Escape");
  await expect(
    page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Karte" }),
  ).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole("navigation", { name: "Hauptnavigation" }).getByRole("link", { name: "Karte" }),
  ).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("button", { name: /^Kontomenü:/ }).click();
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/users/me/locale"));
  await page.getByRole("menuitemradio", { name: "English" }).click();
  expect((await saved).ok()).toBe(true);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("a page that the user may not read says so, and no request is refused", async ({ page, pulse }) => {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await signInOnPage(page, pulse.url, accounts.viewer);
  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Profile", "Sites", "Sign out"]);
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
