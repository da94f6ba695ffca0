import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Mac, Time } from "./fields.ts";
import { GatewayStatus } from "./gateways.ts";
import { list } from "./list.ts";
import { MqttCredentials } from "./mqttCredentials.ts";

/** What to enter in a gateway's own settings, without the password, and why it is not heard. */
export const HardwareConnection = z
  .object({
    ...MqttCredentials.omit({ mqttPassword: true }).shape,
    status: GatewayStatus,
    /** Names that it had in the last day, whose topics still work until then. */
    formerNames: z.array(z.object({ name: z.string(), until: Time })),
    /** An MQTT connection is open. */
    connected: z.boolean(),
    /** The time of the last message that could be read. */
    lastMessageAt: Time.nullable(),
    /** Refusals of the last quarter of an hour, newest first; only the last of each kind. */
    faults: z.array(
      z.object({
        kind: z.enum(["password", "topic", "unreadable", "other_gateway", "clock", "too_long"]),
        /** The last time. */
        at: Time,
        /** How often, since it last did not happen for a quarter of an hour. */
        count: z.number().int(),
        /** The topic, the reason, or the other gateway. */
        about: z.string().nullable(),
      }),
    ),
    /**
     * What it has published in the last day besides what is read, the most frequent first: `+` stands for addresses and
     * numbers, `#` for everything below. Such messages are acknowledged and left out.
     */
    ignoredTopics: z.array(z.object({ topic: z.string(), count: z.number().int(), lastAt: Time })),
  })
  .meta({ id: "HardwareConnection" });
export type HardwareConnection = z.infer<typeof HardwareConnection>;

const params = z.object({ id: Id });

export const getHardwareConnection = endpoint({
  id: "getHardwareConnection",
  method: "GET",
  path: "/api/v3/hardwares/:id/connection",
  tag: "Gateways",
  summary: "How a gateway should connect, whether it does, and what was refused recently",
  access: { all: [{ area: "hardware_management", letter: "r" }] },
  params,
  content: HardwareConnection,
});

export const createHardwareCredentials = endpoint({
  id: "createHardwareCredentials",
  method: "POST",
  path: "/api/v3/hardwares/:id/mqtt-credentials",
  tag: "Gateways",
  summary: "A new MQTT password, shown once; the old one stops working immediately and its connection is closed",
  access: { all: [{ area: "hardware_management", letter: "u" }] },
  params,
  content: MqttCredentials,
});

/** At most this many gateways get new passwords at once: their settings fit in one answer and one file. */
export const maxCredentialsAtOnce = 500;

/** The credentials of one gateway of several. */
export const GatewayCredentials = MqttCredentials.extend({
  hardwareId: Id,
  name: z.string(),
  mac: Mac,
  hardwareType: z.string(),
}).meta({ id: "GatewayCredentials" });
export type GatewayCredentials = z.infer<typeof GatewayCredentials>;

export const createCredentialsOfHardwares = endpoint({
  id: "createCredentialsOfHardwares",
  method: "POST",
  path: "/api/v3/hardwares/mqtt-credentials",
  tag: "Gateways",
  summary: "New MQTT passwords for several gateways of a site, shown once; for all of them or for none",
  access: { all: [{ area: "hardware_management", letter: "u" }] },
  scope: "site",
  query: z.object({ siteId: Id.optional() }),
  body: z.object({ hardwareIds: list(Id).min(1).max(maxCredentialsAtOnce) }),
  content: z.array(GatewayCredentials),
});
