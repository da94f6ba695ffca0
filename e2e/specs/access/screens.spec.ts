import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { expectFaultless, type Screens, visit } from "../../support/screens.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

const list = (path: string, row: string) => async (page: Page) => {
  await visit(page, path);
  await expect(page.getByRole("link", { name: row }).first()).toBeVisible();
};
// Those with a form that asks before it is left come last.
const screens: Screens = {
  "the list of users, some selected": async (page) => {
    await list("/access/users", "Vic Lindqvist")(page);
    await page.getByRole("checkbox", { name: "Select Vic Lindqvist" }).check();
    await expect(page.getByRole("toolbar")).toBeVisible();
  },
  "the list of groups": { wholePage: list("/access/groups", "All sites") },
  "the list of roles": { wholePage: list("/access/roles", "Administrator") },
  "a search without a hit": async (page) => {
    await visit(page, "/access/groups?q=nowhere");
    await expect(page.getByText("No matching groups")).toBeVisible();
  },
  "the audit log, an entry open": async (page) => {
    await visit(page, "/audit");
    // One's own: other specs delete the people whose sign-ins they cause.
    const own = page.getByRole("row").filter({ hasText: accounts.admin });
    await own.getByRole("button", { name: "Signed in" }).first().click();
    await expect(page.getByText("Request ID", { exact: true })).toBeVisible();
  },
  "a new role": async (page) => {
    await visit(page, "/access/roles/new");
    await page.getByRole("checkbox", { name: "Geofence management: all" }).check();
    await expect(page.getByText("4 of 42")).toBeVisible();
  },
  "an invitation with faults": async (page) => {
    await page.goto("/access/users/new");
    await page.getByLabel("Temporary password").fill("abc");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect(page.getByText("Field required").first()).toBeVisible();
  },
};

test("access management is accessible and fits in every window, and leaves the console clean", async ({
  page,
  complaints,
}) => {
  await expectFaultless(page, complaints, screens);
});
