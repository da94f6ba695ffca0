import { expect, type Page } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { faultsInEveryWindow } from "../../support/page.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

const list = (path: string, row: string) => async (page: Page) => {
  await page.goto(path);
  await expect(page.getByRole("link", { name: row }).first()).toBeVisible();
};
const screens: Record<string, (page: Page) => Promise<void>> = {
  "the list of users, some selected": async (page) => {
    await list("/access/users", "Vic Lindqvist")(page);
    await page.getByRole("checkbox", { name: "Select Vic Lindqvist" }).check();
    await expect(page.getByRole("toolbar")).toBeVisible();
  },
  "the list of groups": list("/access/groups", "All sites"),
  "the list of roles": list("/access/roles", "Administrator"),
  "an invitation with faults": async (page) => {
    await page.goto("/access/users/new");
    await page.getByLabel("Temporary password").fill("abc");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect(page.getByText("Field required").first()).toBeVisible();
  },
  "a new role": async (page) => {
    await page.goto("/access/roles/new");
    await page.getByRole("checkbox", { name: "Geofence management: all" }).check();
    await expect(page.getByText("4 of 42")).toBeVisible();
  },
  "a search without a hit": async (page) => {
    await page.goto("/access/groups?q=nowhere");
    await expect(page.getByText("No matching groups")).toBeVisible();
  },
  "the audit log, an entry open": async (page) => {
    await page.goto("/audit");
    await page.getByRole("button", { name: "Signed in" }).first().click();
    await expect(page.getByText("Request ID", { exact: true })).toBeVisible();
  },
};

for (const [name, open] of Object.entries(screens))
  test(`${name} is accessible and fits in every window, light and dark, and leaves the console clean`, async ({
    page,
    complaints,
  }) => {
    await open(page);
    expect(await faultsInEveryWindow(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
