import { listAssets } from "@pulse/contract/assets";
import { listCustomers } from "@pulse/contract/customers";
import { listHardwares } from "@pulse/contract/gateways";
import { listGeofences } from "@pulse/contract/geofences";
import { listGroups } from "@pulse/contract/groups";
import { listRoles } from "@pulse/contract/roles";
import { listFloors } from "@pulse/contract/sites";
import { listTrackers } from "@pulse/contract/trackers";
import { listUsers } from "@pulse/contract/users";
import { createWebhook } from "@pulse/contract/webhooks";
import { type AppPage, appPages } from "../../scripts/appPages.mjs";
import { siteNamed } from "../support/trackedAsset.ts";
import { accounts, signIn } from "../support/world.ts";

/** The pages of the app with addresses in the demo: one thing of each kind stands for all. */
export async function pageAddresses(url: string): Promise<AppPage[]> {
  const api = await signIn(url, accounts.admin);
  const superadmin = await signIn(url, accounts.superadmin);
  const site = await siteNamed(api, "Harbour Warehouse");
  const query = { siteId: site.id };
  const floors = await api.call(listFloors, { params: { id: site.id } });
  const webhook = await api.call(createWebhook, {
    body: { name: "Warehouse events", url: "https://events.example/pulse", kinds: ["geofence"] },
  });
  const ids: Readonly<Record<string, { id: string } | undefined>> = {
    site,
    floor: floors.toSorted((a, b) => a.level - b.level)[0],
    asset: (await api.call(listAssets, { query })).find(({ linkedTrackers }) => linkedTrackers.length > 0),
    tracker: (await api.call(listTrackers, { query }))[0],
    gateway: (await api.call(listHardwares, { query }))[0],
    geofence: (await api.call(listGeofences, { query }))[0],
    user: (await api.call(listUsers))[0],
    group: (await api.call(listGroups))[0],
    role: (await api.call(listRoles))[0],
    customer: (await superadmin.call(listCustomers))[0],
    webhook,
  };
  return appPages().map((page) => ({
    ...page,
    address: page.address.replaceAll(/\{(\w+)\}/g, (_, thing: string) => {
      const found = ids[thing];
      if (found === undefined) throw new Error(`the demo has no ${thing} for ${page.name}`);
      return found.id;
    }),
  }));
}
