import { expect } from "@playwright/test";
import { listFloors, listSites } from "@pulse/contract/sites";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { onMapOf } from "../support/signInPage.ts";
import { accounts, signIn } from "../support/world.ts";

test.use({ signedInAs: accounts.admin });

test("the floor switcher lists every floor of the building and selects one at a time", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse");
  const floors = await api.call(listFloors, { params: { id: site?.id ?? "" } });
  await openMap(page);

  const switcher = page.getByRole("navigation", { name: "Floors" });
  await expect(switcher.getByRole("button")).toHaveCount(floors.length);
  for (const { name } of floors.toSorted((a, b) => b.level - a.level)) {
    const button = switcher.getByRole("button", { name: new RegExp(`^${name},`) });
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(switcher.getByRole("button", { pressed: true })).toHaveCount(1);
  }
  expect(complaints).toEqual([]);
});

test("changing the site changes the map, its floors and its address, and Back returns", async ({
  page,
  complaints,
}) => {
  await openMap(page);
  const warehouse = page.url();
  await page.getByRole("button", { name: /^Switch site/ }).click();
  await page.getByRole("button", { name: /^City Hospital/ }).click();
  await onMapOf(page, "City Hospital");
  await expect(page.getByRole("region", { name: /^Map of City Hospital/ })).toBeVisible();
  // Two buildings of three floors each.
  await expect(page.getByRole("navigation", { name: "Floors" }).getByRole("button")).toHaveCount(6);
  expect(page.url()).not.toBe(warehouse);
  await page.goBack();
  await onMapOf(page, "Harbour Warehouse");
  expect(complaints).toEqual([]);
});
