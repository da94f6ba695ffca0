import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { listHardwares } from "@pulse/contract/gateways";
import { createHardwareCredentials } from "@pulse/contract/gatewayConnection";
import { listSites } from "@pulse/contract/sites";
import { createTracker } from "@pulse/contract/trackers";
import { test } from "../support/fixtures.ts";
import { connectGateway } from "../support/radio.ts";
import { accounts, signIn } from "../support/world.ts";

test.use({ signedInAs: accounts.admin });

test("an asset is added, linked and located, and hands its tracker to another, which is archived and restored", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse")!;
  const mac = "DD:34:0C:00:00:01";
  const body = { name: "Tag of the journey", type: "KKM", mac };
  await api.call(createTracker, { query: { siteId: site.id }, body });

  // The asset's details come first, then the tracker.
  await page.goto(`/sites/${site.id}/assets`);
  await page.getByRole("link", { name: "Add asset" }).click();
  await expect(page.getByText("Please finish onboarding the asset first")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("Journey cart");
  await page.getByRole("textbox", { name: "Type" }).fill("Cart");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Journey cart" })).toBeVisible();

  // Like a scanner: the code, then Enter.
  await page.getByRole("textbox", { name: "Link a tracker" }).fill(mac);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Tag of the journey linked to Journey cart")).toBeVisible();
  await expect(page.getByRole("link", { name: "Tag of the journey" })).toBeVisible();

  // A gateway hears it, and the page says where it is.
  const gateways = await api.call(listHardwares, { query: { siteId: site.id } });
  const gateway = gateways.find(({ location }) => location !== "")!;
  const credentials = await api.call(createHardwareCredentials, { params: { id: gateway.id } });
  const radio = await connectGateway(pulse.mqttUrl, { mac: gateway.mac!, at: gateway }, credentials);
  const where = page.getByTestId("where");
  await expect(async () => {
    await radio.hear(mac, -50);
    await expect(where).toContainText(gateway.name, { timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await radio.close();

  // Another asset takes the tracker, after a question that names both.
  await page.goto(`/sites/${site.id}/assets/new`);
  await page.getByRole("textbox", { name: "Name" }).fill("Journey bed");
  await page.getByRole("textbox", { name: "Type" }).fill("Bed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Journey bed" })).toBeVisible();
  await page.getByRole("button", { name: "Link", exact: true }).click();
  await expect(page.getByText("Tracker should be selected")).toBeVisible();
  await page.getByRole("textbox", { name: "Link a tracker" }).fill("Tag of the journey");
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Move Tag of the journey to Journey bed?" });
  await expect(question).toContainText("Journey cart");
  await question.getByRole("button", { name: "Move" }).click();
  await expect(page.getByRole("link", { name: "Tag of the journey" })).toBeVisible();

  // Archiving unlinks the tracker; undo restores both.
  await page.getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("No tracker yet.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "Tag of the journey" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Archive" })).toBeVisible();

  // A file with more assets is previewed, imported, and undone as a whole.
  await page.goto(`/sites/${site.id}/assets`);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import a table" });
  const choose = (rows: string) =>
    page
      .locator('input[type="file"]')
      .setInputFiles({ name: "assets.csv", mimeType: "text/csv", buffer: Buffer.from(`name,type\n${rows}`) });
  await choose("Journey cart,Cart\n");
  await expect(dialog).toContainText("1 row has errors");
  await expect(dialog).toContainText("Name: Journey cart: Name must be unique");
  await choose("Journey crate,Crate\n");
  await expect(dialog).toContainText("1 row can be imported.");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toContainText("1 imported");
  await dialog.getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByText("Import undone")).toBeVisible();

  // A scanner types the code printed on the tracker, then Enter: the asset opens.
  await page.getByRole("searchbox").fill(mac.replaceAll(":", ""));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Journey bed" })).toBeVisible();

  // Its history: who changed what, and its positions as a file.
  const past = page.getByRole("radiogroup", { name: "History" });
  await past.getByText("Changes", { exact: true }).click();
  await expect(page.getByRole("region", { name: "Changes" })).toContainText(accounts.admin);
  await past.getByText("Positions", { exact: true }).click();
  await page.getByRole("button", { name: "CSV" }).click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save file" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^asset-history_Journey-bed_\d+_\d+\.csv$/);
  expect(await readFile(await file.path(), "utf8")).toMatch(/,lat,lon,/);
  // The refused link led to a question and is no error, but the browser logs its status all the same.
  expect(complaints.filter((complaint) => !complaint.includes("409"))).toEqual([]);
});
