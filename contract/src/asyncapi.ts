import { z } from "zod";
import { ScanMessage, TrackerMessage } from "./deviceMessages.ts";
import { DeviceRequest } from "./deviceRequests.ts";
import { Event, NotificationState } from "./events.ts";
import { FailedLogin, Freshness, LocationUpdate, socketEvents, Watch } from "./live.ts";
import { exampleOf } from "./schemaExamples.ts";
import { Id } from "./fields.ts";
import { schemaWriter } from "./wireSchemas.ts";

type Schema = { [key: string]: unknown };

/** A message and its direction. */
interface Told {
  /** Of the operation and the message. */
  id: string;
  summary: string;
  /** The event's name on the socket; null: a message of MQTT. */
  event: string | null;
  payload: z.ZodType;
  /** `send`: from Pulse. */
  way: "send" | "receive";
  channel: "socket" | "siteLocations" | "siteEvents" | "customerEvents" | "gatewayUp" | "trackerUp";
}

const Login = z.tuple([
  z.string().describe("The id token"),
  Id.nullable().describe("The site; null: notifications alone"),
]);

const messages: readonly Told[] = [
  {
    id: "login",
    summary: "Joins a site, with a fresh token again before the old one ends. Its acknowledgement is {ok: true}",
    event: socketEvents.login,
    payload: Login,
    way: "receive",
    channel: "socket",
  },
  {
    id: "watch",
    summary:
      "What the client is viewing: positions in it are sent as they are made, all others every 10 s. Null: everything, as at first. Its acknowledgement is {ok: true}",
    event: socketEvents.watch,
    payload: Watch.nullable(),
    way: "receive",
    channel: "socket",
  },
  {
    id: "failedLogin",
    summary: "The token is bad or there is no such site; the connection is closed",
    event: socketEvents.failedLogin,
    payload: FailedLogin,
    way: "send",
    channel: "socket",
  },
  {
    id: "locationUpdate",
    summary: "The newest position of each tracker of the site that has moved, at most every 500 ms",
    event: socketEvents.locationUpdate,
    payload: z.array(LocationUpdate),
    way: "send",
    channel: "socket",
  },
  {
    id: "deviceRequest",
    summary: "A request to a device, each time its state changes",
    event: socketEvents.deviceRequest,
    payload: DeviceRequest,
    way: "send",
    channel: "socket",
  },
  {
    id: "assetsChanged",
    summary: "Lists of the site's assets have changed and should be fetched again",
    event: socketEvents.assetsChanged,
    payload: z.null(),
    way: "send",
    channel: "socket",
  },
  {
    id: "notification",
    summary: "One notification",
    event: socketEvents.notification,
    payload: Event,
    way: "send",
    channel: "socket",
  },
  {
    id: "notificationState",
    summary: "What the person has read, perhaps on another device",
    event: socketEvents.notificationState,
    payload: NotificationState,
    way: "send",
    channel: "socket",
  },
  {
    id: "freshness",
    summary:
      "How far behind the live picture is: at most once a second, when that has changed by more than a second, and to a client that joins meanwhile",
    event: socketEvents.freshness,
    payload: Freshness,
    way: "send",
    channel: "socket",
  },
  {
    id: "heartbeat",
    summary: "Every 25 s; a client that misses two is dropped",
    event: socketEvents.heartbeat,
    payload: z.null(),
    way: "send",
    channel: "socket",
  },
  {
    id: "clientHeartbeat",
    summary: 'With "pong": the answer to a heartbeat. With nothing: it is answered by a heartbeat',
    event: socketEvents.heartbeat,
    payload: z.literal("pong").nullable(),
    way: "receive",
    channel: "socket",
  },
  {
    id: "pong",
    summary: "The other answer to a heartbeat",
    event: socketEvents.pong,
    payload: z.null(),
    way: "receive",
    channel: "socket",
  },
  {
    id: "siteLocations",
    summary:
      "What location_update holds, for a customer's or a site's own MQTT credentials. With the customer's retain_latest_positions, whoever subscribes gets all latest positions of the site at once, retained",
    event: null,
    payload: z.array(LocationUpdate),
    way: "send",
    channel: "siteLocations",
  },
  {
    id: "siteEvents",
    summary: "One event of a site",
    event: null,
    payload: Event,
    way: "send",
    channel: "siteEvents",
  },
  {
    id: "customerEvents",
    summary: "One event of a customer that belongs to no site",
    event: null,
    payload: Event,
    way: "send",
    channel: "customerEvents",
  },
  {
    id: "gatewayUp",
    summary:
      "What a gateway of any make has heard, in our own format; vendors' formats use their own topics. At most 1 MB, 200 a second",
    event: null,
    payload: ScanMessage,
    way: "receive",
    channel: "gatewayUp",
  },
  {
    id: "trackerUp",
    summary: "What a tracker with its own connection reports about itself",
    event: null,
    payload: TrackerMessage,
    way: "receive",
    channel: "trackerUp",
  },
];

const device = { mqttGuid: { description: "The device's mqtt_guid; it signs in with its own user name and password" } };
const parameters = {
  customerGuid: { description: "The customer's guid" },
  siteGuid: { description: "The site's guid" },
};
const addresses: Record<Told["channel"], { address: string; servers: string[]; parameters?: Schema }> = {
  socket: { address: "/socket.io", servers: ["socket"] },
  siteLocations: { address: "pulse/v1/{customerGuid}/{siteGuid}/locations", servers: ["mqtt"], parameters },
  siteEvents: { address: "pulse/v1/{customerGuid}/{siteGuid}/events", servers: ["mqtt"], parameters },
  customerEvents: {
    address: "pulse/v1/{customerGuid}/events",
    servers: ["mqtt"],
    parameters: { customerGuid: parameters.customerGuid },
  },
  gatewayUp: { address: "pulse/v1/gateways/{mqttGuid}/up", servers: ["mqtt"], parameters: device },
  trackerUp: { address: "pulse/v1/trackers/{mqttGuid}/up", servers: ["mqtt"], parameters: device },
};

/**
 * The AsyncAPI 3.0 document of the live socket and of MQTT, with keys as on the wire, from the schemas of the messages.
 * @param hosts where browsers and MQTT clients connect: "host:port"
 */
export function asyncApiDocument(version: string, hosts: { http: string; mqtt: string }): Schema {
  const writer = schemaWriter();
  const described = Object.fromEntries(
    messages.map(({ id, summary, event, payload, way }) => {
      const schema = writer.schemaOf(payload, way === "send" ? "output" : "input");
      const [shown] = (schema["examples"] ?? []) as unknown[];
      const example = shown ?? exampleOf(schema, writer.components);
      return [
        id,
        {
          name: event ?? id,
          title: summary,
          contentType: "application/json",
          payload: schema,
          // AsyncAPI's examples are objects; a list or an empty payload has none.
          ...(isObject(example) ? { examples: [{ payload: example }] } : {}),
        },
      ];
    }),
  );
  const channels = Object.entries(addresses).map(([name, channel]) => {
    const own = messages.filter((message) => message.channel === name);
    return [
      name,
      {
        ...channel,
        servers: channel.servers.map((server) => ({ $ref: `#/servers/${server}` })),
        messages: Object.fromEntries(own.map(({ id }) => [id, { $ref: `#/components/messages/${id}` }])),
      },
    ];
  });
  const operations = messages.map(({ id, way, summary, channel }) => [
    id,
    {
      action: way,
      summary,
      channel: { $ref: `#/channels/${channel}` },
      messages: [{ $ref: `#/channels/${channel}/messages/${id}` }],
    },
  ]);
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Pulse, live",
      version,
      description:
        "The live socket (Socket.IO 4) and MQTT. `send` is what Pulse sends. Keys are snake_case, times ISO 8601 in UTC.",
      license: { name: "Apache-2.0" },
    },
    servers: {
      socket: { host: hosts.http, protocol: "wss", description: "Socket.IO 4, namespace /; ws without TLS" },
      mqtt: {
        host: hosts.mqtt,
        protocol: "mqtt",
        description:
          "The MQTT user name and password of a customer or a site, which may only subscribe, or of a device, which may only publish to its own topics and listen to its own downlink",
      },
    },
    channels: Object.fromEntries(channels) as Schema,
    operations: Object.fromEntries(operations) as Schema,
    components: { messages: described, schemas: writer.components },
  };
}

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
