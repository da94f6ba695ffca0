import { expect, type Page } from "@playwright/test";
import { codeAfter, newestMessageId } from "./outbox.ts";
import { password } from "./world.ts";

/** Types email and password on the sign-in screen and submits them. */
export async function givePassword(page: Page, email: string, secret = password): Promise<void> {
  // The page before it also has an email field, and is shown for a moment after the address has changed.
  await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Types the six digits of a code; the sixth submits them. */
export async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Digit 1 of 6").click();
  await page.keyboard.type(code);
}

/** Signs in as a person does, with password and texted code, and waits for the map of `site`, choosing it if asked. */
export async function signInOnPage(page: Page, url: string, email: string, site = "Harbour Warehouse"): Promise<void> {
  await passSignIn(page, url, email, "/signin");
  await onMapOf(page, site);
}

/** Signs in on the way to `path`, a page without a map, and waits for that page. */
export async function signInTo(page: Page, url: string, email: string, path: string): Promise<void> {
  await passSignIn(page, url, email, path);
  await page.waitForURL(`**${path}`);
}

async function passSignIn(page: Page, url: string, email: string, address: string): Promise<void> {
  const before = await newestMessageId(url);
  await page.goto(address);
  await givePassword(page, email);
  // Not by `expect`, whose room for a slow machine is a test's: screenshots sign in here, too.
  await page.getByRole("heading", { name: "Enter the code we texted you" }).waitFor();
  await giveCode(page, await codeAfter(url, before));
}

/** Waits for the map of `site`; chooses the site if the user has several and is asked. */
export async function onMapOf(page: Page, site: string): Promise<void> {
  const map = page.getByRole("region", { name: new RegExp(`^Map of ${site}`) });
  const choice = page.getByRole("main").getByRole("button", { name: new RegExp(`^${site}`) });
  await expect(map.or(choice).first()).toBeVisible();
  if (await choice.isVisible()) await choice.click();
  await expect(map).toBeVisible();
}

/** Waits until the map is live and receives everything that happens from now on. */
export async function untilLive(page: Page): Promise<void> {
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible();
}
