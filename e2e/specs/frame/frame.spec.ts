import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { openMap, search } from "../../support/framePages.ts";
import { accounts } from "../../support/world.ts";

test.describe("as an administrator", () => {
  test.use({ signedInAs: accounts.admin });

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
