import { expect } from "@playwright/test";
import { deleteRole } from "@pulse/contract/roles";
import { choose } from "../../support/accessPages.ts";
import { test } from "../../support/fixtures.ts";
import { signInTo } from "../../support/signInPage.ts";
import { accounts, signIn } from "../../support/world.ts";
import { makeRole, withRole } from "./accessWorld.ts";

test.slow();

test("editing your own user warns of a sign-out; a new name keeps you signed in, a new role signs you out", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const rights = ["asset_management.r", "user_management.r", "user_management.u", "role_management.r"];
  const keeper = await makeRole(api, "People keeper", rights);
  const lesser = await makeRole(api, "Asset watcher", ["asset_management.r"]);
  await withRole(api, accounts.operator, keeper, async ({ id }) => {
    await signInTo(page, pulse.url, accounts.operator, `/access/users/${id}`);
    await expect(page.getByText("Changing your own role or group signs you out")).toBeVisible();
    const familyName = page.getByRole("textbox", { name: "Family name" });
    const before = await familyName.inputValue();
    for (const name of [`${before}-Hart`, before]) {
      await familyName.fill(name);
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("heading", { level: 1, name: new RegExp(`${name}$`) })).toBeVisible();
    }
    await choose(page, "Role", "Asset watcher");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await expect(page.getByText("Your role or group has changed. Sign in again.")).toBeVisible();
    await page.goto(`/access/users/${id}`);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    expect(complaints).toEqual([]);
  });
  await api.call(deleteRole, { params: { id: lesser.id } });
});
