import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { openMap } from "../../support/framePages.ts";
import { onMapOf, untilLive } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.operator });

test("signing out on the map leaves no redirect for the next person", async ({ page }) => {
  await openMap(page);
  await untilLive(page);
  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page).toHaveURL("/signin");
});

test("a stored site that the user may not enter is forgotten", async ({ page }) => {
  await page.goto("/profile");
  await page.evaluate(() => localStorage.setItem("activeSite", "0198c1b2-0000-7000-8000-000000000000"));
  await page.reload();
  await expect(page.getByRole("button", { name: "Choose a site" })).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Map" }),
  ).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("activeSite"))).toBeNull();
});

test("the search does not open over a modal dialog", async ({ page }) => {
  await page.route("**/api/version", (route) =>
    route.fulfill({ json: { result: { content: { version: "4.0.0" }, metadata: {} } } }),
  );
  await page.goto("/profile");
  const dialog = page.getByRole("dialog", { name: "New version available" });
  await expect(dialog.getByRole("button", { name: "Reload" })).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zz");
  // Anything that opened has been drawn after two frames.
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: "Reload" })).toBeFocused();
});

test("a page whose permissions did not load offers a retry that works", async ({ page }) => {
  await page.goto("/profile");
  await page.route("**/accessible-operations", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/access/users");
  const again = page.getByRole("main").getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.unroute("**/accessible-operations");
  await again.click();
  await expect(page.getByText("You do not have access for this page")).toBeVisible();
});

test("a status answer that is not the server's own counts as a server that is down", async ({ page }) => {
  await page.goto("/profile");
  await page.route("**/api/server-status", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>Hotel</p>" }),
  );
  await page.reload();
  await expect(page.getByText("Oops, our servers are down, please try again later")).toBeVisible();
});

test("a page opened without a network loads once the network is back", async ({ page, context }) => {
  await page.goto("/not-accessible");
  await expect(page.getByRole("link", { name: "Back to the map" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await expect(page).toHaveURL("/profile");
  // Only a page that knows that the network is away waits for it.
  await expect(page.getByRole("heading", { name: "Couldn't load this page" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible({ timeout: 20_000 });
});

test("the site chooser ranks matching names above matching addresses", async ({ page }) => {
  await page.goto("/profile");
  await page.getByRole("button", { name: "Choose a site" }).click();
  await page.getByLabel("Find a site").fill("harbour");
  await page.keyboard.press("Enter");
  await onMapOf(page, "Harbour Warehouse");
});
