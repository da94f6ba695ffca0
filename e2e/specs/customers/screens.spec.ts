import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { faultsInEveryWindow } from "../../support/page.ts";
import { accounts } from "../../support/world.ts";
import { openCustomer } from "./customerPage.ts";

test.use({ signedInAs: accounts.superadmin });
test.slow();

const screens: [name: string, open: (page: Page) => Promise<void>][] = [
  [
    "the list of customers",
    async (page) => {
      await page.goto("/customers");
      await expect(page.getByText("NORTHWIND").first()).toBeVisible();
    },
  ],
  [
    "a new customer with faults",
    async (page) => {
      await page.goto("/customers/new");
      await page.getByRole("button", { name: "Create customer" }).click();
      await expect(page.getByText("Field required").first()).toBeVisible();
    },
  ],
  ["a customer", (page) => openCustomer(page, "Northwind Logistics")],
  [
    "the question before a deletion",
    async (page) => {
      await openCustomer(page, "Contoso Clinics");
      await page.getByRole("button", { name: "Delete customer" }).click();
      await expect(page.getByLabel("Type Contoso Clinics to confirm")).toBeVisible();
    },
  ],
];

test("the customers' screens are accessible in every window, light and dark", async ({ page, complaints }) => {
  for (const [name, open] of screens) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page);
    expect(await faultsInEveryWindow(page), name).toEqual([]);
  }
  expect(complaints).toEqual([]);
});
