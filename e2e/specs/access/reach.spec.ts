import { expect } from "@playwright/test";
import { test } from "../../support/fixtures.ts";
import { search } from "../../support/framePages.ts";
import { accounts } from "../../support/world.ts";

test.use({ signedInAs: accounts.operator });

test("the search and administration pages send no refused request as an operator", async ({ page }) => {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
  await search(page, "PJ-0");
  await expect(page.getByRole("option").first()).toBeVisible();
  for (const path of ["/profile", "/access/users", "/access/roles", "/access/groups", "/audit", "/customers"]) {
    await page.goto(path);
    const loaded = page.getByRole("main").getByRole("heading").first();
    await expect(loaded).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  }
  expect(refused).toEqual([]);
});
