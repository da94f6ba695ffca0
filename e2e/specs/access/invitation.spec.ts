import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { codeAfter, newestMessageId, readOutbox } from "../../support/outbox.ts";
import { giveCode, givePassword, onMapOf } from "../../support/signInPage.ts";
import { accounts } from "../../support/world.ts";
import { pageOf } from "./accessWorld.ts";

const person = { email: "ida@northwind.test", password: "Lantern-7-oak" };

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("a user invited with a new role and group signs in, is edited, and is signed out within a minute of deletion", async ({
  browser,
  page: theirs,
  pulse,
  sessionOf,
  complaints,
}) => {
  const page = await pageOf(browser, pulse.url, await sessionOf(accounts.admin));
  await page.goto("/access/roles");
  await page.getByRole("link", { name: "Add role" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Yard crew");
  for (const right of ["Site management: read", "Asset management: read", "Gateway management: read"])
    await page.getByRole("checkbox", { name: right }).check();
  await expect(page.getByText("3 of 42")).toBeVisible();
  await page.getByRole("button", { name: "Add role" }).click();
  await expect(page.getByRole("row", { name: /Yard crew Can view sites, assets, gateways 3 0/ })).toBeVisible();

  await page.getByRole("link", { name: "Groups", exact: true }).click();
  await page.getByRole("link", { name: "Add group" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Harbour only");
  await choose(page, "Sites", "Harbour Warehouse");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add group" }).click();
  await expect(page.getByRole("row", { name: /Harbour only Harbour Warehouse 0/ })).toBeVisible();

  await page.getByRole("link", { name: "Users", exact: true }).click();
  await page.getByRole("link", { name: "Invite user" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill("Ida@Northwind.test");
  await page.getByRole("textbox", { name: "Given name" }).fill("Ida");
  await page.getByRole("textbox", { name: "Family name" }).fill("Berg");
  await choose(page, "Role", "Yard crew");
  await choose(page, "Group", "Harbour only");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText(`Invitation sent to ${person.email}`)).toBeVisible();
  await expect(page.getByRole("row", { name: /Ida Berg .*Yard crew Harbour only Invited/ })).toBeVisible();

  const mail = (await readOutbox(pulse.url)).find(({ to }) => to === person.email);
  const temporary = /^Temporary password: (\S+)$/m.exec(mail?.text ?? "")?.[1] ?? "";
  // The link in the mail.
  await theirs.goto(/^http\S+\/signin$/m.exec(mail?.text ?? "")?.[0] ?? "");
  await givePassword(theirs, person.email, temporary);
  await expect(theirs.getByRole("heading", { name: "Choose your own password" })).toBeVisible();
  await theirs.getByLabel("New password").fill(person.password);
  await theirs.getByLabel("Repeat password").fill(person.password);
  await theirs.getByRole("button", { name: "Save and sign in" }).click();
  await expect(theirs.getByRole("heading", { name: "Add your phone number" })).toBeVisible();
  const before = await newestMessageId(pulse.url);
  await theirs.getByLabel("Mobile number").fill("+49 151 2345 6799");
  await theirs.getByRole("button", { name: "Text me a code" }).click();
  await expect(theirs.getByRole("heading", { name: "Enter the code we texted you" })).toBeVisible();
  await giveCode(theirs, await codeAfter(pulse.url, before));
  await onMapOf(theirs, "Harbour Warehouse");
  expect(complaints).toEqual([]);

  await page.reload();
  await page.getByRole("link", { name: "Ida Berg" }).click();
  await expect(page.getByRole("heading", { name: "Ida Berg" })).toBeVisible();
  await expect(page.getByText("Active")).toBeVisible();
  await page.getByRole("textbox", { name: "Family name" }).fill("Bergström");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Ida Bergström" })).toBeVisible();

  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete Ida Bergström" }).click();
  await expect(page.getByText("Ida Bergström deleted")).toBeVisible();
  await expect(page).toHaveURL(/\/access\/users$/);
  await expect(theirs.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.context().close();
});
