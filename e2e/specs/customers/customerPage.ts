import { expect, type Page } from "@playwright/test";
import { visit } from "../../support/screens.ts";

export interface NewCustomer {
  name: string;
  code: string;
  admin?: string;
}

/** Creates a customer on its page and copies its credentials; ends on the new customer's page. */
export async function makeCustomer(page: Page, { name, code, admin }: NewCustomer): Promise<void> {
  await page.goto("/customers/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await page.getByLabel("Customer code").fill(code);
  if (admin !== undefined) await page.getByLabel("Admin email").fill(admin);
  await page.getByRole("button", { name: "Create customer" }).click();
  await expect(page.getByRole("dialog", { name: `MQTT credentials for ${name}` })).toBeVisible();
  await page.getByRole("button", { name: "I've copied it" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Role at sign-up" })).toBeVisible();
}

/** Opens a customer from the list. */
export async function openCustomer(page: Page, name: string): Promise<void> {
  await visit(page, "/customers");
  await page.getByRole("main").getByText(name, { exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Role at sign-up" })).toBeVisible();
}

/** Saves the form and waits for the message that confirms it. */
export async function save(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(`Customer ${name} saved`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
}
