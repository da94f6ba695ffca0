import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { readOutbox } from "../../support/outbox.ts";
import { accessibilityFaults } from "../../support/page.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

test("a requested report is listed, arrives by mail and can be downloaded", async ({ page, pulse, complaints }) => {
  await page.goto("/reports");
  await page.getByRole("button", { name: "Request a report" }).click();
  const dialog = page.getByRole("dialog", { name: "Request a report" });
  await expect(dialog).toContainText("Most reports arrive within minutes. Very large ones can take up to 48 hours.");
  await expect(dialog.getByLabel("Sent to")).toHaveValue(accounts.admin);
  await expect(dialog.getByLabel("Sent to")).not.toBeEditable();
  await expect(dialog.getByRole("combobox", { name: "Site" })).toHaveValue("Harbour Warehouse");
  await dialog.getByLabel("From", { exact: true }).fill("2026-01-02T00:00");
  await dialog.getByLabel("To", { exact: true }).fill("2026-01-01T00:00");
  await expect(dialog.getByText("Start date must not be greater than end date")).toBeVisible();
  await dialog.getByLabel("To", { exact: true }).fill("2026-01-03T00:00");
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Request" }).click();
  await expect(page.getByText("Report Generation Request Recieved Successfully")).toBeVisible();

  const download = page.getByRole("button", { name: "Download Asset history, Harbour Warehouse" }).first();
  await expect(download).toBeVisible();
  const mailed = async () =>
    (await readOutbox(pulse.url)).find(
      ({ to, text }) => to === accounts.admin && text.includes("Asset history, Harbour Warehouse"),
    );
  await expect.poll(mailed).toBeDefined();
  expect((await mailed())!.text).toContain("/api/v3/report-files/");
  const file = page.waitForEvent("download");
  await download.click();
  expect((await file).suggestedFilename()).toMatch(/^asset-history_Harbour-Warehouse_\d{8}_\d{8}\.csv$/);
  expect(complaints).toEqual([]);
});
