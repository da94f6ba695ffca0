import { expect, type Page } from "@playwright/test";
import { listUsers } from "@pulse/contract/users";
import { test } from "../../support/fixtures.ts";
import { search } from "../../support/framePages.ts";
import { accounts, signIn } from "../../support/world.ts";
import { pageOf } from "./accessWorld.ts";

test.slow();

/** Collects the address of every request refused from now on. */
function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  return refused;
}

test("a viewer cannot open access management or the audit log, and no request is refused", async ({
  browser,
  pulse,
  sessionOf,
}) => {
  const page = await pageOf(browser, pulse.url, await sessionOf(accounts.viewer));
  const refused = refusals(page);
  for (const path of ["users", "groups", "roles", "users/new", "roles/new"]) {
    await page.goto(`/access/${path}`);
    await expect(page.getByText("You do not have access for this page")).toBeVisible();
  }
  await page.goto("/audit");
  await expect(page.getByText("You do not have access for this page")).toBeVisible();
  expect(refused).toEqual([]);
  await page.context().close();
});

const words = { operator: "PJ-0", otherCustomer: "Bayside", superadmin: "Harbour" };
for (const [account, word] of Object.entries(words))
  test(`the search and administration pages send no refused request as ${account}`, async ({
    browser,
    pulse,
    sessionOf,
  }) => {
    const page = await pageOf(browser, pulse.url, await sessionOf(accounts[account as keyof typeof words]));
    const refused = refusals(page);
    await page.goto("/profile");
    await expect(page.getByRole("heading", { name: "Profile" })).toBeVisible();
    await search(page, word);
    await expect(page.getByRole("option").first()).toBeVisible();
    for (const path of ["/profile", "/access/users", "/access/roles", "/access/groups", "/audit", "/customers"]) {
      await page.goto(path);
      const loaded = page.getByRole("main").getByRole("heading").first();
      await expect(loaded).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    }
    expect(refused).toEqual([]);
    await page.context().close();
  });

test("a list keeps its search and order in the address, and Back undoes a search", async ({
  browser,
  pulse,
  sessionOf,
}) => {
  const page = await pageOf(browser, pulse.url, await sessionOf(accounts.admin));
  await page.goto("/access/users?sort=-email");
  const emails = page.getByRole("row").filter({ has: page.getByRole("checkbox") });
  await expect(emails.nth(1)).toContainText(accounts.viewer);
  await page.getByRole("searchbox", { name: "Search by name, email or role" }).fill("OPERATOR");
  await expect(page).toHaveURL(/\?sort=-email&q=OPERATOR$/);
  await expect(page.getByText("1–1 of 1")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?sort=-email$/);
  await expect(page.getByRole("searchbox", { name: "Search by name, email or role" })).toHaveValue("");
  await expect(emails.nth(1)).toContainText(accounts.viewer);
  await page.context().close();
});

test("a user's page opens by its address, and a user of another customer is not found", async ({
  browser,
  pulse,
  sessionOf,
}) => {
  const idOf = async (email: string): Promise<string> =>
    (await (await signIn(pulse.url, email)).call(listUsers)).find((user) => user.email === email)?.id ?? "";
  // One after the other, because each sign-in waits for its own code.
  const own = await idOf(accounts.admin);
  const foreign = await idOf(accounts.otherCustomer);
  const page = await pageOf(browser, pulse.url, await sessionOf(accounts.admin));
  await page.goto(`/access/users/${own}`);
  await expect(page.getByText("Changing your own role or group signs you out")).toBeVisible();
  await page.goto(`/access/users/${foreign}`);
  await expect(page.getByRole("link", { name: "All users" })).toBeVisible();
  await page.context().close();
});
