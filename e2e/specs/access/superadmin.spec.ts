import { expect } from "@playwright/test";
import { askToDelete, choose, listed } from "../../support/accessPages.ts";
import { test } from "../../support/fixtures.ts";
import { readOutbox } from "../../support/outbox.ts";
import { faultsInEveryWindow } from "../../support/page.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.superadmin });

test("a superadmin without a site chooses a customer, and access management keeps showing that customer", async ({
  page,
  pulse,
  complaints,
}) => {
  await page.goto("/access/groups/new");
  await expect(page.getByRole("button", { name: "Choose a site" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Customer" })).toHaveValue("");
  await expect(page.getByRole("button", { name: "Add group" })).toHaveCount(0);
  await choose(page, "Customer", "Northwind Logistics");
  await page.getByRole("textbox", { name: "Name" }).fill("Ward round");
  await page.getByRole("combobox", { name: "Sites" }).click();
  await expect(page.getByRole("option")).toHaveText(["City Hospital", "Harbour Warehouse"]);
  await page.getByRole("option", { name: "City Hospital" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add group" }).click();
  await expect(page.getByRole("button", { name: "Customer Northwind Logistics" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Ward round City Hospital 0/ })).toBeVisible();

  await page.getByRole("link", { name: "Users", exact: true }).click();
  await page.getByRole("link", { name: "Invite user" }).click();
  await expect(page.getByRole("combobox", { name: "Customer" })).toHaveValue("Northwind Logistics");
  expect(await faultsInEveryWindow(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("textbox", { name: "Email" }).fill("wanda@northwind.test");
  await page.getByRole("textbox", { name: "Given name" }).fill("Wanda");
  await page.getByRole("textbox", { name: "Family name" }).fill("Roth");
  await choose(page, "Role", "Operator");
  await choose(page, "Group", "Ward round");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("row", { name: /Wanda Roth .*Operator Ward round Invited/ })).toBeVisible();
  expect((await readOutbox(pulse.url)).some(({ to }) => to === "wanda@northwind.test")).toBe(true);

  await page.getByRole("link", { name: "Wanda Roth" }).click();
  // Open it by its address alone, like a link in a mail.
  await page.goto(new URL(page.url()).pathname);
  await expect(page.getByText("Customer Northwind Logistics")).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Wanda Roth" }).click();
  await expect(page.getByRole("button", { name: "Customer Northwind Logistics" })).toBeVisible();
  await expect(listed(page).filter({ hasText: "Vic Lindqvist" })).toBeVisible();
  await expect(listed(page).filter({ hasText: "Wanda" })).toHaveCount(0);

  await page.getByRole("link", { name: "Groups", exact: true }).click();
  const question = await askToDelete(page, "Ward round");
  await question.getByRole("button", { name: "Delete Ward round" }).click();
  await expect(page.getByText("Ward round deleted")).toBeVisible();
  expect(complaints).toEqual([]);
});
