import { expect } from "@playwright/test";
import { createGroup, deleteGroup, updateGroup } from "@pulse/contract/groups";
import { listSites } from "@pulse/contract/sites";
import { updateUser } from "@pulse/contract/users";
import { test } from "../../support/fixtures.ts";
import { untilLive } from "../../support/signInPage.ts";
import { accounts, signIn } from "../../support/world.ts";
import { makeRole, pageOf, withRole } from "./accessWorld.ts";

test("a user who may not see positions can open the map, and stays signed in when the site is taken away", async ({
  browser,
  pulse,
  sessionOf,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const session = await sessionOf(accounts.operator);
  const role = await makeRole(api, "Gateways alone", ["hardware_management.r", "site_management.r"]);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse")!;
  await withRole(api, accounts.operator, role, async ({ id, userGroupId }) => {
    const group = await api.call(createGroup, { body: { name: "One site", siteIds: [site.id] } });
    const join = (groupId: string | null) => api.call(updateUser, { params: { id }, body: { userGroupId: groupId } });
    await join(group.id);
    const page = await pageOf(browser, pulse.url, session);
    await page.goto(`/sites/${site.id}/map`);
    await untilLive(page);

    await api.call(updateGroup, { params: { id: group.id }, body: { siteIds: [] } });
    await page.reload();
    await expect(page.getByText("Page not found")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Account menu:/ })).toBeVisible();
    await page.context().close();
    await join(userGroupId);
    await api.call(deleteGroup, { params: { id: group.id } });
  });
});
