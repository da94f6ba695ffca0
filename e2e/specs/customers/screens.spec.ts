import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { expectFaultless, type Screens, visit } from "../../support/screens.ts";
import { accounts } from "../../support/world.ts";
import { openCustomer } from "./customerPage.ts";

test.use({ signedInAs: accounts.superadmin });

const screens: Screens = {
  "the list of customers": {
    wholePage: async (page) => {
      await visit(page, "/customers");
      await expect(page.getByText("NORTHWIND").first()).toBeVisible();
    },
  },
  "a new customer with faults": async (page) => {
    await visit(page, "/customers/new");
    await page.getByRole("button", { name: "Create customer" }).click();
    await expect(page.getByText("Field required").first()).toBeVisible();
  },
  "a customer": { wholePage: (page) => openCustomer(page, "Northwind Logistics") },
  "how the installation runs": {
    wholePage: async (page) => {
      await visit(page, "/operations");
      await expect(page.getByRole("heading", { name: "Operations" })).toBeVisible();
      await expect(page.getByRole("region", { name: "Parts" }).getByRole("listitem").first()).toBeVisible();
    },
  },
  "the question before a deletion": async (page) => {
    await openCustomer(page, "Contoso Clinics");
    await page.getByRole("button", { name: "Delete customer" }).click();
    await expect(page.getByLabel("Type Contoso Clinics to confirm")).toBeVisible();
  },
};

test("the customers' screens are accessible in every window and leave the console clean", async ({
  page,
  complaints,
}) => {
  await expectFaultless(page, complaints, screens);
});
