import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { signInTo } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";

const focus = "window.dispatchEvent(new Event('focus'))";

test("a version that cannot be fetched is reported below other messages, and a new one asks for a reload, which signs the user out", async ({
  page,
  pulse,
}) => {
  // Signing out also ends the session on the server, so this is not the session that the other tests share.
  await signInTo(page, pulse.url, accounts.operator, "/profile");
  await page.route("**/api/version", (route) => route.fulfill({ status: 500, json: {} }));
  await page.evaluate(focus);
  await expect(page.getByRole("alert")).toHaveText("Failed to fetch");
  await expect(page.getByRole("alert")).toHaveCSS("z-index", "998");
  await page.unroute("**/api/version");
  await page.route("**/api/version", (route) =>
    route.fulfill({ json: { result: { content: { version: "4.0.0" }, metadata: {} } } }),
  );
  await page.evaluate(focus);
  const dialog = page.getByRole("dialog", { name: "New version available" });
  await expect(dialog.getByRole("button", { name: "Reload" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await page.unroute("**/api/version");
  await dialog.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});
