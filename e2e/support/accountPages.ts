import { expect, type Page } from "@playwright/test";
import { readOutbox } from "./outbox.ts";

/** The six-digit code in the newest message to this address that has one and came after the message `afterId`. */
export async function codeTo(url: string, address: string, afterId: string | null): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const messages = await readOutbox(url);
    const seen = messages.findIndex(({ id }) => id === afterId);
    const fresh = messages.slice(0, seen === -1 ? messages.length : seen);
    code = fresh
      .filter(({ to }) => to === address)
      .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
      .find((digits) => digits !== undefined);
    expect(code).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return code!;
}

export interface NewPerson {
  email: string;
  password: string;
}

/** Fills in the sign-up form for a customer and sends it. */
export async function signUpOnPage(
  page: Page,
  { email, password }: NewPerson,
  customerCode = "NORTHWIND",
): Promise<void> {
  await page.goto("/signin");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Given name").fill("Nora");
  await page.getByLabel("Family name").fill("Ek");
  await page.getByLabel("Customer code").fill(customerCode);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Repeat password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}
