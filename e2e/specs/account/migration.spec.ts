import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { codeAfter, newestMessageId } from "../../support/outbox.ts";
import { giveCode, givePassword, onMapOf } from "../../support/signInPage.ts";

const legacy = "legacy@northwind.test";

test("a user of the older pool signs in as usual and is in the new pool afterwards", async ({
  page,
  pulse,
  complaints,
}) => {
  const exists = async (): Promise<unknown> => {
    const answer = await fetch(`${pulse.url}/api/v3/migration/users/${encodeURIComponent(legacy)}/exists`);
    return ((await answer.json()) as { result: { content: unknown } }).result.content;
  };
  expect(await exists()).toEqual({ exists: false });
  const mfa = page.waitForResponse((answer) => answer.url().endsWith("/migration/enable-mfa"));
  let before = await newestMessageId(pulse.url);
  await page.goto("/signin");
  await givePassword(page, legacy);
  await expect(page.getByRole("heading", { name: "Enter the code we texted you" })).toBeVisible();
  await giveCode(page, await codeAfter(pulse.url, before));
  await onMapOf(page, "Harbour Warehouse");
  expect((await mfa).ok()).toBe(true);
  expect(await exists()).toEqual({ exists: true });
  // The browser logs the current pool's refusal, after which the older one is asked; the page must log nothing itself.
  expect(complaints.filter((line) => !/status of 400/.test(line))).toEqual([]);
  expect(
    await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])),
  ).not.toContain("Pulse-demo-1");

  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  before = await newestMessageId(pulse.url);
  const pools: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/exists")) pools.push("asked for the older pool");
  });
  await givePassword(page, legacy);
  await giveCode(page, await codeAfter(pulse.url, before));
  await onMapOf(page, "Harbour Warehouse");
  expect(pools).toEqual([]);
});

test("a wrong password for a user from the older pool is refused with the usual message", async ({ page }) => {
  await page.goto("/signin");
  await givePassword(page, legacy, "Wrong-demo-1");
  await expect(page.getByText("Incorrect username or password")).toBeVisible();
  await expect(page.getByText("Failed to login")).toBeVisible();
});
