import { createHardware, listHardwareTypes } from "@pulse/contract/gateways";
import { siteNamed } from "../support/trackedAsset.ts";
import { accounts, signIn } from "../support/world.ts";
import { map, type Screen, type Screens, settle } from "./screen.ts";

const types = ["KKM", "MINEW", "RUUVI", "OMG", "ESPRESENSE", "RADDEC", "APRILBROTHER", "GENERIC"] as const;

/** What Pulse says to enter on the page of a new gateway of this make. */
const form = (type: string, nth: number): Screen => ({
  as: "admin",
  shows: "web/src/gateways/makersForm.ts",
  part: (page) => page.getByRole("group", { name: "What to enter on the gateway's own page" }),
  open: async (page, pulse) => {
    const api = await signIn(pulse.url, accounts.admin);
    const { id: siteId } = await siteNamed(api, "Harbour Warehouse");
    const known = await api.call(listHardwareTypes);
    const made = await api.call(createHardware, {
      query: { siteId },
      body: {
        name: `Hall ${nth + 1} East`,
        hardwareTypeId: known.find((each) => each.type === type)?.id,
        mac: `AC:23:3F:00:00:${(16 + nth).toString(16).toUpperCase()}`,
      },
    });
    await map(page);
    await page.goto(`/sites/${siteId}/devices/gateways/${made.id}?tab=device`);
    await page.getByRole("group", { name: "What to enter on the gateway's own page" }).waitFor();
    await settle(1_000);
  },
});

/** The forms of gateways' makers. They add gateways, so they come last. */
export const makerScreens: Screens = Object.fromEntries(
  types.map((type, nth) => [`form-${type.toLowerCase()}`, form(type, nth)]),
);
