import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

test("saving without a network shows an error, keeps the input, and does not send it later by itself", async ({
  page,
  context,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/api/v3/groups")) sent.push(request.url());
  });
  await page.goto("/access/groups/new");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("Night docks");
  await context.setOffline(true);
  const banner = page.getByRole("status").filter({ hasText: "Reconnecting" });
  await expect(banner).toBeVisible();
  await page.getByRole("button", { name: "Add group" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("Network error");
  const sentOffline = sent.length;
  await context.setOffline(false);
  await expect(banner).toHaveCount(0, { timeout: 20_000 });
  await expect(name).toHaveValue("Night docks");
  expect(sent).toHaveLength(sentOffline);
  await expect(page.getByRole("button", { name: "Add group" })).toBeEnabled();
});
