import {
  createHardware,
  deleteHardware,
  getHardware,
  type Hardware,
  searchHardwares,
  updateHardware,
} from "@pulse/contract/gateways";
import { IconAccessPoint } from "@tabler/icons-react";
import type { Noun } from "../entity/Noun.ts";

/** The gateways of a site. */
export const gateways: Noun<Hardware> = {
  name: "hardwares",
  texts: "gateways",
  path: "/devices/gateways",
  icon: IconAccessPoint,
  area: "hardware_management",
  scope: "site",
  liveMs: 5_000,
  endpoints: {
    list: searchHardwares,
    get: getHardware,
    create: createHardware,
    update: updateHardware,
    remove: deleteHardware,
  },
  nameOf: ({ name }) => name,
  isNamedApart: true,
  shownIn: ["heardGateways"],
  toKeep: (saved) => {
    const { mqttPassword: _, ...known } = saved;
    const { password: _secret, ...properties } = known.properties;
    return { ...known, properties };
  },
};
