import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { readOutbox } from "../../support/outbox.ts";
import { accounts } from "../../support/world.ts";
import { makeCustomer, openCustomer, save } from "./customerPage.ts";

test.use({ signedInAs: accounts.superadmin });

const secretOf = (page: Page): Promise<string> =>
  page.getByRole("dialog").locator("dt", { hasText: "Password" }).locator("..").locator("dt + dd").innerText();

test("a superadmin creates a customer, its administrator is invited, and its settings are kept after a reload", async ({
  page,
  pulse,
  complaints,
}) => {
  const name = "Fabrikam Depots";
  const admin = "ada@fabrikam.test";
  await makeCustomer(page, { name, code: "fabrikam", admin });
  await expect(page.getByLabel("Customer code")).toHaveValue("FABRIKAM");
  const invitation = (await readOutbox(pulse.url)).find(({ to }) => to === admin);
  expect(invitation?.text).toMatch(/^Temporary password: \S+$/m);

  await page.getByLabel("Location", { exact: true }).fill("Oslo, Norway");
  await page.getByRole("radio", { name: /^Anchored/ }).click();
  await page.getByLabel("Hide assets from the map after").fill("90");
  await page.getByLabel("Geofence exit timeout").fill("45");
  // By keyboard, since the bar with Save may lie over it.
  await page.getByRole("switch", { name: "Show location accuracy" }).press("Space");
  await page.getByLabel("KKM ring duration").fill("9000");
  await page.getByRole("checkbox", { name: "Ruuvi Gateway" }).uncheck();
  const elevation = page
    .getByRole("row", { name: /^Elevation/ })
    .getByRole("checkbox")
    .last();
  await elevation.uncheck();
  await page.getByRole("combobox", { name: "Role at sign-up" }).click();
  await page.getByRole("option", { name: "Viewer" }).click();
  await page.getByRole("combobox", { name: "Group at sign-up" }).click();
  await page.getByRole("option", { name: "All sites" }).click();
  await expect(page.getByText("11 unsaved changes")).toBeVisible();
  await save(page, name);

  await page.reload();
  await expect(page.getByLabel("Location", { exact: true })).toHaveValue("Oslo, Norway");
  await expect(page.getByRole("radio", { name: /^Anchored/ })).toBeChecked();
  await expect(page.getByLabel("Hide assets from the map after")).toHaveValue("90");
  await expect(page.getByLabel("Geofence exit timeout")).toHaveValue("45");
  await expect(page.getByRole("switch", { name: "Show location accuracy" })).toBeChecked();
  await expect(page.getByLabel("KKM ring duration")).toHaveValue("9000");
  await expect(page.getByRole("checkbox", { name: "Ruuvi Gateway" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "KKM gateway" })).toBeChecked();
  await expect(elevation).not.toBeChecked();
  await expect(page.getByText("40 of 42")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Role at sign-up" })).toHaveValue("Viewer");
  await expect(page.getByRole("combobox", { name: "Group at sign-up" })).toHaveValue("All sites");

  await page.getByRole("button", { name: "Reset password" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByRole("dialog", { name: `New MQTT password for ${name}` })).toBeVisible();
  const secret = await secretOf(page);
  expect(secret.length).toBeGreaterThan(15);
  await expect(page.getByRole("dialog").getByText(/^pulse\/v1\/[0-9a-f-]{36}\/#$/)).toBeVisible();
  await page.getByRole("button", { name: "I've copied it" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Reset password" })).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  expect(complaints).toEqual([]);

  await page.getByRole("button", { name: "Delete customer" }).click();
  const confirm = page.getByRole("button", { name: `Delete ${name}` });
  await expect(confirm).toBeDisabled();
  await page.getByLabel(`Type ${name} to confirm`).fill(name);
  await confirm.click();
  await expect(page).toHaveURL(/\/customers$/);
  await expect(page.getByText("Northwind Logistics")).toBeVisible();
  await expect(page.getByText(name, { exact: true })).toHaveCount(0);
});

test("invalid or taken values of a new customer are reported, and leaving asks before discarding the input", async ({
  page,
}) => {
  await page.goto("/customers/new");
  await page.getByLabel("Geofence exit timeout").fill("0");
  await page.getByRole("button", { name: "Create customer" }).click();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await expect(page.getByText("Geofence exit timeout must be between 1 and 10,080")).toBeVisible();
  await page.getByLabel("Geofence exit timeout").fill("15");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Northwind Logistics");
  await page.getByLabel("Customer code").fill("NORTHWIND-2");
  await page.getByRole("button", { name: "Create customer" }).click();
  await expect(page.getByText("Name must be unique").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await expect(page.getByLabel("Geofence exit timeout")).toHaveValue("15");

  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(question.getByText("You have unsaved changes. Please save them first")).toBeVisible();
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Customer code")).toHaveValue("NORTHWIND-2");
  await page.getByRole("link", { name: "Customers", exact: true }).first().click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
});

test("when two people save the same customer, the second sees both values and chooses", async ({ page, context }) => {
  const name = "Litware Labs";
  await makeCustomer(page, { name, code: "LITWARE" });
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel("Location", { exact: true }).fill("Oslo");
  await other.getByLabel("KKM ring duration").fill("900");
  await save(other, name);

  await page.bringToFront();
  await page.getByLabel("Location", { exact: true }).fill("Bergen");
  await page.getByLabel("Geofence exit timeout").fill("45");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Somebody else has changed this" });
  const location = dialog.getByRole("radiogroup", { name: "Location" });
  await expect(location.getByRole("radio", { name: "Yours Bergen" })).toBeChecked();
  await expect(location.getByRole("radio", { name: "Theirs Oslo" })).not.toBeChecked();
  const ring = dialog.getByRole("radiogroup", { name: "KKM ring duration" });
  await expect(ring.getByRole("radio", { name: /^Theirs 900/ })).toBeChecked();
  await expect(dialog.getByText("Geofence exit timeout")).toHaveCount(0);
  await location.getByRole("radio", { name: "Theirs Oslo" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();

  await page.reload();
  await expect(page.getByLabel("Location", { exact: true })).toHaveValue("Oslo");
  await expect(page.getByLabel("KKM ring duration")).toHaveValue("900");
  await expect(page.getByLabel("Geofence exit timeout")).toHaveValue("45");
});

test("a customer with sites is not deleted, and the sites are listed", async ({ page }) => {
  await openCustomer(page, "Northwind Logistics");
  await page.getByRole("button", { name: "Delete customer" }).click();
  await page.getByLabel("Type Northwind Logistics to confirm").fill("Northwind Logistics");
  await page.getByRole("button", { name: "Delete Northwind Logistics" }).click();
  const refusal = page.getByRole("dialog").getByRole("alert");
  await expect(refusal).toContainText("Northwind Logistics is in use");
  await expect(refusal.getByRole("listitem")).toHaveText(["City Hospital", "Harbour Warehouse"]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: /Northwind Logistics\s*Harbour Warehouse/ }).click();
  await expect(page.getByRole("region", { name: /^Map of Harbour Warehouse/ })).toBeVisible();
});
