import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { codeAfter, newestMessageId } from "../../support/outbox.ts";
import { giveCode, givePassword, onMapOf } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";
import { asPoolAdmin } from "../../support/adminPool.ts";

const codeScreen = "Enter the code we texted you";

async function signInWithCode(page: Page, url: string, email: string, isRemembered: boolean): Promise<void> {
  const before = await newestMessageId(url);
  await page.goto("/signin");
  await givePassword(page, email);
  await expect(page.getByRole("heading", { name: codeScreen })).toBeVisible();
  if (isRemembered) await page.getByLabel("Remember this device").check();
  await giveCode(page, await codeAfter(url, before));
  await onMapOf(page, "Harbour Warehouse");
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
}

/** The device key that this browser keeps across sign-outs. */
const storedDevice = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const devices = JSON.parse(localStorage.getItem("cognito_device") ?? "{}") as Record<
      string,
      { deviceKey?: string }
    >;
    return Object.values(devices)[0]?.deviceKey ?? "";
  });

test("a remembered device needs no code at the next sign-in, until the user pool forgets it", async ({
  page,
  pulse,
  complaints,
}) => {
  const remembered = page.waitForResponse((answer) =>
    (answer.request().headers()["x-amz-target"] ?? "").endsWith("UpdateDeviceStatus"),
  );
  await signInWithCode(page, pulse.url, accounts.admin, true);
  expect((await remembered).ok()).toBe(true);
  await signOut(page);
  await givePassword(page, accounts.admin);
  await onMapOf(page, "Harbour Warehouse");
  expect(complaints).toEqual([]);

  const device = await storedDevice(page);
  await signOut(page);
  await asPoolAdmin(pulse, "AdminForgetDevice", { Username: accounts.admin, DeviceKey: device });
  const before = await newestMessageId(pulse.url);
  await givePassword(page, accounts.admin);
  await expect(page.getByRole("heading", { name: codeScreen })).toBeVisible();
  await giveCode(page, await codeAfter(pulse.url, before));
  await onMapOf(page, "Harbour Warehouse");
  expect(await storedDevice(page)).not.toBe(device);
});

test("a device that is not remembered is forgotten at sign-out, and the next sign-in asks for a code", async ({
  page,
  pulse,
}) => {
  await signInWithCode(page, pulse.url, accounts.viewer, false);
  const forgotten = page.waitForResponse((answer) =>
    (answer.request().headers()["x-amz-target"] ?? "").endsWith("ForgetDevice"),
  );
  const revoked = page.waitForResponse((answer) =>
    (answer.request().headers()["x-amz-target"] ?? "").endsWith("RevokeToken"),
  );
  await signOut(page);
  expect((await forgotten).ok()).toBe(true);
  expect((await revoked).ok()).toBe(true);
  await givePassword(page, accounts.viewer);
  await expect(page.getByRole("heading", { name: codeScreen })).toBeVisible();
});
