import { expect } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap, search } from "../support/framePages.ts";
import { accounts } from "../support/world.ts";

test.use({ simulate: "before", signedInAs: accounts.admin });

test("a room that is found by the search is shown on the map with what is in it, and Back closes its card", async ({
  page,
  complaints,
}) => {
  await openMap(page);
  await search(page, "aisle b");
  const rooms = page.getByRole("group", { name: "Rooms" });
  await rooms.getByRole("option", { name: /^Aisle B/ }).click();
  const card = page.getByRole("region", { name: "Aisle B", exact: true });
  await expect(card.getByText(/^Room · Floor 1 · \d+ assets? in it$/)).toBeVisible();
  await expect(page).toHaveURL(/[?&]room=/);
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  expect(complaints).toEqual([]);
});
