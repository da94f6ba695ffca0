import { expect } from "@playwright/test";
import { createGroup, deleteGroup, type Group, listGroups } from "@pulse/contract/groups";
import { listAccessibleSites } from "@pulse/contract/customers";
import { getUserMe } from "@pulse/contract/users";
import { expectListed, listed, savedBy } from "../../support/accessPages.ts";
import { dialogHasFocus } from "../../support/dialogFocus.ts";
import { test } from "../../support/fixtures.ts";
import { accounts, type Api, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

/** Groups with one site each; the sites take turns. */
async function makeGroups(api: Api, names: readonly string[]): Promise<Group[]> {
  const { customerId } = await api.call(getUserMe);
  const sites = await api.call(listAccessibleSites, { params: { id: customerId ?? "" } });
  const made: Group[] = [];
  for (const [index, name] of names.entries())
    made.push(await api.call(createGroup, { body: { name, siteIds: [sites[index % sites.length]!.id] } }));
  return made;
}

test("a list is searched, sorted, browsed, exported and deleted from by keyboard, and survives a reload and Back", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const made = await makeGroups(api, ["Quay A", "Quay B", "Quay C"]);
  const siteOf = (name: string): string => made.find((group) => group.name === name)?.sites[0]?.name ?? "";

  await page.goto("/access/groups");
  await page.getByRole("searchbox", { name: "Search groups" }).fill("quay");
  await expectListed(page, ["Quay A", "Quay B", "Quay C"]);
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").press("Enter");
  await expectListed(page, ["Quay C", "Quay B", "Quay A"]);
  await page.reload();
  await expect(page).toHaveURL(/\/access\/groups\?q=quay&sort=-name$/);
  await expect(page.getByRole("searchbox", { name: "Search groups" })).toHaveValue("quay");
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  await expectListed(page, ["Quay C", "Quay B", "Quay A"]);

  const rows = listed(page);
  await rows.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Quay B" })).toBeVisible();
  await page.goBack();
  await expectListed(page, ["Quay C", "Quay B", "Quay A"]);

  const whole = await savedBy(page, () => page.getByRole("button", { name: "Download as CSV" }).press("Enter"));
  expect(whole.name).toMatch(/^groups_\d{8}\.csv$/);
  const line = (name: string): string => `${name},${siteOf(name)},0`;
  expect(whole.lines).toEqual(["name,sites,num_users", line("Quay C"), line("Quay B"), line("Quay A"), ""]);

  await rows.first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("End");
  await page.keyboard.press("Space");
  const bar = page.getByRole("toolbar");
  await expect(bar).toContainText("2 selected");
  const some = await savedBy(page, () => bar.getByRole("button", { name: "CSV" }).press("Enter"));
  expect(some.lines).toEqual(["name,sites,num_users", line("Quay C"), line("Quay A"), ""]);

  await bar.getByRole("button", { name: "Delete" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Delete 2 groups?" });
  await expect(question.getByRole("listitem")).toHaveText(["Quay C", "Quay A"]);
  await question.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(question).toHaveCount(0);
  await expectListed(page, ["Quay C", "Quay B", "Quay A"]);
  await bar.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialogHasFocus(page);
  await question.getByRole("button", { name: "Delete 2 groups" }).press("Enter");
  await expect(page.getByText("2 groups deleted")).toBeVisible();
  await expectListed(page, ["Quay B"]);
  await expect(bar).toHaveCount(0);
  const left = (await api.call(listGroups)).filter(({ name }) => name.startsWith("Quay"));
  expect(left.map(({ name }) => name)).toEqual(["Quay B"]);
  await api.call(deleteGroup, { params: { id: left[0]!.id } });
  expect(complaints).toEqual([]);
});
