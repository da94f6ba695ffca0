import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { floorColours, shareIn, shareOf } from "../support/mapPicture.ts";
import { faultsInEveryWindow } from "../support/page.ts";
import { onMapOf } from "../support/signInPage.ts";
import { accounts } from "../support/world.ts";

test.use({ signedInAs: accounts.admin });

test("the map is kept as a picture of what is shown, and its floors hang in turn on a wall", async ({
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

  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("menuitem", { name: "Wall display" }).click();
  await page.getByRole("spinbutton", { name: "Seconds on each floor" }).fill("5");
  expect(await faultsInEveryWindow(page)).toEqual([]);
  await page.getByRole("button", { name: "Start" }).click();
  const head = page.locator("[data-wall] header");
  await expect(head.getByRole("heading", { name: "Harbour Warehouse" })).toBeVisible();
  const first = (await head.getByRole("paragraph").textContent()) ?? "";
  await expect(head.getByRole("paragraph")).not.toHaveText(first);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave" }).click();
  await onMapOf(page, "Harbour Warehouse");
  expect(complaints).toEqual([]);
});
