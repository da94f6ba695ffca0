import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, MacInput, Time } from "./fields.ts";
import { Hardware } from "./gateways.ts";
import { list } from "./list.ts";
import { MqttCredentials } from "./mqttCredentials.ts";
import { Degrees, Name } from "./names.ts";

/** The MQTT account that all gateways of a site may use, without its password. */
export const SiteGatewayAccount = z
  .object({
    ...MqttCredentials.pick({ host: true, port: true, tlsPort: true, websocketUrl: true }).shape,
    /** False with an external broker, which does not say who has sent a message. */
    available: z.boolean(),
    /** Null: the site has no such account. */
    mqttUsername: z.string().nullable(),
    /** When its password was made. */
    createdAt: Time.nullable(),
  })
  .meta({ id: "SiteGatewayAccount" });
export type SiteGatewayAccount = z.infer<typeof SiteGatewayAccount>;

const needs = (letter: "c" | "r" | "u") => ({ all: [{ area: "hardware_management" as const, letter }] });
const query = z.object({ siteId: Id.optional() });

export const getSiteGatewayAccount = endpoint({
  id: "getSiteGatewayAccount",
  method: "GET",
  path: "/api/v3/hardwares/site-credentials",
  tag: "Gateways",
  summary: "The MQTT account that all gateways of a site may use, if it has one",
  access: needs("r"),
  scope: "site",
  query,
  content: SiteGatewayAccount,
});

export const createSiteGatewayCredentials = endpoint({
  id: "createSiteGatewayCredentials",
  method: "POST",
  path: "/api/v3/hardwares/site-credentials",
  tag: "Gateways",
  summary:
    "An MQTT account for all gateways of a site, which are told apart by their topics; its password is shown once, and an older one stops working immediately",
  access: needs("u"),
  scope: "site",
  query,
  content: MqttCredentials,
});

export const deleteSiteGatewayCredentials = endpoint({
  id: "deleteSiteGatewayCredentials",
  method: "DELETE",
  path: "/api/v3/hardwares/site-credentials",
  tag: "Gateways",
  summary: "Revokes the MQTT account of all gateways of a site; connections with it end",
  access: needs("u"),
  scope: "site",
  query,
  /** Null: the site had none. */
  content: z.object({ id: Id.nullable() }),
});

/** At most this many gateways are registered at once. */
export const maxClaimsAtOnce = 500;

const Claim = z.object({
  name: Name,
  mac: MacInput,
  hardwareTypeId: Id,
  floorId: Id.nullable().optional(),
  lat: Degrees(90).nullable().optional(),
  lon: Degrees(180).nullable().optional(),
});

export const claimHardwares = endpoint({
  id: "claimHardwares",
  method: "POST",
  path: "/api/v3/hardwares/claim",
  tag: "Gateways",
  summary:
    "Registers gateways that connect with the account of all gateways of their site, all of them or none; nobody is shown passwords of their own",
  access: needs("c"),
  scope: "site",
  query,
  body: z.object({ gateways: list(Claim).min(1).max(maxClaimsAtOnce) }),
  content: z.array(Hardware),
  status: 201,
});
