import { z } from "zod";
import { Id } from "./fields.ts";

/** A make of gateway, and what such gateways can do. */
export const HardwareType = z
  .object({
    id: Id,
    type: z.enum(["KKM", "MINEW", "RUUVI", "OMG", "ESPRESENSE", "RADDEC", "APRILBROTHER", "MOBILE", "GENERIC"]),
    name: z.string(),
    mobile: z.boolean(),
    capabilities: z.object({ deviceConfig: z.boolean(), trackerDownlink: z.boolean(), gps: z.boolean() }),
    /** The settings of a GatewayDeviceConfig that such gateways have, with their names on the wire. */
    configSettings: z.array(z.string()),
    /** Whether such gateways report their settings when asked. */
    configReadable: z.boolean(),
    /** Whether their topics contain the gateway's name, so that a new name changes what they must be set to. */
    topicsFromName: z.boolean(),
  })
  .meta({ id: "HardwareType" });
export type HardwareType = z.infer<typeof HardwareType>;
