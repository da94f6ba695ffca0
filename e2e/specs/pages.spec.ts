import { expect } from "@playwright/test";
import { listAssets } from "@pulse/contract/assets";
import { listHardwares } from "@pulse/contract/gateways";
import { listSites } from "@pulse/contract/sites";
import { test } from "../support/fixtures.ts";
import { expectFaultless, visit } from "../support/screens.ts";
import { accounts, signIn } from "../support/world.ts";

test.use({ signedInAs: accounts.admin });

test("the pages of a gateway, an asset and geofences are accessible in every window and leave the console clean", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse")!;
  const query = { siteId: site.id };
  const gateway = (await api.call(listHardwares, { query })).find(({ name }) => name.endsWith("05"))!;
  const asset = (await api.call(listAssets, { query })).find(({ name }) => name.endsWith("FL-004"))!;
  const of = `/sites/${site.id}`;
  const heading = (name: string) => page.getByRole("heading", { name, exact: true });
  await expectFaultless(page, complaints, {
    "a gateway": {
      wholePage: async () => {
        await visit(page, `${of}/devices/gateways/${gateway.id}`);
        await expect(heading("Health")).toBeVisible();
      },
    },
    "a gateway's settings": {
      wholePage: async () => {
        await visit(page, `${of}/devices/gateways/${gateway.id}?tab=settings`);
        await expect(heading("Radio")).toBeVisible();
      },
    },
    "a gateway's device": {
      wholePage: async () => {
        await visit(page, `${of}/devices/gateways/${gateway.id}?tab=device`);
        await expect(heading("Device config")).toBeVisible();
      },
    },
    "a gateway's history": {
      wholePage: async () => {
        await visit(page, `${of}/devices/gateways/${gateway.id}?tab=history`);
        await expect(heading("History")).toBeVisible();
      },
    },
    "an asset": {
      wholePage: async () => {
        await visit(page, `${of}/assets/${asset.id}`);
        await expect(heading("Where it is now")).toBeVisible();
      },
    },
    "a new geofence": {
      wholePage: async () => {
        await visit(page, `${of}/geofences/new`);
        await expect(page.getByRole("radio", { name: "Room" })).toBeChecked();
      },
    },
    "active alerts": async () => {
      await visit(page, `${of}/geofences/alerts?all=true`);
      await expect(page.getByRole("switch", { name: "Show every asset in a geofence" })).toBeChecked();
    },
  });
});
