import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { accessibilityFaults, sidewaysOverflowPx, watchConsole } from "../../support/page.ts";
import { signInOnPage } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";
import { openCustomer } from "./customerPage.ts";

test.slow();

const widths = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
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

test("the customers' screens are accessible at both widths, light and dark", async ({ browser, pulse, page }) => {
  await signInOnPage(page, pulse.url, accounts.superadmin);
  const storageState = await page.context().storageState();
  for (const viewport of Object.values(widths))
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ baseURL: pulse.url, storageState, viewport, colorScheme });
      const shown = await context.newPage();
      const complaints = watchConsole(shown);
      for (const [name, open] of screens) {
        await open(shown);
        expect(await accessibilityFaults(shown), `${name}, ${viewport.width}, ${colorScheme}`).toEqual([]);
        expect(await sidewaysOverflowPx(shown), name).toBe(0);
      }
      expect(complaints).toEqual([]);
      await context.close();
    }
});
