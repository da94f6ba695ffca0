import { z } from "zod";
import { Guid } from "./fields.ts";

/** How a device, or a site's or customer's own program, reaches the broker. */
export const MqttCredentials = z
  .object({
    mqttGuid: Guid,
    mqttUsername: z.string(),
    mqttPassword: z.string(),
    host: z.string(),
    port: z.number().int(),
    /** Null: there is no port for TLS. */
    tlsPort: z.number().int().nullable(),
    /** MQTT over WebSocket, for networks that allow nothing else; absent with an external broker. */
    websocketUrl: z.string().optional(),
    publishTopics: z.array(z.string()),
    subscribeTopics: z.array(z.string()),
  })
  .meta({ id: "MqttCredentials" });
export type MqttCredentials = z.infer<typeof MqttCredentials>;
