import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { floorColours, shareIn, shareOf } from "../support/mapPicture.ts";
import { accessibilityFaults, faultsInEveryWindow } from "../support/page.ts";
import { onMapOf } from "../support/signInPage.ts";
import { accounts } from "../support/world.ts";

test.use({ signedInAs: accounts.admin });

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface InPage {
  window: { addEventListener(type: string, listener: () => void): void; dispatchEvent(event: unknown): void };
  Event: new (type: string) => unknown;
  printed?: string;
  document: { querySelector(selector: string): { textContent: string } | null };
}

/** The browser's own File > Print prints the map with its texts and without controls. */
async function printedByTheBrowser(page: Page): Promise<void> {
  const sheet = page.locator("[data-print-sheet]");
  await page.evaluate(() => {
    const inPage = globalThis as unknown as InPage;
    // The page's own listener ran first, so the sheet is as it will be printed.
    inPage.window.addEventListener("beforeprint", () => {
      inPage.printed = inPage.document.querySelector("[data-print-sheet]")?.textContent ?? "no sheet";
    });
  });
  await page.pdf({ preferCSSPageSize: true });
  expect(await page.evaluate(() => (globalThis as unknown as InPage).printed)).toContain("Harbour Warehouse");
  await expect(sheet).toHaveCount(0);

  const told = (type: "beforeprint" | "afterprint"): Promise<void> =>
    page.evaluate((name) => {
      const { window, Event } = globalThis as unknown as InPage;
      window.dispatchEvent(new Event(name));
    }, type);
  await told("beforeprint");
  await page.emulateMedia({ media: "print" });
  for (const words of ["Harbour Warehouse", "Floor 1", "Moving", "Gateway", "Geofence"])
    await expect(sheet.getByText(words, { exact: true })).toBeVisible();
  await expect(sheet.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("list")).toHaveCount(0);
  expect(await shareIn(page, await page.screenshot(), floorColours.light)).toBeGreaterThan(0.1);
  await page.emulateMedia({ media: null });
  await told("afterprint");
  await expect(sheet).toHaveCount(0);
}

test("the map is saved as a PNG and printed, and a wall display shows its floors in turn", async ({
  page,
  complaints,
}) => {
  await openMap(page);
  await expect.poll(() => shareOf(page, floorColours.light)).toBeGreaterThan(0.1);
  await page.getByRole("button", { name: "Share" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Save as PNG" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^Harbour Warehouse_.+_[-\d]+ \d{6}\.png$/);
  expect(await shareIn(page, await readFile(await file.path()), floorColours.light)).toBeGreaterThan(0.1);

  await printedByTheBrowser(page);

  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Wall display" }).click();
  await page.getByRole("spinbutton", { name: "Seconds on each floor" }).fill("5");
  expect(await faultsInEveryWindow(page)).toEqual([]);
  await page.getByRole("button", { name: "Start" }).click();
  const head = page.locator("[data-wall] header");
  await expect(head.getByRole("heading", { name: "Harbour Warehouse" })).toBeVisible();
  const first = (await head.getByRole("paragraph").textContent()) ?? "";
  await expect(head.getByRole("paragraph")).not.toHaveText(first);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    expect(await accessibilityFaults(page), colorScheme).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave" }).click();
  await onMapOf(page, "Harbour Warehouse");
  expect(complaints).toEqual([]);
});
